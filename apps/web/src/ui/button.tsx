import type { ComponentPropsWithRef, KeyboardEvent, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Spinner } from './loading.tsx';

/** `primary` for the main action, `danger` for one that cannot be undone, `ghost` for minor ones. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant;
  icon?: ReactNode;
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

export function buttonClassName(variant: ButtonVariant = 'secondary'): string {
  return cn(SHAPE, VARIANTS[variant]);
}

/** A button. It does not submit a form unless `type` is set. */
export function Button({
  variant = 'secondary',
  icon,
  pending = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  // A disabled button would lose the focus, and keyboard users would lose their place on the screen.
  const isSoft = pending && rest.type !== 'submit';
  return (
    <button
      type="button"
      onKeyDown={preventKeyRepeat}
      {...rest}
      disabled={rest.disabled || (pending && !isSoft)}
      {...(isSoft ? { 'aria-disabled': true, onClick: undefined } : {})}
      aria-busy={pending || undefined}
      className={cn(buttonClassName(variant), 'disabled:opacity-60 aria-disabled:opacity-60', className)}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  label: string;
  icon: ReactNode;
  tone?: 'plain' | 'danger';
  tip?: string;
}

/** A square button with only an icon, 32 px for a mouse and 44 px for touch. */
export function IconButton({ label, icon, tone = 'plain', tip, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={tip ?? label}
      onKeyDown={preventKeyRepeat}
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

/** Prevents repeated clicks while Enter is held down. Use it as a button's `onKeyDown`. */
export function preventKeyRepeat(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

export interface KbdProps {
  children: ReactNode;
  /** Use `inverse` on a filled button. */
  tone?: 'plain' | 'inverse';
  className?: string;
}

export function Kbd({ children, tone = 'plain', className }: KbdProps) {
  return (
    <kbd
      className={cn(
        'inline-grid h-5 min-w-5 shrink-0 touch:hidden place-items-center rounded-sm border px-1 font-sans text-xs whitespace-nowrap',
        tone === 'plain' ? 'border-line text-ink-faint' : 'border-accent-ink/40 text-accent-ink',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
