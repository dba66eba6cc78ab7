/**
 * The first elements of the query keys that more than one folder names: `list` for pages and `one` for a single record.
 * What else a feature asks for is known to it alone.
 */
export const BOOKING_KEYS = { list: 'bookings', one: 'booking' } as const;
export const USER_KEYS = { list: 'users', one: 'user' } as const;
export const MECHANIC_KEYS = { list: 'mechanics', one: 'mechanic' } as const;
export const PAYMENT_KEYS = { list: 'payments', one: 'payment' } as const;
export const PAYMENT_OUT_KEYS = { list: 'payments-out', one: 'payment-out' } as const;

/** Requests to pay (TEAM-06). */
export const APPROVAL_KEYS = {
  list: 'approvals',
  one: 'approval',
  settings: 'approval-settings',
  check: 'approval-check',
} as const;

/** What is owed to mechanics, and what it is made of. */
export const BALANCE_KEYS = {
  all: 'payouts',
  preview: 'payout-preview',
  earnings: 'earnings-of-mechanic',
  payouts: 'payouts-of-mechanic',
  ledger: 'ledger',
  statement: 'statement',
  erasures: 'pending-erasures',
} as const;

/** Payment runs and bank result files. */
export const RUN_KEYS = {
  list: 'payment-runs',
  one: 'payment-run',
  rows: 'payment-run-rows',
  resultFiles: 'bank-results',
  preview: 'payment-run-preview',
  profiles: 'run-profiles',
} as const;
