import type { Booking } from '@wayside/contract/bookings';
import { formatBookingRupees, formatDateTime, orNotAvailable, shortId } from '../../lib/format.ts';
import { moneyColumn, Timestamp } from '../../list/list-columns.tsx';
import { type ListCard, type ListColumn, SORT_BY_DATE } from '../../list/list-definition.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { NoteCount } from '../notes/note-count.tsx';
import { PersonLink } from '../people/person-link.tsx';
import {
  bookingTimestamp,
  formatPlace,
  kindLabel,
  serviceSummary,
  statusDetail,
  statusLabel,
  waitingText,
} from './booking-labels.ts';

/** The badge of the status; its tooltip says what the badge does not say (BOOK-12). */
function Status(booking: Booking) {
  const more = [statusDetail(booking.status), waitingText(booking, Date.now())].filter((text) => text !== null);
  const badge = <StatusBadge {...statusLabel(booking.status)} />;
  return more.length === 0 ? badge : <span data-tip={more.join(', ')}>{badge}</span>;
}

export function MechanicName({ booking, isWhole = false }: { booking: Booking; isWhole?: boolean }) {
  if (!booking.mechanic) return <Badge>Unassigned</Badge>;
  return <PersonLink person={booking.mechanic} as="mechanic" isWhole={isWhole} />;
}

function Customer({ customer }: { customer: Booking['customer'] }) {
  return (
    <>
      <PersonLink person={customer} as="customer" className="font-medium" />
      <span className="numeric block truncate text-ink-soft">{orNotAvailable(customer?.phone)}</span>
      <span className="block truncate text-ink-soft" data-tip={customer?.email ?? undefined}>
        {orNotAvailable(customer?.email)}
      </span>
    </>
  );
}

/** The service with its kind; the tooltip shows the whole text and the location (BOOK-04). */
function Service({ booking }: { booking: Booking }) {
  const summary = serviceSummary(booking);
  return (
    <div data-tip={`${summary} · Location: ${formatPlace(booking.location)}`}>
      <span className="block truncate">{summary}</span>
      <span className="block truncate text-ink-soft">{kindLabel(booking.kind)}</span>
    </div>
  );
}

/** The end of the id, and how many notes the booking has. */
function BookingId({ id, noteCount }: Booking) {
  return (
    <>
      <CopyableId id={id} shown={shortId(id)} />
      <NoteCount count={noteCount} />
    </>
  );
}

/** The columns of the bookings (BOOK-04). */
export const BOOKING_COLUMNS: readonly ListColumn<Booking>[] = [
  {
    header: 'Booking ID',
    width: '6.25rem',
    sort: SORT_BY_DATE,
    cell: BookingId,
  },
  {
    header: 'Customer',
    // Room beyond what the other columns need is for names first.
    width: 'clamp(7.75rem, 50cqi - 21.25rem, 17rem)',
    lines: 3,
    cell: (booking) => <Customer customer={booking.customer} />,
  },
  { header: 'Service/Problem', width: 'auto', lines: 2, cell: (booking) => <Service booking={booking} /> },
  {
    header: 'Mechanic',
    width: 'clamp(6.75rem, 50cqi - 22.5rem, 11rem)',
    cell: (booking) => <MechanicName booking={booking} />,
  },
  {
    header: 'Date and Time',
    width: '7rem',
    lines: 2,
    cell: (booking) => <Timestamp at={bookingTimestamp(booking)} />,
  },
  {
    ...moneyColumn<Booking>('Amount', '6.25rem', (booking) => booking.amounts?.totalPaise),
    cell: (booking) => formatBookingRupees(booking.amounts?.totalPaise),
  },
  { header: 'Status', width: '9.25rem', cell: Status },
];

/** The card of a booking on a phone. */
export function bookingCard(booking: Booking): ListCard {
  const timestamp = bookingTimestamp(booking);
  return {
    id: <BookingId {...booking} />,
    status: <Status {...booking} />,
    person: <PersonLink person={booking.customer} as="customer" />,
    amount: formatBookingRupees(booking.amounts?.totalPaise),
    more: (
      <>
        <span className="block truncate">{serviceSummary(booking)}</span>
        <span className="numeric block truncate">
          {orNotAvailable(booking.customer?.phone)} · {formatDateTime(timestamp)}
        </span>
        <span className="block truncate">
          {booking.mechanic ? orNotAvailable(booking.mechanic.name) : 'Unassigned'}
        </span>
      </>
    ),
  };
}
