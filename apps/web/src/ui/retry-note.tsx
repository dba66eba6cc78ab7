import { RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { useNearbyFocus } from './keep-focus-near.ts';

export interface RetryNoteProps {
  message: string;
  pending: boolean;
  onRetry: () => void;
}

/** A load that failed inside a dialog or form, which can be used without it: why, and a retry in place (ERR-03). */
export function RetryNote({ message, pending, onRetry }: RetryNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useNearbyFocus(note);
  return (
    <div ref={note} role="alert" className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 wrap-anywhere text-danger-text">{message}</p>
      <Button icon={<RotateCw className="size-4" />} pending={pending} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
