import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** What a badge says about its record, in colour too. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

const TONES: Record<Tone, { badge: string; dot: string }> = {
  neutral: { badge: 'bg-neutral-soft text-neutral-text', dot: 'bg-neutral-dot' },
  info: { badge: 'bg-info-soft text-info-text', dot: 'bg-info-dot' },
  success: { badge: 'bg-success-soft text-success-text', dot: 'bg-success-dot' },
  warning: { badge: 'bg-warning-soft text-warning-text', dot: 'bg-warning-dot' },
  danger: { badge: 'bg-danger-soft text-danger-badge', dot: 'bg-danger-dot' },
};

/** A status in a word or two. `dot` marks a state; leave it out for a kind (vehicle type, booking type). */
export function Badge({
  tone = 'neutral',
  dot = false,
  children,
}: {
  tone?: Tone;
  dot?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        'inline-flex h-5.5 w-fit max-w-full items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        TONES[tone].badge,
      )}
    >
      {dot && <span aria-hidden="true" className={cn('size-1.5 shrink-0 rounded-full', TONES[tone].dot)} />}
      <span className="truncate">{children}</span>
    </span>
  );
}
