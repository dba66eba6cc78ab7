import { createHash } from 'node:crypto';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import type { RecordDefinition, Row } from '../../records/define-record.ts';
import { earningRecord, payoutRecord } from '../../records/payouts.ts';
import { IdSet } from './id-set.ts';
import { ruleReason } from './rejection-reason.ts';

interface UniqueValue {
  readonly constraint: string;
  /** The value in 24 hexadecimal characters; null when there is none. */
  of(row: Row): string | null;
}

const asId = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** Returns the function that reads a text column of a row. */
export function columnReader({ columns }: RecordDefinition, field: string): (row: Row) => string | null {
  const index = columns.findIndex((column) => column.field === field) + 1;
  return (row) => {
    const value = row[index];
    return typeof value === 'string' ? value : null;
  };
}

const storedKeyOf = columnReader(payoutRecord as RecordDefinition, 'transactionKey');

const uniqueValues: Readonly<Record<string, UniqueValue | undefined>> = {
  configs: { constraint: 'configurations_single', of: () => '0'.repeat(24) },
  earnings: { constraint: 'earnings_payment', of: columnReader(earningRecord as RecordDefinition, 'paymentId') },
  payouts: {
    constraint: 'payouts_transaction',
    of: (row) => {
      const key = storedKeyOf(row);
      return key === null ? null : asId(transactionKey(key));
    },
  },
};

/**
 * Returns the function that finds a value that an earlier record of this run has. The database rejects it too; here it
 * is cheaper, and a dry run, which rolls everything back, reports the same.
 * @returns for a row the reason of its rejection, or null
 */
export function uniqueValueChecker(collection: string): (row: Row) => string | null {
  const unique = uniqueValues[collection];
  if (!unique) return () => null;
  const seen = new IdSet();
  return (row) => {
    const value = unique.of(row);
    return value === null || seen.add(value) ? null : ruleReason(unique.constraint);
  };
}
