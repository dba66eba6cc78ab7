import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** The pages of the same area, beside the title in place of the subtitle. */
  sections?: ReactNode;
  actions?: ReactNode;
}

/** The title of a screen, its only h1, with a line beside it and what can be done at the right. */
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
