import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { useNearbyFocus } from '../ui/keep-focus-near.ts';

export interface AlertBarProps {
  message: string;
  /** A sentence more: what of the screen still holds. */
  detail?: string;
  /** The way to try it again, where there is one. */
  retry?: { readonly label: string; readonly pending: boolean; readonly onRetry: () => void };
}

/** Says above a list what has failed; what is shown stays (ERR-03, PAYO-06). */
export function AlertBar({ message, detail, retry }: AlertBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useNearbyFocus(bar);
  return (
    <div
      ref={bar}
      role="alert"
      className="flex min-h-13 flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-danger-badge"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium">{message}</span> {detail}
      </p>
      {retry && (
        <Button pending={retry.pending} onClick={retry.onRetry}>
          {retry.label}
        </Button>
      )}
    </div>
  );
}
