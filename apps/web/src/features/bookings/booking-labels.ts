import { type Booking, type BookingStatus, chargesOf } from '@wayside/contract/bookings';
import { BOOKING_KINDS } from '@wayside/contract/filter-values';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import {
  capitalised,
  formatBookingRupees,
  formatCoordinates,
  formatExactRupees,
  notAvailable,
  orNotAvailable,
} from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { StatusLabel } from '../../ui/badge.tsx';
import { PAYMENT_STATUS_LABELS } from '../payments/payment-labels.tsx';

const COMPLETED: StatusLabel = { label: msg('Completed'), tone: 'success' };
const IN_PROGRESS: StatusLabel = { label: msg('In Progress'), tone: 'info' };

const STATUS_LABELS: Readonly<Record<string, StatusLabel>> = {
  completed: COMPLETED,
  rating_given: COMPLETED,
  accepted: IN_PROGRESS,
  arrived: IN_PROGRESS,
  pending: { label: msg('Pending'), tone: 'warning' },
  user_confirmed: { label: msg('User Confirmed'), tone: 'info' },
  cancelled: { label: msg('Cancelled'), tone: 'danger' },
};

/** The label of each status, for its filter (BOOK-02) and where the badge is less specific (BOOK-12). */
export const STATUS_OPTIONS: readonly { readonly value: BookingStatus; readonly label: Message }[] = [
  { value: 'pending', label: msg('Pending') },
  { value: 'accepted', label: msg('Accepted') },
  { value: 'arrived', label: msg('Arrived') },
  { value: 'completed', label: msg('Completed') },
  { value: 'user_confirmed', label: msg('User Confirmed') },
  { value: 'rating_given', label: msg('Rating Given') },
  { value: 'cancelled', label: msg('Cancelled') },
];

export function statusLabel(status: Booking['status']): StatusLabel {
  const word = orNotAvailable(status);
  return lookUp(STATUS_LABELS, word) ?? { label: verbatim(wordAsGiven(word)), tone: 'neutral' };
}

/**
 * The part of a status that its badge does not show: "Accepted" beside "In Progress"; null if the badge shows
 * everything (BOOK-12).
 */
export function statusDetail(status: Booking['status']): string | null {
  const words = STATUS_OPTIONS.find(({ value }) => value === status)?.label;
  return words === undefined || words === statusLabel(status).label ? null : t(words);
}

const MINUTE_MS = 60_000;

/** How long a booking has waited for a mechanic: "waiting 12 min"; null where it does not wait (BOOK-12). */
export function waitingText({ status, createdAt }: Booking, now: number): string | null {
  if (status !== 'pending' || createdAt === null) return null;
  const minutes = Math.floor((now - Date.parse(createdAt)) / MINUTE_MS);
  if (!(minutes >= 0)) return null;
  if (minutes === 0) return t('waiting less than a minute');
  if (minutes < 60) return t('waiting {minutes} min', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return t('waiting {days} days', { days: Math.floor(hours / 24) });
  const rest = minutes % 60;
  return rest === 0
    ? t('waiting {hours} h', { hours })
    : t('waiting {hours} h {minutes} min', { hours, minutes: rest });
}

/** Sentences about amounts of a booking that do not add up (BOOK-13). */
export function breakdownIssues(booking: Booking): string[] {
  const { totalPaise = null, discountPaise = null, paidPaise = null, duePaise = null } = booking.amounts ?? {};
  if (totalPaise === null) return [];
  const charges = Object.values(chargesOf(booking) ?? {}).filter((charge) => charge !== null);
  const parts = charges.reduce((sum, charge) => sum + charge, -(discountPaise ?? 0));
  const total = formatExactRupees(totalPaise);
  const issues: string[] = [];
  if (charges.length > 0 && parts !== totalPaise)
    issues.push(t('The parts add up to {sum}, but the total is {total}', { sum: formatExactRupees(parts), total }));
  if (paidPaise !== null && duePaise !== null && paidPaise + duePaise !== totalPaise)
    issues.push(
      t('Paid and due add up to {sum}, but the total is {total}', {
        sum: formatExactRupees(paidPaise + duePaise),
        total,
      }),
    );
  return issues;
}

/** The badge of a payment status; every known status except "paid" is highlighted (BOOK-10). */
export function paymentStatusLabel(status: Booking['paymentStatus']): StatusLabel {
  if (status === null) return { label: verbatim(notAvailable()), tone: 'neutral' };
  const label = lookUp(PAYMENT_STATUS_LABELS, status)?.label ?? verbatim(capitalised(orNotAvailable(status)));
  return { label, tone: status === 'paid' ? 'success' : 'danger' };
}

const KIND_LABELS: Readonly<Record<(typeof BOOKING_KINDS)[number], Message>> = {
  services: msg('Services'),
  emergency: msg('Emergency'),
};

/** The kinds of bookings, for their filter. */
export const KIND_OPTIONS = BOOKING_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** "Services", "Emergency", or the word of an external provider. */
export function kindLabel(kind: Booking['kind']): string {
  const word = orNotAvailable(kind);
  return t(lookUp<Message>(KIND_LABELS, word) ?? verbatim(capitalised(word)));
}

/** The services with their prices, or the problem of an emergency, or N/A (BOOK-09). */
export function serviceSummary({ services, problem }: Booking): string {
  if (services.length > 0) {
    return services
      .map(({ name, pricePaise }) => `${orNotAvailable(name)} (${formatBookingRupees(pricePaise)})`)
      .join(', ');
  }
  return problem ? t('Emergency: {problem}', { problem }) : notAvailable();
}

/** The appointment, or the creation where there is none (BOOK-09). */
export function bookingTimestamp({ scheduledAt, createdAt }: Booking): string | null {
  return scheduledAt ?? createdAt;
}

/** "19.0760, 72.8777": latitude first (BOOK-09). */
export function formatPlace(location: Booking['location']): string {
  return location ? formatCoordinates(location.latitude, location.longitude) : notAvailable();
}
