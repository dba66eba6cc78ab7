import { PAYMENT_OUT_KINDS } from '@wayside/contract/filter-values';
import type { PaymentOut } from '@wayside/contract/payments-out';

/** The first elements of query keys shared by several features: `list` for pages, `one` for a single record. */
export const BOOKING_KEYS = { list: 'bookings', one: 'booking' } as const;
export const USER_KEYS = { list: 'users', one: 'user' } as const;
export const MECHANIC_KEYS = { list: 'mechanics', one: 'mechanic' } as const;
export const PAYMENT_KEYS = { list: 'payments', one: 'payment' } as const;
export const REFUND_KEYS = { list: 'refunds', one: 'refund', refundable: 'refundable' } as const;
export const PAYMENT_OUT_KEYS = { list: 'payments-out', one: 'payment-out' } as const;

export const APPROVAL_KEYS = {
  list: 'approvals',
  one: 'approval',
  settings: 'approval-settings',
  check: 'approval-check',
} as const;

export const BALANCE_KEYS = {
  all: 'payouts',
  preview: 'payout-preview',
  earnings: 'earnings-of-mechanic',
  payouts: 'payouts-of-mechanic',
  ledger: 'ledger',
  statement: 'statement',
  erasures: 'pending-erasures',
} as const;

export const RUN_KEYS = {
  list: 'payment-runs',
  one: 'payment-run',
  rows: 'payment-run-rows',
  resultFiles: 'bank-results',
  preview: 'payment-run-preview',
  profiles: 'run-profiles',
} as const;

export const SETTLEMENT_KEYS = {
  lines: 'settlement-lines',
  line: 'settlement-line',
  files: 'settlement-files',
  file: 'settlement-file',
  list: 'settlements',
  days: 'reconciliation-days',
  profiles: 'settlement-profiles',
  limit: 'write-off-limit',
} as const;

/**
 * The key of an outgoing payment. The id alone is not unique, because older payments of different kinds can share it
 * (OWN-02).
 */
export type PaymentOutKey = Pick<PaymentOut, 'kind' | 'id'>;

/** Returns the key as one word for the URL: `payout-65f3…`. */
export const paymentOutKeyText = ({ kind, id }: PaymentOutKey): string => `${kind}-${id}`;

export function readPaymentOutKey(text: string): PaymentOutKey | null {
  const kind = PAYMENT_OUT_KINDS.find((each) => text.startsWith(`${each}-`));
  return kind === undefined ? null : { kind, id: text.slice(kind.length + 1) };
}

const RECORD_ID = /^[0-9a-f]{24}$/;

/** Checks whether a value has the format of our server's ids. */
export const isRecordId = (value: unknown): value is string => typeof value === 'string' && RECORD_ID.test(value);
