import { Skeleton } from '../../ui/skeleton.tsx';

/** DescriptionList in each group of BookingDescription, column by column, so that the dialog keeps its size when they come. */
const COLUMNS = [
  [5, 1, 1, 1],
  [9, 2],
];

/** The place of a booking's facts while they load. */
export function BookingDescriptionSkeleton() {
  return (
    <div role="status" aria-label="Loading the booking" className="grid grid-cols-1 gap-x-8 gap-y-6 md:grid-cols-2">
      {COLUMNS.map((groups) => (
        <div key={groups.length} className="grid grid-cols-1 content-start gap-6">
          {groups.map((lines, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <Group key={index} lines={lines} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Group({ lines }: { lines: number }) {
  return (
    <div className="grid gap-1">
      <div className="flex min-h-6 items-center pb-1">
        <Skeleton className="h-4 w-2/5" />
      </div>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="flex h-8 items-center justify-between border-t border-line">
          <Skeleton className="h-3 w-1/4" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  );
}
