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

/** A ring in the middle of the free space, announced as `label`. Appears after a moment, so that it never flashes. */
export function CentredSpinner({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid min-h-[60dvh] flex-1 place-items-center">
      <Spinner className="size-6 text-accent-text [animation:spin_0.8s_linear_infinite,fade-in_0.15s_0.2s_backwards]" />
    </div>
  );
}
