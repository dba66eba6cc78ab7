import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { Skeleton } from './loading.tsx';

/** A titled list of labels and values. */
export function DescriptionList({
  title,
  extra,
  note,
  children,
}: {
  title: string;
  extra?: ReactNode;
  note?: ReactNode;
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
      {note}
    </section>
  );
}

/** A label with a short value beside it, which page translation does not change (TOUGH-02); `end` aligns numbers. */
export function DescriptionItem({ label, align, children }: { label: string; align?: 'end'; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line py-1.5">
      <dt className="min-w-0 shrink-0 text-ink-soft max-w-1/2 wrap-anywhere">{label}</dt>
      <dd translate="no" className={cn('min-w-0 text-right wrap-anywhere', align === 'end' && 'numeric')}>
        {children}
      </dd>
    </div>
  );
}

/** A label with a long value under it. */
export function LongDescriptionItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-line py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}

export interface DescriptionListSkeletonProps {
  label: string;
  /** For each column, the number of items in each of its lists. */
  columns: readonly (readonly number[])[];
}

export function DescriptionListSkeleton({ label, columns }: DescriptionListSkeletonProps) {
  return (
    <div
      role="status"
      aria-label={label}
      className={cn('grid grid-cols-1 gap-x-8 gap-y-6', columns.length > 1 && 'md:grid-cols-2')}
    >
      {columns.map((lists, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a skeleton have no identity
        <div key={column} className="grid grid-cols-1 content-start gap-6">
          {lists.map((facts, list) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a skeleton have no identity
            <div key={list} className="grid gap-1">
              <div className="flex min-h-6 items-center pb-1">
                <Skeleton className="h-4 w-2/5" />
              </div>
              {Array.from({ length: facts }, (_, fact) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a skeleton have no identity
                <div key={fact} className="flex h-8 items-center justify-between border-t border-line">
                  <Skeleton className="h-3 w-1/4" />
                  <Skeleton className="h-3 w-1/3" />
                </div>
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
