import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** Said above the form when a session ended by a 401 (AUTH-09). */
export function ExpiredNotice() {
  return (
    <p role="status" className="rounded-md bg-warning-soft px-3 py-2.5 text-warning-text">
      Your session has expired. Please sign in again.
    </p>
  );
}

/** The stored session could not be tried: it is kept, and may be tried again (AUTH-07). */
export function UnreachableNotice({ onRetry }: { onRetry: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  const retry = async () => {
    setPending(true);
    await onRetry();
    setPending(false);
  };
  return (
    <div role="alert" className="grid gap-3 rounded-md bg-warning-soft px-3 py-3 text-warning-text">
      <p>
        <strong className="font-semibold">The server could not be reached.</strong> You are still signed in: your
        session is kept.
      </p>
      <Button pending={pending} onClick={() => void retry()} className="w-fit">
        Try again
      </Button>
    </div>
  );
}
