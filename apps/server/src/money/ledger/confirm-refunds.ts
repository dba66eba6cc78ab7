import type pg from 'pg';
import { z } from 'zod';
import { type NewActivityEntry, SYSTEM_ACTOR, toFieldChanges } from '../../platform/db/activity-entry.ts';
import { recordActivities } from '../../platform/db/record-activity.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';

export interface ConfirmedRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: string;
  readonly amountPaise: number;
}

/** Returns the activity entry, with its event, of a refund that the marketplace has made (REFD-01). */
export const confirmation = ({ id, paymentId, kind, amountPaise }: ConfirmedRefund): NewActivityEntry => ({
  action: 'confirmed',
  entity: 'refund',
  entityId: id,
  changes: toFieldChanges({ paymentId, kind, amountPaise }),
});

// The statement reads payments by the index of their id or booking, as posting does.
const CONFIRM = defineStatement({
  name: 'confirm-refunds-of-payments',
  text: `UPDATE refunds SET state = 'confirmed', returned_paise = amount_paise, decided_at = now()
    WHERE state = 'requested' AND payment_id = ANY (ARRAY(
      SELECT id FROM payments WHERE id = ANY ($1) AND status = 'refunded' AND record_state = 'full'
      UNION SELECT id FROM payments WHERE booking_id = ANY ($1) AND status = 'refunded' AND record_state = 'full'))
    RETURNING id, payment_id AS "paymentId", kind, amount_paise AS "amountPaise", decided_at AS at`,
  row: z.object({
    id: z.string(),
    paymentId: z.string(),
    kind: z.string(),
    amountPaise: z.number(),
    at: z.date(),
  }),
  example: [[sampleOf('refunds', 'payment_id')]],
});

const ARE_REQUESTED = defineStatement({
  name: 'are-refunds-requested',
  text: `SELECT EXISTS (SELECT FROM refunds WHERE state = 'requested') AS "areRequested"`,
  row: z.object({ areRequested: z.boolean() }),
  example: [],
});

/**
 * Confirms the requested refunds of payments that their record states as "refunded" (REFD-01). @param recordIds ids
 * in `pending_postings` of the payments or their bookings @param client holds the ledger's lock @returns the ids of
 * the refunds for which entries must be posted
 */
export async function confirmRefunds(client: pg.ClientBase, recordIds: readonly string[]): Promise<string[]> {
  const [found] = await rowsOf(client, ARE_REQUESTED, []);
  if (!found?.areRequested) return [];
  const confirmed = await rowsOf(client, CONFIRM, [recordIds]);
  const [first] = confirmed;
  if (first) await recordActivities(client, SYSTEM_ACTOR, first.at, confirmed.map(confirmation));
  return confirmed.map(({ id }) => id);
}
