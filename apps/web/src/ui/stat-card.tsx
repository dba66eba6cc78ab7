import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

export interface SumCardProps {
  title: string;
  /** Undefined while it loads. */
  value: string | undefined;
  /** A quiet line under it. */
  note?: string | undefined;
  /** What can be done with the figure: explain it. */
  action?: ReactNode;
}

/** A figure that somebody decides on: large, with its name and where it comes from. */
export function SumCard({ title, value, note, action }: SumCardProps) {
  return (
    <Card className="@container grid content-start gap-1 px-4 py-3.5">
      <div className="flex min-h-8 items-center justify-between gap-2 @max-[12rem]:min-h-10">
        <h2 className="text-sm break-words text-ink-soft">{title}</h2>
        {action}
      </div>
      {value === undefined ? (
        <Skeleton className="my-1 h-6 w-28" />
      ) : (
        // As large as the card lets it be: a figure in two parts is misread.
        <p className="numeric text-[clamp(1rem,11.5cqi,1.5rem)] leading-8 font-semibold wrap-anywhere">{value}</p>
      )}
      {note === undefined ? (
        <Skeleton className="my-1 h-3 w-24" />
      ) : (
        <p className="text-sm text-ink-faint">{note}</p>
      )}
    </Card>
  );
}
