import {
  APPLICATION_QUEUES,
  APPLICATION_STATUSES,
  BOOKING_KINDS,
  BOOKING_STATUSES,
  LINE_AGES,
  LINE_STATES,
  LONG_WAIT_MINUTES,
  PAYMENT_METHODS,
  PAYMENT_OUT_KINDS,
  PAYMENT_STATUSES,
  REFUND_KINDS,
  REFUND_STATES,
  RUN_STATES,
  SETTLEMENT_FILE_KINDS,
  SETTLEMENT_STATES,
} from './filter-values.ts';
import { openEnum } from './wire/fields.ts';
import {
  defineList,
  flagFilter,
  type ListInputOf,
  minutesFilter,
  oneFilter,
  recordFilter,
  severalFilter,
  textFilter,
} from './wire/list-definition.ts';

/**
 * All lists with their filters, search, days and orders. `listEndpoints` creates their calls, and the web app's
 * `listUrl` their addresses.
 */

/** The booking statuses with a different spelling on the wire. */
export const BOOKING_STATUS_SPELLINGS = {
  accepted: 'accecpted',
  user_confirmed: 'userconform',
  rating_given: 'ratinggiven',
} as const;

/** Bookings (BOOK-01 to BOOK-03, VIEW-01 to VIEW-03). */
export const BOOKING_LIST = defineList({
  name: 'bookings',
  filters: {
    status: severalFilter(BOOKING_STATUSES, { spellings: BOOKING_STATUS_SPELLINGS }),
    customerId: recordFilter({ wire: 'userid', address: 'customer' }),
    mechanicId: recordFilter({ wire: 'mechanicid', address: 'mechanic' }),
    kind: oneFilter(BOOKING_KINDS, { isOwnServerOnly: true }),
    unassigned: flagFilter('assigned', 'no', true),
    waitingMinutes: minutesFilter({
      wire: 'waiting',
      address: 'waiting',
      set: { spelling: 'long', value: LONG_WAIT_MINUTES },
      isOwnServerOnly: true,
    }),
  },
  hasSearch: true,
  hasDays: true,
  orders: ['date'],
});
export type BookingFilters = ListInputOf<typeof BOOKING_LIST>;

/** Customers (USER-01, PEOP-06). `active` filters for customers who are not blocked. */
export const USER_LIST = defineList({
  name: 'users',
  filters: { active: flagFilter('active', 'yes', true) },
  hasSearch: true,
  orders: ['date', 'wallet'],
});
export type UserFilters = ListInputOf<typeof USER_LIST>;

/** The application statuses with a different spelling on the wire. */
export const APPLICATION_STATUS_SPELLINGS = {
  sent_for_verification: 'sendforverification',
  resent_for_verification: 'resendforverification',
  approved: 'approve',
} as const;

/**
 * Mechanics (MECH-01, PEOP-06, WORK-05). `active` filters for approved and unblocked mechanics, `application` for a
 * queue.
 */
export const MECHANIC_LIST = defineList({
  name: 'mechanics',
  filters: {
    status: severalFilter(APPLICATION_STATUSES, { spellings: APPLICATION_STATUS_SPELLINGS }),
    active: flagFilter('active', 'yes', true),
    application: oneFilter(APPLICATION_QUEUES, { isOwnServerOnly: true }),
  },
  hasSearch: true,
  orders: ['date', 'wallet'],
});
export type MechanicFilters = ListInputOf<typeof MECHANIC_LIST>;

/** Payments (PAYM-02, PAYM-07, BOOK-14). */
export const PAYMENT_LIST = defineList({
  name: 'payments',
  filters: {
    status: severalFilter(PAYMENT_STATUSES),
    method: oneFilter(PAYMENT_METHODS),
    bookingId: recordFilter({ address: 'booking' }),
    customerId: recordFilter({ wire: 'userId', address: 'customer' }),
    disagrees: flagFilter('disagreeing', 'yes', true),
  },
  hasSearch: true,
  hasDays: true,
  orders: ['date', 'amount'],
});
export type PaymentFilters = ListInputOf<typeof PAYMENT_LIST>;

/** Refunds and disputes (REFD-01, REFD-03). */
export const REFUND_LIST = defineList({
  name: 'refunds',
  filters: {
    state: severalFilter(REFUND_STATES),
    kind: oneFilter(REFUND_KINDS),
    paymentId: recordFilter({ address: 'payment' }),
    customerId: recordFilter({ address: 'customer' }),
  },
  hasSearch: true,
  hasDays: true,
  orders: ['date'],
});
export type RefundFilters = ListInputOf<typeof REFUND_LIST>;

/** Payouts, loyalty payments and voids (VIEW-01). */
export const PAYMENT_OUT_LIST = defineList({
  name: 'payments-out',
  filters: { kind: severalFilter(PAYMENT_OUT_KINDS) },
  hasSearch: true,
  hasDays: true,
  orders: ['date'],
});
export type PaymentOutFilters = ListInputOf<typeof PAYMENT_OUT_LIST>;

/** Payment runs (BANK-01). */
export const RUN_LIST = defineList({ name: 'payment-runs', filters: { state: oneFilter(RUN_STATES) } });
export type RunFilters = ListInputOf<typeof RUN_LIST>;

/**
 * Payment requests (TEAM-06, OWN-08). Without a filter the list shows pending requests; the filters select requests
 * to be paid or ended ones.
 */
export const APPROVAL_LIST = defineList({
  name: 'approvals',
  filters: { state: oneFilter(['to_be_paid', 'decided'], { allValue: 'waiting' }) },
});
export type ApprovalFilters = ListInputOf<typeof APPROVAL_LIST>;

/**
 * Settlement lines (RECON-03). The default filter selects exceptions; others select exceptions past T+2, write-offs
 * to approve, or all lines.
 */
export const SETTLEMENT_LINE_LIST = defineList({
  name: 'settlement-lines',
  filters: {
    show: oneFilter(['overdue', 'write_offs', 'any'], { allValue: 'open' }),
    state: severalFilter(LINE_STATES),
    age: oneFilter(LINE_AGES),
    fileId: recordFilter({ wire: 'file', address: 'file' }),
    ownerId: recordFilter({ wire: 'owner', address: 'owner' }),
  },
  hasDays: true,
});
export type SettlementLineFilters = ListInputOf<typeof SETTLEMENT_LINE_LIST>;

/** Files of payment gateways and banks (RECON-01). */
export const SETTLEMENT_FILE_LIST = defineList({
  name: 'settlement-files',
  filters: { kind: oneFilter(SETTLEMENT_FILE_KINDS) },
});
export type SettlementFileFilters = ListInputOf<typeof SETTLEMENT_FILE_LIST>;

/** Settlements, each with the bank credit of its UTR (RECON-02). */
export const SETTLEMENT_LIST = defineList({
  name: 'settlements',
  filters: { state: oneFilter(SETTLEMENT_STATES) },
  hasDays: true,
});
export type SettlementFilters = ListInputOf<typeof SETTLEMENT_LIST>;

/** Notifications (NOTI-01, WORK-01). */
export const NOTIFICATION_LIST = defineList({
  name: 'notifications',
  filters: { failed: flagFilter('delivery', 'failed', true) },
  orders: ['date'],
});
export type NotificationFilters = ListInputOf<typeof NOTIFICATION_LIST>;

/** The activity log (PRIV-03). An unknown action or entity returns no rows. */
export const ACTIVITY_LIST = defineList({
  name: 'activity',
  filters: {
    entity: textFilter(),
    entityId: textFilter({ wire: 'id', address: 'id' }),
    actorId: recordFilter({ wire: 'actor', address: 'actor' }),
    action: textFilter(),
  },
  hasDays: true,
  orders: ['date'],
});
export type ActivityFilters = ListInputOf<typeof ACTIVITY_LIST>;

/**
 * The spelling of a booking's status on the wire. It is not in bookings.ts, because the roadside desk needs nothing
 * else from there.
 */
export const bookingStatus = openEnum(BOOKING_STATUSES, BOOKING_STATUS_SPELLINGS);
