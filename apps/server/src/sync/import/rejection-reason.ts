import { recordHeader } from '@wayside/contract/ingest';
import type { FieldError } from '@wayside/contract/wire/field-errors';
import { wireKey } from '@wayside/contract/wire/wire-object';
import type { RecordDefinition } from '../../records/define-record.ts';

/** Why a record is left out: a sentence, and the fields that it is about as the wire spells them. */
export interface RejectionReason {
  readonly reason: string;
  readonly errors: readonly FieldError[];
}

/** The field, where there is one, and the reason for a person of each constraint that a record can violate. */
const RULES: Record<string, readonly [field: string, reason: string]> = {
  payouts_transaction: ['transactionId', 'the transaction id is already used by another payout'],
  transaction_ids_pkey: ['transactionId', 'the transaction id is already used by another payout'],
  payouts_voided: ['amountPaise', 'the payout is voided: its mechanic, amount and transaction id stay'],
  payouts_own: ['id', 'This payment was made in Wayside.'],
  payment_out_ids_pkey: ['id', 'the id is already used by another payment'],
  notifications_own: ['id', 'This notification was made in Wayside.'],
  earnings_payment: ['payment', 'there is already an earnings row for this payment'],
  users_source_wallet: ['walletPaise', 'the wallet must not be negative'],
  mechanics_source_wallet: ['walletPaise', 'the wallet must not be negative'],
  configurations_single: ['id', 'there is already a configuration, and there can be only one'],
  configurations_rates: ['', 'a percentage must be between 0 and 100'],
  configurations_amounts: ['', 'an amount must not be negative'],
};

const UNKNOWN_EVENT = 'is not the id of an event that the feed still has (30 days)';
const APPLIED = wireKey(recordHeader, 'appliedEventId');
/** Of a record whose `_applied` has no position in the feed (OWN-04). */
export const APPLIED_IS_UNKNOWN: RejectionReason = {
  reason: `${APPLIED} ${UNKNOWN_EVENT}`,
  errors: [{ field: APPLIED, message: UNKNOWN_EVENT }],
};

const MISSING_EVENT =
  'is missing: the last wallet_amount of this person came with it. Send the last event that wallet_amount includes, or leave wallet_amount out';
/** Of a record that states another wallet and no event, after one that named an event: nobody knows which payouts it includes (OWN-04). */
export const APPLIED_IS_MISSING: RejectionReason = {
  reason: `${APPLIED} ${MISSING_EVENT}`,
  errors: [{ field: APPLIED, message: MISSING_EVENT }],
};

/** Data that does not fit (22), a rule that is broken (23), more than a row or an index can hold (54). */
const OF_THE_RECORD = /^(22|23|54)/;

/**
 * Why the database does not take a record, in a sentence without any of its values; null when the failure is none of
 * the record's doing.
 */
export function rejectionReason(
  { sourceSchema, columns }: Pick<RecordDefinition, 'sourceSchema' | 'columns'>,
  error: unknown,
): RejectionReason | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (!OF_THE_RECORD.test(error.code)) return null;
  const { constraint, column } = error as { constraint?: string; column?: string };
  const about = (field: string, reason: string): RejectionReason => ({
    reason,
    errors: [{ field: wireKey(sourceSchema, field), message: reason }],
  });
  const rule = constraint === undefined ? undefined : RULES[constraint];
  if (rule) return about(...rule);
  if (error.code === '23502' && column !== undefined)
    return about(columns.find(({ name }) => name === column)?.field ?? '', `${column} is missing`);
  return about('', `the database cannot hold it (${[error.code, constraint].filter(Boolean).join(', ')})`);
}

/** The reason for a record whose unique value an earlier record of the same run has. */
export function ruleReason(constraint: string): string {
  return RULES[constraint]?.[1] ?? constraint;
}
