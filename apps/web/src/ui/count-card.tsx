import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

const plainNumber = new Intl.NumberFormat('en-IN');

/** A count with its name. */
export function CountCard({ title, count }: { title: string; count: number | undefined }) {
  return (
    <Card className="grid w-full gap-1 px-5 py-4 sm:w-64">
      <p className="text-sm text-ink-soft">{title}</p>
      {count === undefined ? (
        <Skeleton className="my-1 h-6 w-16" />
      ) : (
        <p className="numeric text-2xl font-semibold">{plainNumber.format(count)}</p>
      )}
    </Card>
  );
}
