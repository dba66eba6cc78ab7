import { useQuery } from '@tanstack/react-query';
import type { Booking } from '@wayside/contract/bookings';
import { failureText } from '../../lib/api-error.ts';
import { headingId } from '../../lib/format.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { BookingDescription } from './booking-description.tsx';
import { BookingDescriptionSkeleton } from './booking-description-skeleton.tsx';
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
