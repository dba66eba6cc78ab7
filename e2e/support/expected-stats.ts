import type { Booking } from '@wayside/contract/bookings';
import type { Mechanic } from '@wayside/contract/mechanics';
import type { Payment } from '@wayside/contract/payments';
import type { User } from '@wayside/contract/users';

const dayMs = 86_400_000;
/** India has no daylight saving time: its calendar is that of UTC, shifted. */
const indiaMs = 19_800_000;

/** A count, or an amount in paise, at a timestamp. */
export interface Entry {
  readonly at: string | null;
  readonly value: number;
}

export const bookingEntries = (bookings: readonly Booking[]): Entry[] =>
  bookings.map(({ createdAt }) => ({ at: createdAt, value: 1 }));

export const paymentEntries = (payments: readonly Payment[], status: string): Entry[] =>
  payments
    .filter((payment) => payment.status === status)
    .map(({ transactedAt, createdAt, amountPaise }) => ({
      at: transactedAt ?? createdAt,
      value: amountPaise ?? 0,
    }));

export const userEntries = (users: readonly User[]): Entry[] =>
  users.filter(({ isBlocked }) => !isBlocked).map(({ createdAt }) => ({ at: createdAt, value: 1 }));

export const mechanicEntries = (mechanics: readonly Mechanic[]): Entry[] =>
  mechanics
    .filter(({ isBlocked, status }) => !isBlocked && status === 'approved')
    .map(({ createdAt }) => ({ at: createdAt, value: 1 }));

/** The sum of all entries, or of those in a half-open interval. */
export function sumOf(
  entries: readonly Entry[],
  from = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
) {
  const isAlways = from === Number.NEGATIVE_INFINITY;
  return entries
    .filter(({ at }) => (at === null ? isAlways : Date.parse(at) >= from && Date.parse(at) < until))
    .reduce((sum, { value }) => sum + value, 0);
}

/** "+12.5% from last month", unless the former value is zero, and what it compares (DASH-02, DASH-06, PEOP-06). */
export function expectedChange(
  entries: readonly Entry[],
  now: number,
  format: (value: number) => string,
  noun = '',
): string {
  const local = new Date(now + indiaMs);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const thisMonth = Date.UTC(year, month) - indiaMs;
  const lastMonth = Date.UTC(year, month - 1) - indiaMs;
  const daysInLastMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const until = day > daysInLastMonth ? thisMonth : lastMonth + (now - thisMonth);
  const before = sumOf(entries, lastMonth, until);
  const added = sumOf(entries, thisMonth, now);
  const compared = `${format(added)}${noun} this month, ${format(before)} by this day last month`;
  if (before === 0) return compared;
  const percent = Math.round(((added - before) / before) * 1000) / 10;
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)}% from last month ${compared}`;
}

/** The last seven days in India, oldest first, each with its short name and its sum (DASH-07). */
export function expectedDays(entries: readonly Entry[], now: number): { day: string; sum: number }[] {
  const today = Math.floor((now + indiaMs) / dayMs) * dayMs;
  return [6, 5, 4, 3, 2, 1, 0].map((ago) => {
    const start = today - ago * dayMs;
    const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(start).getUTCDay()] ?? '';
    return { day, sum: sumOf(entries, start - indiaMs, start - indiaMs + dayMs) };
  });
}
