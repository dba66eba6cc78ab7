import { createHash } from 'node:crypto';
import type { CollectionName, Row } from '../records/collection.ts';
import { collections } from '../records/collections.ts';
import { IdSet } from './id-set.ts';
import { ruleReason } from './rejection-reason.ts';

interface UniqueValue {
  readonly constraint: string;
  /** The value in 24 hexadecimal characters; null when there is none. */
  of(row: Row): string | null;
}

const asId = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

function columnReader(name: 'payouts' | 'earnings', column: string): (row: Row) => string | null {
  const index = collections[name].columns.findIndex((candidate) => candidate.name === column) + 1;
  return (row) => {
    const value = row[index];
    return typeof value === 'string' ? value : null;
  };
}

const transactionKeyOf = columnReader('payouts', 'transaction_key');

const uniqueValues: Partial<Record<CollectionName, UniqueValue>> = {
  configs: { constraint: 'configurations_single', of: () => '0'.repeat(24) },
  earnings: { constraint: 'earnings_payment', of: columnReader('earnings', 'payment_id') },
  payouts: {
    constraint: 'payouts_transaction',
    of: (row) => {
      const key = transactionKeyOf(row);
      return key === null ? null : asId(key);
    },
  },
};

/**
 * Makes the function that refuses a value that an earlier record of this run has. The database refuses it too; here it
 * is cheaper, and a dry run, which keeps nothing, reports the same.
 * @returns per row the reason, or null when it may stand
 */
export function uniqueValueChecker(name: CollectionName): (row: Row) => string | null {
  const unique = uniqueValues[name];
  if (!unique) return () => null;
  const seen = new IdSet();
  return (row) => {
    const value = unique.of(row);
    return value === null || seen.add(value) ? null : ruleReason(unique.constraint);
  };
}
