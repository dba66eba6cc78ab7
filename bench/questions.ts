import { listBookings } from '@wayside/contract/bookings';
import { BOOKING_LIST } from '@wayside/contract/lists';
import { listMechanics } from '@wayside/contract/mechanics';
import { listPayments } from '@wayside/contract/payments';
import { listUsers } from '@wayside/contract/users';
import type pg from 'pg';

/** Rows per page. */
const LIMIT = 10;

/** Reads one value from a database, as text. */
const reader = (client: pg.Client) => async (sql: string) =>
  String(Object.values((await client.query(sql)).rows[0] ?? {})[0] ?? '');

/** Calls of the web app by description, each with path and query. */
export type Questions = Readonly<Record<string, string>>;

const callOf = (path: string, query: Readonly<Record<string, string | number>>): string =>
  `${path}?${new URLSearchParams({ page: '1', limit: String(LIMIT), ...Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])) })}`;

const BOOKINGS = listBookings.path;
const PAYMENTS = listPayments.path;
const USERS = listUsers.path;
const MECHANICS = listMechanics.path;
const { customerId, mechanicId } = BOOKING_LIST.filters;
const FULL = "record_state = 'full'";

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const lastDays = (days: number) => ({ from: daysAgo(days - 1), to: daysAgo(0) });

/**
 * Returns the calls that a user makes on a filled database: lists, pages, orders, filters, searches, details and
 * overviews (FIND-04).
 */
export async function questionsOf(client: pg.Client): Promise<Questions> {
  const read = reader(client);
  const pages = async (
    name: string,
    [path, table, condition]: readonly [path: string, table: string, condition: string],
    query: Readonly<Record<string, string>> = {},
  ): Promise<Questions> => {
    const rows = Number(await read(`SELECT count(*) FROM ${table} WHERE ${condition}`));
    const last = Math.max(1, Math.ceil(rows / LIMIT));
    return {
      [`${name}: first page`]: callOf(path, query),
      [`${name}: middle page`]: callOf(path, { ...query, page: Math.ceil(last / 2) }),
      [`${name}: last page`]: callOf(path, { ...query, page: last }),
    };
  };
  const since = (days: number) => `occurred_at >= day_start('${daysAgo(days - 1)}', business_time_zone())`;
  const bookings = (condition: string) => [BOOKINGS, 'bookings', `${FULL} AND ${condition}`] as const;
  const payments = (condition: string) => [PAYMENTS, 'payments', `${FULL} AND ${condition}`] as const;
  const booking = await read(`SELECT id FROM bookings WHERE ${FULL} ORDER BY listed_at DESC OFFSET 77 LIMIT 1`);
  const payment = await read(`SELECT id FROM payments WHERE ${FULL} ORDER BY occurred_at DESC OFFSET 77 LIMIT 1`);
  const customer = await read(
    `SELECT customer_id FROM bookings WHERE ${FULL} AND customer_id IS NOT NULL ORDER BY listed_at DESC OFFSET 78 LIMIT 1`,
  );
  const mechanic = await read(
    `SELECT mechanic_id FROM bookings WHERE ${FULL} AND mechanic_id IS NOT NULL ORDER BY listed_at DESC OFFSET 79 LIMIT 1`,
  );
  const emergency = await read(
    `SELECT booking_id FROM emergencies WHERE phase = 'pending' ORDER BY created_at DESC LIMIT 1`,
  );
  const person = (column: string) =>
    read(
      `SELECT ${column} FROM users WHERE ${FULL} AND num_nonnulls(phone, name, email) = 3 ORDER BY id OFFSET 77 LIMIT 1`,
    );
  const phone = await person("right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)");
  const transaction = await read(
    'SELECT transaction_id FROM payouts WHERE transaction_id IS NOT NULL ORDER BY id OFFSET 77 LIMIT 1',
  );
  const name = await person('name');
  const searched: Readonly<Record<string, string>> = {
    'a complete id': booking,
    'the last 6 characters of an id': booking.slice(-6),
    '6 characters within an id': booking.slice(10, 16),
    '6 characters at the beginning of ids': booking.slice(0, 6),
    '3 characters of an id': booking.slice(-3),
    'a phone number': `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`,
    'the last 6 digits of a phone': phone.slice(-6),
    '3 digits': phone.slice(-3),
    'a name': name,
    'a first name': name.split(' ')[0] ?? '',
    '3 letters of names': name.slice(0, 3),
    'a name that sounds alike': 'Bhawna Sharmaa',
    'a name that looks alike': `${name.slice(0, 3)}z${name.slice(3)}`,
    'a name that nobody has': 'Xylophagos Quibbleworth',
    'an email': await person('email'),
    'an amount': '₹1,078.50',
    'a transaction id': transaction,
  };
  const searches = (list: string, path: string, query: Readonly<Record<string, string>> = {}): Questions =>
    Object.fromEntries(
      Object.entries(searched).map(([what, search]) => [
        `${list}, search: ${what}`,
        callOf(path, { ...query, search }),
      ]),
    );
  return {
    ...(await pages('bookings', bookings('true'))),
    ...(await pages('bookings, completed', bookings("status = 'completed'"), { status: 'completed' })),
    ...(await pages('bookings, two statuses', bookings("status IN ('pending', 'completed')"), {
      status: 'pending,completed',
    })),
    ...(await pages('bookings, emergencies', bookings("kind = 'emergency'"), { kind: 'emergency' })),
    ...(await pages('bookings, unassigned', bookings('mechanic_id IS NULL'), { unassigned: 'true' })),
    ...(await pages('bookings, oldest first', bookings('true'), { sort: 'date' })),
    ...(await pages(
      'bookings of 90 days',
      bookings(`listed_at >= day_start('${daysAgo(89)}', business_time_zone())`),
      lastDays(90),
    )),
    ...(await pages('bookings of a mechanic', bookings(`mechanic_id = '${mechanic}'`), {
      [mechanicId?.wire ?? '']: mechanic,
    })),
    'bookings of a customer': callOf(BOOKINGS, { [customerId?.wire ?? '']: customer }),
    'bookings that wait long': callOf(BOOKINGS, { status: 'pending', waiting: 30 }),
    ...searches('bookings', BOOKINGS),
    'bookings, completed, search: a first name': callOf(BOOKINGS, {
      status: 'completed',
      search: name.split(' ')[0] ?? '',
    }),
    'bookings of 90 days, search: 3 letters of names': callOf(BOOKINGS, {
      ...lastDays(90),
      search: name.slice(0, 3),
    }),
    ...(await pages('payments', payments('true'))),
    ...(await pages('payments by amount', payments('true'), { sort: '-amount' })),
    ...(await pages('payments by UPI', payments("method = 'upi'"), { method: 'upi' })),
    ...(await pages('payments by UPI by amount', payments("method = 'upi'"), { method: 'upi', sort: '-amount' })),
    ...(await pages('payments, pending, by amount', payments("status = 'pending'"), {
      status: 'pending',
      sort: '-amount',
    })),
    ...(await pages('payments of 7 days by amount', payments(since(7)), { ...lastDays(7), sort: '-amount' })),
    ...(await pages('payments of 90 days by amount', payments(since(90)), { ...lastDays(90), sort: '-amount' })),
    ...(await pages('payments of a year by amount', payments(since(365)), { ...lastDays(365), sort: '-amount' })),
    ...(await pages('payments by UPI of 90 days by amount', payments(`method = 'upi' AND ${since(90)}`), {
      ...lastDays(90),
      method: 'upi',
      sort: '-amount',
    })),
    'payments of a booking': callOf(PAYMENTS, { bookingId: booking }),
    'payments that disagree': callOf(PAYMENTS, { disagrees: 'true' }),
    ...searches('payments', PAYMENTS),
    ...(await pages('customers', [USERS, 'users', FULL])),
    ...(await pages('customers by wallet', [USERS, 'users', FULL], { sort: '-wallet' })),
    ...searches('customers', USERS),
    ...(await pages('mechanics', [MECHANICS, 'mechanics', FULL])),
    ...(await pages('mechanics, approved', [MECHANICS, 'mechanics', `${FULL} AND status = 'approved'`], {
      status: 'approve',
    })),
    ...searches('mechanics', MECHANICS),
    ...(await pages('ledger entries', ['/admin/ledger', 'ledger_entries', 'true'], { sum: 'balance' })),
    ...(await pages('payments out', ['/admin/payments-out', 'payouts', 'true'])),
    'payments out, search: a transaction id': callOf('/admin/payments-out', { search: transaction }),
    ...(await pages('activity', ['/admin/activity', 'activity', 'true'])),
    notifications: callOf('/notification/getall', {}),
    'refunds and disputes': callOf('/admin/refunds', {}),
    'a booking': callOf(BOOKINGS, { search: booking }),
    'a booking’s timeline': `/admin/timeline/booking/${booking}`,
    'a payment': `/admin/payments/${payment}`,
    'a customer': `/admin/users/${customer}`,
    'a customer’s timeline': `/admin/timeline/user/${customer}`,
    'a customer’s counts': `/admin/record-counts/user/${customer}`,
    'a mechanic': `/admin/mechanics/${mechanic}`,
    'a mechanic’s timeline': `/admin/timeline/mechanic/${mechanic}`,
    'a mechanic’s counts': `/admin/record-counts/mechanic/${mechanic}`,
    'a mechanic’s balance': `/admin/mechanics/${mechanic}/balance`,
    'a mechanic’s earnings': callOf(`/admin/mechanics/${mechanic}/earnings`, {}),
    'a mechanic’s statement of a month': `/admin/mechanics/${mechanic}/statement?${new URLSearchParams(lastDays(30))}`,
    dashboard: '/booking/get/dashboard',
    'what needs attention': '/admin/attention',
    'payouts summary': '/admin/payouts/summary',
    'income of a month': `/admin/income?${new URLSearchParams({ from: daysAgo(0).slice(0, 7), to: daysAgo(0).slice(0, 7) })}`,
    'roadside desk': '/admin/roadside',
    'nearest mechanics': `/admin/roadside/${emergency}/mechanics`,
  };
}
