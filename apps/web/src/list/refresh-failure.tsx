import { TriangleAlert } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** Fresh rows could not be had; the ones that are shown stay, and it says so (ERR-03). */
export function RefreshFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-danger-badge"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">{message} What you see was loaded before.</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  );
}
