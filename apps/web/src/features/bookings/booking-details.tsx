import { useQuery } from '@tanstack/react-query';
import type { Booking } from '@wayside/contract/bookings';
import { headingId } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { BookingDescription } from './booking-description.tsx';
import { kindLabel, statusDetail, statusLabel, waitingText } from './booking-labels.ts';
import { BookingPayments } from './booking-payments.tsx';
import { bookingQuery } from './bookings-queries.ts';

/** The dialog of one booking (BOOK-08). */
export function BookingDetails({ id, row, onClose }: RecordDetailsProps<Booking>) {
  const query = useQuery({ ...bookingQuery(id), enabled: row === undefined });
  const booking = row ?? query.data;
  return (
    <RecordDialog
      title={`Booking Details #${headingId(id)}`}
      copiedId={id}
      titleExtra={booking && <TitleBadges booking={booking} />}
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
      {booking && (
        <div className="grid grid-cols-1 gap-6">
          <RecordNotes entity="booking" id={id} expected={booking.noteCount} />
          <BookingDescription booking={booking} />
          <BookingPayments id={id} />
        </div>
      )}
    </RecordDialog>
  );
}

/** The booking's own status, what its badge leaves out, and its kind (BOOK-08, BOOK-12). */
function TitleBadges({ booking }: { booking: Booking }) {
  const detail = statusDetail(booking.status);
  const waiting = waitingText(booking, useNow());
  return (
    <>
      <StatusBadge {...statusLabel(booking.status)} />
      {detail !== null && <span className="text-sm text-ink-soft">{detail}</span>}
      {waiting !== null && <span className="text-sm text-ink-soft">{waiting}</span>}
      <Badge tone={booking.kind === 'emergency' ? 'warning' : 'neutral'}>{kindLabel(booking.kind)}</Badge>
    </>
  );
}
