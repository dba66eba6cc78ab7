import type { ReactNode } from 'react';

/** Explains why there is nothing to show and offers a way out. */
export function EmptyState({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="grid min-h-64 content-center justify-items-center gap-4 px-6 py-10 text-center">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-full bg-neutral-soft text-ink-faint"
      >
        {icon}
      </span>
      <p className="max-w-md font-medium text-balance text-ink">{title}</p>
      {children}
    </div>
  );
}
