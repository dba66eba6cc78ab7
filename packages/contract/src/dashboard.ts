import * as z from 'zod/mini';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, list, maybe, numeric, openEnum, text, unlessNull } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import { fullList } from './wire/paging.ts';
import { countUnreadable, type Wire, wireValue } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('dashboard');

/** A number, or text formatted by an external provider. */
const statValue: Wire<number | string> = wireValue(z.union([z.number(), z.string()]), (value) => value);

const statFields = {
  title: maybe(text),
  /** In rupees, not paise, if the icon is IndianRupee or CreditCard (DASH-06). */
  value: maybe(statValue),
  /** The change, such as "+12.5%", or "N/A" if there is nothing to compare with. */
  change: maybe(text),
  trend: maybe(openEnum(['up', 'down', 'other'])),
  /** The additions of this month until now, in the unit of `value`; null for an external provider (PEOP-06). */
  added: unlessNull(numeric),
  /** The additions of last month until the same day and time of day. */
  addedBefore: unlessNull(numeric),
  icon: maybe(openEnum(['Calendar', 'IndianRupee', 'DollarSign', 'Users', 'CreditCard', 'Wrench'])),
};
/** A card of the dashboard (DASH-02). */
export type Stat = DomainOf<typeof statFields>;
const stat: Wire<Stat> = wireObject(statFields);

const dayOfBookings = wireObject({ day: maybe(text), bookings: maybe(numeric) });
/** `amount` is in rupees, because it is only drawn and never used in a calculation (DASH-04). */
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
  response: countUnreadable(success({ stats: list(stat), charts: maybe(charts) })),
});

/**
 * Kinds of records that can need attention (WORK-01). Only the badge of the roadside desk counts unclaimed
 * emergencies (ROAD-02). For the user who made it, a request that needs a second user's approval counts as one of
 * `own_requests` (TEAM-06).
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

/** An approved payment needs attention if no user has recorded it for longer than this (OWN-08). */
export const LONG_UNRECORDED_HOURS = 24;

const fields = {
  kind: openEnum(ATTENTION_KINDS),
  count: numeric,
  /** The time since which the oldest of them has been pending; null if it is unknown. */
  oldestAt: maybe(instant),
  /** The missing amount of `yesterday_shortfall`; null for other kinds. */
  amountPaise: unlessNull(rupees),
};
/** Records of one kind that need attention. */
export type AttentionItem = DomainOf<typeof fields>;
const attentionItem: Wire<AttentionItem> = wireObject(fields, { amountPaise: 'amount' });

/** Lists the items that need attention and that the caller may see, oldest first (WORK-01, WORK-02). */
export const getAttention = endpoint('getAttention', 'GET /admin/attention', {
  permission: 'records:read',
  summary:
    'The number of records of each kind that need attention, and since when the oldest has been waiting, oldest first. Only kinds that the role may read and that are not empty.',
  response: fullList(attentionItem),
});
