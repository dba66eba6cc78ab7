import * as z from 'zod/mini';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, list, maybe, numeric, openEnum, text, unlessNull } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import { wholeList } from './wire/paging.ts';
import { countUnreadable, type Wire, wireValue } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('dashboard');

/** A number, or text that another provider has formatted. */
const statValue: Wire<number | string> = wireValue(z.union([z.number(), z.string()]), (value) => value);

const statFields = {
  title: maybe(text),
  /** Rupees where the icon is IndianRupee or CreditCard (DASH-06); not converted to paise. */
  value: maybe(statValue),
  /** "+12.5%", or "N/A" where there is nothing to compare with. */
  change: maybe(text),
  trend: maybe(openEnum(['up', 'down', 'other'])),
  /** Additions this month until now, in the unit of `value`. Null of another provider (PEOP-06). */
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

/** API-02, DASH-06, DASH-07 */
export const getDashboard = endpoint('getDashboard', 'GET /booking/get/dashboard', {
  permission: 'records:read',
  readScope: 'read:reports',
  summary: 'Five stats with their change against last month, and the last seven days of bookings and earnings.',
  answer: countUnreadable(success({ stats: list(stat), charts: maybe(charts) })),
});

/**
 * Kinds of records that can need attention (WORK-01). Emergencies that no one has claimed are for the badge of the
 * desk alone (ROAD-02). A request that a
 * second person must approve is one of `own_requests` for the person who made it (TEAM-06).
 */
export const ATTENTION_KINDS = [
  'unclaimed_emergencies',
  'unassigned_emergencies',
  'waiting_bookings',
  'applications',
  'payouts_due',
  'approvals',
  'payments_to_record',
  'refunds_to_approve',
  'write_offs_to_approve',
  'own_requests',
  'refunds_without_response',
  'disputes_overdue',
  'disputes_due',
  'disagreeing_payments',
  'unreconciled_lines',
  'yesterday_shortfall',
  'failed_notifications',
  'failing_endpoints',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** An approved payment that no one has recorded for longer than this needs someone (OWN-08). */
export const LONG_UNRECORDED_HOURS = 24;

const fields = {
  kind: openEnum(ATTENTION_KINDS),
  count: numeric,
  /** Since when the oldest of them waits; null where its date is not known. */
  oldestAt: maybe(instant),
  /** For `yesterday_shortfall`: the missing amount; otherwise null. */
  amountPaise: unlessNull(rupees),
};
/** Records of one kind that need someone. */
export type AttentionItem = DomainOf<typeof fields>;
const attentionItem: Wire<AttentionItem> = wireObject(fields, { amountPaise: 'amount' });

/** Items that need attention and that the caller may see, oldest first (WORK-01, WORK-02). */
export const getAttention = endpoint('getAttention', 'GET /admin/attention', {
  permission: 'records:read',
  summary:
    'The number of records of each kind that need attention, and since when the oldest has been waiting, oldest first. Only kinds that the role may read and that are not empty.',
  answer: wholeList(attentionItem),
});
