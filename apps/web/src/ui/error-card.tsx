import { RotateCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { useNearbyFocus } from './focus.ts';

export interface ErrorCardProps {
  title: string;
  message: string;
  retryLabel?: string;
  onRetry: () => void;
  pending?: boolean;
}

/** Card that reports a failed load with its reason and a retry button (ERR-03). */
export function ErrorCard({
  title,
  message,
  retryLabel = t('Try Again'),
  onRetry,
  pending = false,
}: ErrorCardProps) {
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

export interface RetryNoteProps {
  message: string;
  pending: boolean;
  onRetry: () => void;
}

/** Note inside a dialog or form that reports a failed load, with a retry button (ERR-03). */
export function RetryNote({ message, pending, onRetry }: RetryNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useNearbyFocus(note);
  return (
    <div ref={note} role="alert" className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 wrap-anywhere text-danger-text">{message}</p>
      <Button icon={<RotateCw className="size-4" />} pending={pending} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}

export interface AlertBarProps {
  message: string;
  detail?: string;
  retry?: { readonly label: string; readonly pending: boolean; readonly onRetry: () => void };
}

/** Reports a failure above a list, whose rows stay visible (ERR-03, PAYO-06). */
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

export function EmptyState({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="grid min-h-64 content-center justify-items-center gap-4 px-6 py-10 text-center">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-full bg-neutral-soft text-ink-faint"
      >
        {icon}
      </span>
      <p className="max-w-md font-medium text-balance text-ink">{title}</p>
      {children}
    </div>
  );
}
