import type { Booking } from '@wayside/contract/bookings';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { capitalised, formatCoordinates, formatRupees, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { StatusLabel } from '../../ui/badge.tsx';

const COMPLETED: StatusLabel = { label: 'Completed', tone: 'success' };
const IN_PROGRESS: StatusLabel = { label: 'In Progress', tone: 'info' };

/** The badge of each status (BOOK-05). */
const STATUS_LABELS: Readonly<Record<string, StatusLabel>> = {
  completed: COMPLETED,
  rating_given: COMPLETED,
  accepted: IN_PROGRESS,
  arrived: IN_PROGRESS,
  pending: { label: 'Pending', tone: 'warning' },
  user_confirmed: { label: 'User Confirmed', tone: 'info' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
};

/** The badge of a status; an unknown status is shown as it is (BOOK-05). */
export function statusLabel(status: Booking['status']): StatusLabel {
  const word = orNotAvailable(status);
  return lookUp(STATUS_LABELS, word) ?? { label: wordAsGiven(word), tone: 'neutral' };
}

/** The badge of a payment status; every status but "paid" stands out (BOOK-10). */
export function paymentStatusLabel(status: Booking['paymentStatus']): StatusLabel {
  return status === 'paid'
    ? { label: 'Paid', tone: 'success' }
    : { label: capitalised(orNotAvailable(status)), tone: 'danger' };
}

/** "Services", "Emergency", or the word of an external provider. */
export function kindLabel(kind: Booking['kind']): string {
  return capitalised(orNotAvailable(kind));
}

/** The services with their prices, or the problem of an emergency, or N/A (BOOK-09). */
export function serviceSummary({ services, problem }: Booking): string {
  if (services.length > 0) {
    return services
      .map(({ name, pricePaise }) => `${orNotAvailable(name)} (${formatRupees(pricePaise)})`)
      .join(', ');
  }
  return problem ? `Emergency: ${problem}` : NOT_AVAILABLE;
}

/** The appointment, or the creation where there is none (BOOK-09). */
export function bookingTimestamp({ scheduledAt, createdAt }: Booking): string | null {
  return scheduledAt ?? createdAt;
}

/** "19.0760, 72.8777": latitude first (BOOK-09). */
export function formatPlace(location: Booking['location']): string {
  return location ? formatCoordinates(location.latitude, location.longitude) : NOT_AVAILABLE;
}
