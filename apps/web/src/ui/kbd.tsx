import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export interface KbdProps {
  children: ReactNode;
  /** `inverse` is for a filled button. */
  tone?: 'plain' | 'inverse';
  className?: string;
}

/** A key of the keyboard. */
export function Kbd({ children, tone = 'plain', className }: KbdProps) {
  return (
    <kbd
      className={cn(
        'inline-grid h-5 min-w-5 touch:hidden place-items-center rounded-sm border px-1 font-sans text-xs',
        tone === 'plain' ? 'border-line text-ink-faint' : 'border-accent-ink/40 text-accent-ink',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
