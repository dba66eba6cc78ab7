import { useState } from 'react';
import { cn } from './cn.ts';

export interface AvatarProps {
  initials: string;
  /** Replaces the initials once it has loaded. */
  photo?: string | null | undefined;
  className?: string;
}

/** A face or initials in a circle; decorative, because the name is beside it. */
export function Avatar({ initials, photo, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (photo && photo !== broken) {
    return (
      <img
        src={photo}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(photo)}
        className={cn('inline-block size-8 shrink-0 rounded-full bg-accent-soft object-cover', className)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      translate="no"
      className={cn(
        'inline-grid size-8 shrink-0 select-none place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text',
        className,
      )}
    >
      {initials}
    </span>
  );
}
