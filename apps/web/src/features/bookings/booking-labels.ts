import type { Booking } from '@wayside/contract/bookings';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { capitalised, formatCoordinates, formatRupees, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { Tone } from '../../ui/badge.tsx';

interface Label {
  readonly label: string;
  readonly tone: Tone;
}

const COMPLETED: Label = { label: 'Completed', tone: 'success' };
const IN_PROGRESS: Label = { label: 'In Progress', tone: 'info' };

/** What the badge of a status says (BOOK-05). */
const STATUS_LABELS: Readonly<Record<string, Label>> = {
  completed: COMPLETED,
  rating_given: COMPLETED,
  accepted: IN_PROGRESS,
  arrived: IN_PROGRESS,
  pending: { label: 'Pending', tone: 'warning' },
  user_confirmed: { label: 'User Confirmed', tone: 'info' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
};

/** A booking's status as its badge; one that we don't know as it is (BOOK-05). */
export function statusLabel(status: Booking['status']): Label {
  const word = orNotAvailable(status);
  return lookUp(STATUS_LABELS, word) ?? { label: wordAsGiven(word), tone: 'neutral' };
}

/** Paid, or anything else, which is what somebody has to look at (BOOK-10). */
export function paymentStatusLabel(status: Booking['paymentStatus']): Label {
  return status === 'paid'
    ? { label: 'Paid', tone: 'success' }
    : { label: capitalised(orNotAvailable(status)), tone: 'danger' };
}

/** "Services", "Emergency", or what another provider calls it. */
export function kindLabel(kind: Booking['kind']): string {
  return capitalised(orNotAvailable(kind));
}

/** The services with their prices, or the emergency's problem, else N/A (BOOK-09). */
export function serviceSummary({ services, problem }: Booking): string {
  if (services.length > 0) {
    return services
      .map(({ name, pricePaise }) => `${orNotAvailable(name)} (${formatRupees(pricePaise)})`)
      .join(', ');
  }
  return problem ? `Emergency: ${problem}` : NOT_AVAILABLE;
}

/** When it takes place; when it was made, where nothing is agreed (BOOK-09). */
export function bookingTimestamp({ scheduledAt, createdAt }: Booking): string | null {
  return scheduledAt ?? createdAt;
}

/** "19.0760, 72.8777": latitude first, although it is stored the other way round (BOOK-09). */
export function formatPlace(location: Booking['location']): string {
  return location ? formatCoordinates(location.latitude, location.longitude) : NOT_AVAILABLE;
}
