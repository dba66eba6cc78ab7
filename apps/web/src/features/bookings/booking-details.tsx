import { useQuery } from '@tanstack/react-query';
import type { Booking } from '@wayside/contract/bookings';
import { failureText } from '../../lib/api-error.ts';
import { headingId } from '../../lib/format.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copyable-id.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { BookingDescription } from './booking-description.tsx';
import { kindLabel } from './booking-labels.ts';
import { bookingQuery } from './bookings-queries.ts';

export interface BookingDetailsProps {
  id: string;
  /** The booking, when the page in the list holds it; else it is asked for. */
  row: Booking | undefined;
  onClose: () => void;
}

/** The dialog of one booking (BOOK-08). */
export function BookingDetails({ id, row, onClose }: BookingDetailsProps) {
  const query = useQuery({ ...bookingQuery(id), enabled: row === undefined });
  const { failure, isRetrying, retry } = useRetry(query);
  const booking = row ?? query.data;
  return (
    <Dialog
      title={`Booking Details #${headingId(id)}`}
      titleTip={id}
      titleExtra={
        <>
          <CopyButton text={id} label="Copy the whole id" />
          {booking && (
            <Badge tone={booking.kind === 'emergency' ? 'warning' : 'neutral'}>{kindLabel(booking.kind)}</Badge>
          )}
        </>
      }
      size="lg"
      isText
      onClose={onClose}
    >
      {booking && <BookingDescription booking={booking} />}
      {!booking && query.isPending && failure === null && <BookingDescriptionSkeleton />}
      {!booking && failure !== null && (
        <ErrorCard
          title="Error Loading Booking"
          message={failureText(failure, 'Failed to load bookings. Please try again.')}
          retryLabel="Try Again"
          pending={isRetrying}
          onRetry={retry}
        />
      )}
      {booking === null && (
        <p className="py-16 text-center text-ink-soft">
          There is no booking with this id. It may have been deleted.
        </p>
      )}
    </Dialog>
  );
}

/** DescriptionList in each group of BookingDescription, column by column, so that the dialog keeps its size when they come. */
const COLUMNS = [
  [5, 1, 1, 1],
  [9, 2],
];

/** The place of a booking's facts while they load. */
function BookingDescriptionSkeleton() {
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
