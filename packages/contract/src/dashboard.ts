import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { list, maybe, numeric, openEnum, text, unlessNull } from './wire/fields.ts';
import { countUnreadable, type Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';
import { wireValue } from './wire/wire-value.ts';

/** A number, or text that another provider has formatted. */
const statValue: Wire<number | string> = wireValue(z.union([z.number(), z.string()]), (value) => value);

const statFields = {
  title: maybe(text),
  /** Rupees where the icon is IndianRupee or CreditCard (DASH-06); the contract leaves it as the wire has it. */
  value: maybe(statValue),
  /** "+12.5%", or "N/A" where there is nothing to compare with. */
  change: maybe(text),
  trend: maybe(openEnum(['up', 'down', 'other'])),
  /** What came this month until now, in the unit of `value`. Null of another provider (PEOP-06). */
  added: unlessNull(numeric),
  /** The same of last month until the same day and clock time. */
  addedBefore: unlessNull(numeric),
  icon: maybe(openEnum(['Calendar', 'IndianRupee', 'DollarSign', 'Users', 'CreditCard', 'Wrench'])),
};
/** A card of the dashboard (DASH-02). */
export type Stat = DomainOf<typeof statFields>;
const stat: Wire<Stat> = wireObject(statFields);

const dayOfBookings = wireObject({ day: maybe(text), bookings: maybe(numeric) });
/** `amount` is in rupees: it is drawn, and nothing is computed from it (DASH-04). */
const dayOfEarnings = wireObject({ day: maybe(text), amountRupees: maybe(numeric) }, { amountRupees: 'amount' });
const charts = wireObject(
  { bookings: list(dayOfBookings), earnings: list(dayOfEarnings) },
  { bookings: 'bookingData', earnings: 'earningsData' },
);

/** GET /booking/get/dashboard (API-02, DASH-06, DASH-07). */
export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/booking/get/dashboard',
  permission: 'records:read',
  readScope: 'read:reports',
  summary: 'Five stats with their change against last month, and the last seven days of bookings and earnings.',
  tag: 'dashboard',
  answer: countUnreadable(success({ stats: list(stat), charts: maybe(charts) })),
});
