import { PAYMENT_OUT_KINDS } from '@wayside/contract/filter-values';
import type { PaymentOut } from '@wayside/contract/payments-out';

/**
 * The first elements of the query keys that more than one folder names: `list` for pages and `one` for a single
 * record. What else a feature asks for is known to it alone.
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

/** What names a payment out: ids of older payments of different kinds can be equal (OWN-02). */
export type PaymentOutKey = Pick<PaymentOut, 'kind' | 'id'>;

/** The key as one word, for the address: `payout-65f3…`. */
export const paymentOutKeyText = ({ kind, id }: PaymentOutKey): string => `${kind}-${id}`;

export function readPaymentOutKey(text: string): PaymentOutKey | null {
  const kind = PAYMENT_OUT_KINDS.find((each) => text.startsWith(`${each}-`));
  return kind === undefined ? null : { kind, id: text.slice(kind.length + 1) };
}

const RECORD_ID = /^[0-9a-f]{24}$/;

/** Whether a value is an id as our server has them. */
export const isRecordId = (value: unknown): value is string => typeof value === 'string' && RECORD_ID.test(value);
