import { cn } from './cn.ts';

/** A turning ring. Decorative: whoever shows it says in words what is going on. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent',
        className,
      )}
    />
  );
}

export interface CentredSpinnerProps {
  label: string;
  /** In the middle of the window, where nothing else is shown yet; else of the free space. */
  isWholeScreen?: boolean;
}

/** A ring in the middle, announced as `label`. Appears after a moment, so that it never flashes. */
export function CentredSpinner({ label, isWholeScreen = false }: CentredSpinnerProps) {
  return (
    <div
      role="status"
      aria-label={label}
      // As wide as the window: what the gutter of the scrollbar leaves has its middle further to the left.
      className={cn(
        'grid place-items-center',
        isWholeScreen ? 'fixed top-0 left-0 h-dvh w-screen' : 'min-h-[60dvh] flex-1',
      )}
    >
      <Spinner className="size-6 text-accent-text [animation:spin_0.8s_linear_infinite,fade-in_0.15s_0.2s_backwards]" />
    </div>
  );
}
