import { useQuery } from '@tanstack/react-query';
import type { Booking } from '@wayside/contract/bookings';
import { headingId } from '../../lib/format.ts';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { BookingDescription } from './booking-description.tsx';
import { kindLabel } from './booking-labels.ts';
import { bookingQuery } from './bookings-queries.ts';

/** The dialog of one booking (BOOK-08). */
export function BookingDetails({ id, row, onClose }: RecordDetailsProps<Booking>) {
  const query = useQuery({ ...bookingQuery(id), enabled: row === undefined });
  const booking = row ?? query.data;
  return (
    <RecordDialog
      title={`Booking Details #${headingId(id)}`}
      copiedId={id}
      titleExtra={
        booking && (
          <Badge tone={booking.kind === 'emergency' ? 'warning' : 'neutral'}>{kindLabel(booking.kind)}</Badge>
        )
      }
      size="lg"
      record={booking}
      query={query}
      error={{ title: 'Error Loading Booking', message: 'Failed to load bookings. Please try again.' }}
      missing="There is no booking with this id. It may have been deleted."
      skeleton={
        <DescriptionListSkeleton
          label="Loading the booking"
          columns={[
            [5, 1, 1, 1],
            [9, 2],
          ]}
        />
      }
      onClose={onClose}
    >
      {booking && <BookingDescription booking={booking} />}
    </RecordDialog>
  );
}
