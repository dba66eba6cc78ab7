import { type Booking, type BookingStatus, chargesOf } from '@wayside/contract/bookings';
import { BOOKING_KINDS } from '@wayside/contract/filter-values';
import { stripUnknownPrefix } from '@wayside/contract/wire/fields';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import {
  capitalise,
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
  const statusText = orNotAvailable(status);
  return lookUp(STATUS_LABELS, statusText) ?? { label: verbatim(stripUnknownPrefix(statusText)), tone: 'neutral' };
}

/**
 * Returns the detail that a status badge does not show, such as "Accepted" for a booking with the badge "In
 * Progress". Null if the badge shows everything (BOOK-12).
 */
export function statusDetail(status: Booking['status']): string | null {
  const detail = STATUS_OPTIONS.find(({ value }) => value === status)?.label;
  return detail === undefined || detail === statusLabel(status).label ? null : t(detail);
}

const MINUTE_MS = 60_000;

/** Returns how long a booking has waited for a mechanic: "waiting 12 min". Null if it is not waiting (BOOK-12). */
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

/** Returns a message for each amount of a booking that does not add up (BOOK-13). */
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

/** Returns the badge of a payment status. Every known status except "paid" is highlighted (BOOK-10). */
export function paymentStatusLabel(status: Booking['paymentStatus']): StatusLabel {
  if (status === null) return { label: verbatim(notAvailable()), tone: 'neutral' };
  const label = lookUp(PAYMENT_STATUS_LABELS, status)?.label ?? verbatim(capitalise(orNotAvailable(status)));
  return { label, tone: status === 'paid' ? 'success' : 'danger' };
}

const KIND_LABELS: Readonly<Record<(typeof BOOKING_KINDS)[number], Message>> = {
  services: msg('Services'),
  emergency: msg('Emergency'),
};

/** The options of the filter by kind. */
export const KIND_OPTIONS = BOOKING_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** Returns "Services", "Emergency", or an external provider's own value. */
export function kindLabel(kind: Booking['kind']): string {
  const kindText = orNotAvailable(kind);
  return t(lookUp<Message>(KIND_LABELS, kindText) ?? verbatim(capitalise(kindText)));
}

/** Returns the services with their prices, the problem of an emergency, or N/A (BOOK-09). */
export function serviceSummary({ services, problem }: Booking): string {
  if (services.length > 0) {
    return services
      .map(({ name, pricePaise }) => `${orNotAvailable(name)} (${formatBookingRupees(pricePaise)})`)
      .join(', ');
  }
  return problem ? t('Emergency: {problem}', { problem }) : notAvailable();
}

/** Returns the time of the appointment, or the creation time if there is no appointment (BOOK-09). */
export function bookingTimestamp({ scheduledAt, createdAt }: Booking): string | null {
  return scheduledAt ?? createdAt;
}

/** Returns coordinates, latitude first: "19.0760, 72.8777" (BOOK-09). */
export function formatLocation(location: Booking['location']): string {
  return location ? formatCoordinates(location.latitude, location.longitude) : notAvailable();
}
