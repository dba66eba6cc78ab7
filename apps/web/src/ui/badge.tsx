import { type ReactNode, useState } from 'react';
import { type Message, t } from '../languages/text.ts';
import { cn } from './cn.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

const TONES: Record<Tone, { badge: string; dot: string }> = {
  neutral: { badge: 'bg-neutral-soft text-neutral-text', dot: 'before:bg-neutral-dot' },
  info: { badge: 'bg-info-soft text-info-text', dot: 'before:bg-info-dot' },
  success: { badge: 'bg-success-soft text-success-text', dot: 'before:bg-success-dot' },
  warning: { badge: 'bg-warning-soft text-warning-text', dot: 'before:bg-warning-dot' },
  danger: { badge: 'bg-danger-soft text-danger-badge', dot: 'before:bg-danger-dot' },
};

export interface BadgeProps {
  tone?: Tone;
  /** Shows a dot in front of a status; badges of a kind have none. */
  dot?: boolean;
  wraps?: boolean;
  children: ReactNode;
}

export interface StatusLabel {
  readonly label: Message;
  readonly tone: Tone;
}

export function StatusBadge({ label, ...badge }: StatusLabel & Pick<BadgeProps, 'wraps'>) {
  return (
    <Badge {...badge} dot>
      {t(label)}
    </Badge>
  );
}

export function Badge({ tone = 'neutral', dot = false, wraps = false, children }: BadgeProps) {
  // A badge is a single node, because a list has dozens of them. Printed badges are never truncated (VIEW-09).
  return (
    <span
      data-badge=""
      className={cn(
        'w-fit max-w-full px-2 text-xs font-medium wrap-break-word print:w-max print:max-w-64',
        wraps
          ? 'inline-block min-h-5.5 rounded-lg py-0.75'
          : 'inline-block h-5.5 truncate rounded-full align-middle leading-5.5 print:h-auto print:whitespace-normal ' +
              'other-language:h-auto other-language:rounded-lg other-language:whitespace-normal',
        TONES[tone].badge,
        // The dot is positioned at the first word, so that no line break can separate them.
        dot &&
          cn(
            'relative pl-5 before:absolute before:top-2 before:left-2 before:size-1.5 before:rounded-full',
            TONES[tone].dot,
          ),
      )}
    >
      {children}
    </span>
  );
}

export interface AvatarProps {
  initials: string;
  photo?: string | null | undefined;
  className?: string;
}

/** Photo or initials in a circle; decorative. */
export function Avatar({ initials, photo, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (photo && photo !== broken) {
    return (
      <img
        src={photo}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(photo)}
        className={cn('inline-block size-8 shrink-0 rounded-full bg-accent-soft object-cover', className)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      translate="no"
      className={cn(
        'inline-grid size-8 shrink-0 select-none place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text',
        className,
      )}
    >
      {initials}
    </span>
  );
}
