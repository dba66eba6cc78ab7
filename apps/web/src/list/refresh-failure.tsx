import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { useFocusKeptNear } from '../ui/keep-focus-near.ts';

export interface RefreshFailureProps {
  message: string;
  pending: boolean;
  onRetry: () => void;
}

/** Fresh rows could not be had; the ones that are shown stay, and it says so (ERR-03). */
export function RefreshFailure({ message, pending, onRetry }: RefreshFailureProps) {
  const banner = useRef<HTMLDivElement>(null);
  useFocusKeptNear(banner);
  return (
    <div
      ref={banner}
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-danger-badge"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">{message} What you see was loaded before.</p>
      <Button pending={pending} onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
