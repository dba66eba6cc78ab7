import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** A key of the keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line px-1 font-sans text-xs text-ink-faint',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
