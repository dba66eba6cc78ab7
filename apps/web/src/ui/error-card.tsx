import { RotateCw, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { useNearbyFocus } from './keep-focus-near.ts';

export interface ErrorCardProps {
  title: string;
  message: string;
  /** The word on the button: "Try Again" or "Retry". */
  retryLabel: string;
  onRetry: () => void;
  pending?: boolean;
}

/** A load that failed: what failed, why, and a retry in place (ERR-03). */
export function ErrorCard({ title, message, retryLabel, onRetry, pending = false }: ErrorCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useNearbyFocus(card);
  return (
    <Card
      ref={card}
      role="alert"
      className="grid min-h-64 content-center justify-items-center gap-4 px-6 py-12 text-center"
    >
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-full bg-danger-soft text-danger-badge"
      >
        <TriangleAlert className="size-5" />
      </span>
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="max-w-md wrap-anywhere text-ink-soft">{message}</p>
      </div>
      <Button icon={<RotateCw className="size-4" />} pending={pending} onClick={onRetry}>
        {retryLabel}
      </Button>
    </Card>
  );
}
