import { cn } from './cn.ts';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('block animate-skeleton rounded-sm bg-pressed', className)} />;
}

/** A moving line at the top of its box, shown during a refetch. */
export function ProgressLine({ active }: { active: boolean }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-0 h-0.5 overflow-hidden">
      {active && <div className="h-full w-1/4 animate-progress rounded-full bg-accent" />}
    </div>
  );
}

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
  /** Whether to centre it in the window instead of the free space. */
  isWholeScreen?: boolean;
}

/** A centred spinner, shown after 0.2 s and announced as `label`. */
export function CentredSpinner({ label, isWholeScreen = false }: CentredSpinnerProps) {
  return (
    <div
      role="status"
      aria-label={label}
      className={cn(
        'grid place-items-center',
        isWholeScreen ? 'fixed top-0 left-0 h-dvh w-screen' : 'min-h-[60dvh] flex-1',
      )}
    >
      <Spinner className="size-6 text-accent-text [animation:spin_0.8s_linear_infinite,fade-in_0.15s_0.2s_backwards]" />
    </div>
  );
}

/**
 * Shows the progress of a task.
 * @param label the name of the task
 */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 overflow-hidden rounded-full bg-pressed"
    >
      <div className="h-full bg-accent" style={{ width: `${(100 * value) / max}%` }} />
    </div>
  );
}
