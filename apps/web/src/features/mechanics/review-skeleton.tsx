import { Skeleton } from '../../ui/skeleton.tsx';

/** The place of an application while it loads. */
export function ReviewSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the application"
      className="grid h-full grid-cols-1 md:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]"
    >
      <div className="flex flex-col gap-2 p-3 max-md:h-[55dvh] md:p-4">
        <Skeleton className="h-8 w-72 max-w-full" />
        <Skeleton className="min-h-0 flex-1 rounded-md" />
      </div>
      <div className="grid content-start gap-4 border-line px-5 py-4 max-md:border-t md:border-l">
        {['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'].map((line) => (
          <Skeleton key={line} className="h-4" />
        ))}
      </div>
    </div>
  );
}
