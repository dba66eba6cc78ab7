import type { Booking } from '@wayside/contract/bookings';
import { LONG_WAIT_MINUTES } from '@wayside/contract/filter-values';
import { BOOKING_LIST } from '@wayside/contract/lists';
import { msg, t } from '../../languages/text.ts';
import { formatBookingRupees, formatDateTime, orNotAvailable, shortId } from '../../lib/format.ts';
import { moneyColumn, Timestamp } from '../../list/list-columns.tsx';
import {
  type FixedFilter,
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
  SORT_BY_DATE,
} from '../../list/list-definition.ts';
import { createListExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { bookingsUrl } from '../../list/list-urls.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { NoteCount } from '../notes/note-count.tsx';
import { PersonLink } from '../people/person-link.tsx';
import {
  bookingTimestamp,
  formatLocation,
  KIND_OPTIONS,
  kindLabel,
  STATUS_OPTIONS,
  serviceSummary,
  statusDetail,
  statusLabel,
  waitingText,
} from './booking-labels.ts';
import { bookings } from './bookings-queries.ts';
import { MechanicName } from './mechanic-name.tsx';

/** The status badge, with the exact status below it if several statuses share the badge (PEOP-04, BOOK-12). */
function Status(booking: Booking) {
  const detail = statusDetail(booking.status);
  const more = [detail, waitingText(booking, Date.now())].filter((text) => text !== null);
  const badge = <StatusBadge {...statusLabel(booking.status)} />;
  if (more.length === 0) return badge;
  return (
    <span className="inline-grid max-w-full justify-items-start" data-tip={more.join(', ')}>
      {badge}
      {detail !== null && <span className="pl-2 text-xs text-ink-soft">{detail}</span>}
    </span>
  );
}

function Customer({ customer }: { customer: Booking['customer'] }) {
  return (
    <>
      <PersonLink person={customer} as="customer" className="font-medium" />
      <span translate="no" className="numeric block truncate text-ink-soft">
        {orNotAvailable(customer?.phone)}
      </span>
      <span className="block truncate text-ink-soft" data-tip={customer?.email ?? undefined}>
        {orNotAvailable(customer?.email)}
      </span>
    </>
  );
}

/** The number of services that a row shows; the tooltip shows all. */
const MAX_SERVICES = 2;
/** The longest name that fits into three lines. */
const SHORT_NAME_LENGTH = 40;

/** The services with their prices, or the problem of an emergency. Prices are never truncated (BOOK-09, PEOP-05). */
function ServiceNames({ booking }: { booking: Booking }) {
  const { services } = booking;
  if (services.length === 0) return <span className="line-clamp-2">{serviceSummary(booking)}</span>;
  const [only] = services;
  if (services.length === 1 && (only?.name?.length ?? 0) <= SHORT_NAME_LENGTH)
    return (
      <span className="block">
        {orNotAvailable(only?.name)}{' '}
        <span translate="no" className="numeric whitespace-nowrap">
          ({formatBookingRupees(only?.pricePaise)})
        </span>
      </span>
    );
  const shown = services.length > MAX_SERVICES ? services.slice(0, 1) : services;
  return (
    <>
      {shown.map((service, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a booking may have a service twice
        <span key={index} className="flex items-end gap-1">
          <span className={services.length > 1 ? 'truncate' : 'line-clamp-2'}>{orNotAvailable(service.name)}</span>{' '}
          <span className="numeric shrink-0">
            ({formatBookingRupees(service.pricePaise)}){index < shown.length - 1 && ','}
          </span>
        </span>
      ))}
      {services.length > shown.length && (
        <span className="block text-ink-soft">
          {t('and {count} more', { count: services.length - shown.length })}
        </span>
      )}
    </>
  );
}

/** The service with its kind; the tooltip shows the complete text and the location (BOOK-04). */
function Service({ booking }: { booking: Booking }) {
  const summary = serviceSummary(booking);
  return (
    <div data-tip={`${summary} · ${t('Location: {place}', { place: formatLocation(booking.location) })}`}>
      <ServiceNames booking={booking} />
      <span className="block truncate text-ink-soft">{kindLabel(booking.kind)}</span>
    </div>
  );
}

function BookingId({ id, noteCount }: Booking) {
  return (
    <>
      <CopyableId id={id} shown={shortId(id)} />
      <NoteCount count={noteCount} />
    </>
  );
}

const BOOKING_COLUMNS: readonly ListColumn<Booking>[] = [
  {
    header: msg('Booking ID'),
    width: '6.25rem',
    sort: SORT_BY_DATE,
    cell: BookingId,
  },
  {
    header: msg('Customer'),
    // Names get the space that the other columns do not need.
    width: 'clamp(7.75rem, 36cqi - 13.3rem, 15rem)',
    lines: 3,
    cell: (booking) => <Customer customer={booking.customer} />,
  },
  { header: msg('Service/Problem'), width: 'auto', lines: 2, cell: (booking) => <Service booking={booking} /> },
  {
    header: msg('Mechanic'),
    width: 'clamp(6.75rem, 33cqi - 12.05rem, 11rem)',
    isSecondary: true,
    cell: (booking) => <MechanicName booking={booking} />,
  },
  {
    header: msg('Date and Time'),
    width: '6.5rem',
    lines: 2,
    isSecondary: true,
    cell: (booking) => <Timestamp at={bookingTimestamp(booking)} />,
  },
  {
    ...moneyColumn<Booking>(msg('Amount'), '7.5rem', (booking) => booking.amounts?.totalPaise),
    cell: (booking) => formatBookingRupees(booking.amounts?.totalPaise),
  },
  { header: msg('Status'), width: '8.875rem', lines: 2, cell: Status },
];

function bookingCard(booking: Booking): ListCard {
  const timestamp = bookingTimestamp(booking);
  return {
    id: <BookingId {...booking} />,
    status: <Status {...booking} />,
    person: <PersonLink person={booking.customer} as="customer" />,
    amount: formatBookingRupees(booking.amounts?.totalPaise),
    more: (
      <>
        <ServiceNames booking={booking} />
        <span className="numeric block truncate">
          {orNotAvailable(booking.customer?.phone)} · {formatDateTime(timestamp)}
        </span>
        <span className="block truncate">
          {booking.mechanic ? orNotAvailable(booking.mechanic.name) : t('Unassigned')}
        </span>
      </>
    ),
  };
}

const BookingDetails = lazyPart(() => import('./booking-details.tsx'), 'BookingDetails');

const LABELS: ListLabels = {
  title: msg('Bookings'),
  subtitle: msg('Every service and roadside booking'),
  heading: msg('All Bookings'),
  noun: { one: msg('booking'), many: msg('bookings') },
  search: msg('Search by booking ID'),
  searchHint: msg('ID, phone, name, amount, transaction ID'),
  empty: msg('No bookings available'),
  noMatch: msg('No bookings found matching your criteria'),
  error: loadError(
    msg('Error Loading Bookings'),
    msg('Failed to fetch bookings'),
    msg('Failed to load bookings. Please try again.'),
  ),
};

const FILTERS: readonly ListFilter<'status' | 'kind' | 'assigned'>[] = [
  { key: 'status', label: msg('Status'), all: msg('All Status'), options: STATUS_OPTIONS },
  {
    key: 'kind',
    label: msg('Type'),
    all: msg('All Types'),
    options: KIND_OPTIONS,
  },
  {
    key: 'assigned',
    label: msg('Mechanic'),
    all: msg('Any Mechanic'),
    options: [{ value: 'no', label: msg('Unassigned') }],
  },
];

const FIXED_FILTERS: readonly FixedFilter<'customer' | 'mechanic' | 'waiting', Booking>[] = [
  { key: 'customer', label: msg('Customer'), nameIn: (booking) => booking.customer?.name },
  { key: 'mechanic', label: msg('Mechanic'), nameIn: (booking) => booking.mechanic?.name },
  { key: 'waiting', label: msg('Waiting'), value: () => t('over {minutes} min', { minutes: LONG_WAIT_MINUTES }) },
];

/** Bookings (BOOK-01 to BOOK-11). */
export function BookingsScreen() {
  return (
    <ListScreen
      url={bookingsUrl}
      query={bookings.query}
      counted={bookings.counted}
      labels={LABELS}
      exported={createListExport(BOOKING_LIST, { call: (calls) => calls.exportBookings })}
      filters={FILTERS}
      fixedFilters={FIXED_FILTERS}
      days={{ label: msg('Booked') }}
      selectable={{ list: 'bookings' }}
      columns={BOOKING_COLUMNS}
      card={bookingCard}
      actionsWidth="4.625rem"
      idOf={(booking: Booking) => booking.id}
      nameOf={(booking: Booking) => t('booking {id}', { id: shortId(booking.id) })}
      details={(id, row, close) => <BookingDetails id={id} row={row} onClose={close} />}
    />
  );
}
