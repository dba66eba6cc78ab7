import type { FieldValue } from '@wayside/contract/activity';
import { type NewActivityEntry, statedFields } from '../../platform/db/activity-entry.ts';

/** A payout that has just been inserted. */
interface NewPayout {
  readonly id: string;
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly method: string;
  readonly transactionId: string;
  readonly paidAt: Date;
}

/**
 * The activity entry of a payout, and the event that it publishes (PAYO-07, HOOK-01).
 * @param balancePaise before it
 * @param origin fields that say which approval or payment run it comes from
 */
export function payoutEntry(
  { id, mechanicId, amountPaise, method, transactionId, paidAt }: NewPayout,
  balancePaise: number,
  origin: Readonly<Record<string, FieldValue>>,
): NewActivityEntry {
  return {
    action: 'paid',
    entity: 'mechanic',
    entityId: mechanicId,
    changes: [
      { field: 'balancePaise', before: balancePaise, after: balancePaise - amountPaise },
      ...statedFields({ transactionId, method, payoutId: id, ...origin }),
    ],
    event: {
      type: 'payout.created',
      id,
      fields: { mechanicId, amountPaise, method, transactionId, paidAt: paidAt.toISOString() },
    },
  };
}
