import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** Links to the pages of the same area, shown instead of the subtitle. */
  sections?: ReactNode;
  actions?: ReactNode;
}

/** The title of a screen, its only h1, with an optional line beside it and actions on the right. */
export function PageHeader({ title, subtitle, sections, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-h-9 min-w-0 flex-wrap items-baseline gap-x-3 max-md:flex-[1_0_auto] max-md:max-w-full">
        <h1 className="text-2xl font-semibold tracking-[-0.015em]">{title}</h1>
        {subtitle && !sections && <p className="text-ink-soft">{subtitle}</p>}
      </div>
      {sections}
      {(actions || sections) && <div className="flex flex-wrap items-center gap-2 md:ml-auto">{actions}</div>}
    </div>
  );
}

/** The logo and the name of the product. `compact` shows only the logo. */
export function Wordmark({ name, compact = false }: { name: string; compact?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 font-semibold">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M7 9.5l4.6 13L16 11.5l4.4 11L25 9.5"
          className="fill-none stroke-accent-ink"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span translate="no" className={compact ? 'sr-only' : 'truncate text-lg tracking-[-0.01em]'}>
        {name}
      </span>
    </span>
  );
}
