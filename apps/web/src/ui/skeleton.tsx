import { cn } from './cn.ts';

/** A grey bar in the place of what is loading; size it like what will replace it. Hidden from assistive technology. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('block animate-skeleton rounded-sm bg-pressed', className)} />;
}
