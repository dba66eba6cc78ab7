import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cn } from './cn.ts';
import { pressOnce } from './press-once.ts';
import { Spinner } from './spinner.tsx';

/** `primary` is the one thing to do, `danger` what cannot be taken back; `ghost` is for the quiet rest. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant;
  /** Shown before the label, 16 px. */
  icon?: ReactNode;
  /** The action runs: a spinner takes the icon's place and the button cannot be pressed again. */
  pending?: boolean;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover disabled:hover:bg-accent',
  secondary: 'bg-surface text-ink ring-1 ring-line-strong/50 ring-inset hover:bg-hover disabled:hover:bg-surface',
  ghost: 'text-ink-soft hover:bg-hover hover:text-ink disabled:hover:bg-transparent',
  danger: 'bg-danger text-accent-ink hover:bg-danger-hover disabled:hover:bg-danger',
};

const SHAPE =
  'inline-flex h-9 shrink-0 select-none items-center justify-center gap-2 rounded-md px-3 font-medium whitespace-nowrap transition-colors touch:h-11 touch:px-4';

/** The look of a button, for a link that acts as one. */
export function buttonLook(variant: ButtonVariant = 'secondary'): string {
  return cn(SHAPE, VARIANTS[variant]);
}

/** A button. Without `type` it submits nothing. */
export function Button({
  variant = 'secondary',
  icon,
  pending = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  // A button that is disabled loses the focus, and whoever pressed it by a key their place on the screen.
  const isSoft = pending && rest.type !== 'submit';
  return (
    <button
      type="button"
      onKeyDown={pressOnce}
      {...rest}
      disabled={rest.disabled || (pending && !isSoft)}
      {...(isSoft ? { 'aria-disabled': true, onClick: undefined } : {})}
      aria-busy={pending || undefined}
      className={cn(buttonLook(variant), 'disabled:opacity-60 aria-disabled:opacity-60', className)}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  );
}
