import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cn } from './cn.ts';
import { pressOnce } from './press-once.ts';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  /** What it does; read by assistive technology and shown as a tooltip. */
  label: string;
  icon: ReactNode;
  tone?: 'plain' | 'danger';
  /** Shorter text for the tooltip, where the label names the record too. */
  tip?: string;
}

/** A square button with an icon only. 32 px for a mouse, 44 px for a finger. */
export function IconButton({ label, icon, tone = 'plain', tip, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={tip ?? label}
      onKeyDown={pressOnce}
      {...rest}
      className={cn(
        'inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-soft transition-colors touch:size-11',
        'hover:bg-pressed disabled:opacity-50 disabled:hover:bg-transparent aria-disabled:opacity-50',
        tone === 'danger' ? 'hover:text-danger-text' : 'hover:text-ink',
        className,
      )}
    >
      {icon}
    </button>
  );
}
