import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

const plainNumber = new Intl.NumberFormat('en-IN');

export interface CountCardProps {
  title: string;
  /** Undefined while it is not known. */
  count: number | undefined;
  /** It will not be known before a retry. */
  hasFailed: boolean;
}

/** A count with its name. */
export function CountCard({ title, count, hasFailed }: CountCardProps) {
  return (
    <Card className="grid w-full gap-1 px-5 py-4 sm:w-64">
      <p className="text-sm text-ink-soft">{title}</p>
      {count === undefined && !hasFailed ? (
        <Skeleton className="my-1 h-6 w-16" />
      ) : (
        <p className="numeric text-2xl font-semibold">{count === undefined ? 'N/A' : plainNumber.format(count)}</p>
      )}
    </Card>
  );
}
