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

export interface BadgeProps {
  tone?: Tone;
  /** Marks a state; leave it out for a kind (vehicle type, booking type). */
  dot?: boolean;
  /** Takes two lines where it has no room for one; else it ends in an ellipsis. */
  wraps?: boolean;
  children: ReactNode;
}

/** A status in a word or two. */
export function Badge({ tone = 'neutral', dot = false, wraps = false, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex w-fit max-w-full items-center gap-1.5 px-2 text-xs font-medium',
        wraps ? 'min-h-5.5 rounded-lg py-0.5' : 'h-5.5 rounded-full whitespace-nowrap',
        TONES[tone].badge,
      )}
    >
      {dot && <span aria-hidden="true" className={cn('size-1.5 shrink-0 rounded-full', TONES[tone].dot)} />}
      <span className={wraps ? '' : 'truncate'}>{children}</span>
    </span>
  );
}
