import type { Role } from '@wayside/contract/roles';
import type pg from 'pg';
import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import { readLimits } from '../../money/ledger/approval-requests.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

const REFUNDED_TODAY = defineStatement({
  name: 'refunded-today',
  text: `SELECT coalesce(sum(paise), 0)::bigint AS paise FROM (
      SELECT amount_paise AS paise, requested_at AS at FROM refunds
        WHERE requested_by = $1 AND state IN ('waiting', 'requested', 'confirmed')
      UNION ALL SELECT mechanic_paise, decided_at FROM refunds WHERE state = 'lost' AND decided_by = $1) AS made
    WHERE at >= day_start(($2::timestamptz AT TIME ZONE business_time_zone())::date, business_time_zone())`,
  row: z.object({ paise: z.number() }),
  example: ['0'.repeat(24), new Date(0)],
});

/**
 * Returns the amount that a user may still refund today without approval; null means no limit. The day's refunds and
 * the mechanics' shares of lost disputes count together, so that an amount cannot be split (REFD-02). @param client
 * holds the ledger's lock if a refund is checked against the result
 */
export async function readRemainingLimit(
  client: pg.ClientBase,
  { actor, role, at }: { readonly actor: Pick<Actor, 'id'>; readonly role: Role | null; readonly at: Date },
): Promise<number | null> {
  if (role !== 'manager' && role !== 'finance') return null;
  const limit = (await readLimits(client))[`${role}RefundPaise`];
  if (limit === null) return null;
  const [today] = await rowsOf(client, REFUNDED_TODAY, [actor.id, at]);
  return Math.max(0, limit - (today?.paise ?? 0));
}
