import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

/** A titled group of facts about a record. */
export function DescriptionList({
  title,
  extra,
  children,
}: {
  title: string;
  extra?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 content-start gap-1">
      <div className="flex min-h-6 items-center justify-between gap-3 pb-1">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {extra}
      </div>
      <dl className="grid grid-cols-1">{children}</dl>
    </section>
  );
}

/** A fact: its label at the left, its value beside it; figures stand at the right edge. */
export function Fact({ label, align, children }: { label: string; align?: 'end'; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line py-1.5">
      <dt className="min-w-0 shrink-0 text-ink-soft max-w-1/2 wrap-anywhere">{label}</dt>
      <dd className={cn('min-w-0 text-right wrap-anywhere', align === 'end' && 'numeric')}>{children}</dd>
    </div>
  );
}

/** A fact of many words: they stand under their label. */
export function LongFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-line py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}
