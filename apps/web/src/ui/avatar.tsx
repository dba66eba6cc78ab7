import { cn } from './cn.ts';

/** Initials in a circle; decorative, because the name stands beside it. */
export function Avatar({ initials, className }: { initials: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-grid size-8 shrink-0 select-none place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text',
        className,
      )}
    >
      {initials}
    </span>
  );
}
