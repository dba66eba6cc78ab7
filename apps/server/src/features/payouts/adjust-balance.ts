import type { Role } from '@wayside/contract/roles';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { ObjectId } from 'bson';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { conflict, forbidden } from '../../api-error.ts';
import { readLimits } from '../../money/ledger/approval-requests.ts';
import { lockPayee, postPendingAndSumBalance } from '../../money/ledger/owed-amounts.ts';
import { type PayContext, type PayingContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { postOwnEntries } from '../../money/ledger/post-entries.ts';
import { finishErasures } from '../../money/ledger/retained-columns.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { adjustments } from '../../platform/db/schema/ledger.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';

interface AdjustBalanceInput {
  readonly mechanicId: string;
  /** Positive for a credit, negative for a debit. */
  readonly amountPaise: number;
  readonly reason: string;
  /** The idempotency key that the client created. */
  readonly key: string;
}

interface AdjustmentOutcome extends Sentence {
  readonly adjustmentId: string;
}

/**
 * Credits or debits the balance of a mechanic, including an erased one (PAYO-11). A debit may make the balance
 * negative.
 * @throws 403 above a limit for the role; 404; 409 if the key belongs to another adjustment
 */
export const adjustBalance = (context: PayContext, input: AdjustBalanceInput): Promise<AdjustmentOutcome> =>
  payOnce(context, async (client, paying) => {
    const role = await requireRight(client, paying.actor, 'money:move');
    await lockPayee(client, 'mechanic', input.mechanicId);
    const first = await findFirstResponse(client, input);
    if (first !== null) return first;
    await requireLimits(client, paying, role, Math.abs(input.amountPaise));
    return append(client, paying, input);
  });

const adjustmentSentence = (paise: number): Sentence =>
  sentence(paise > 0 ? 'credited' : 'debited', { amount: rupeesText(Math.abs(paise)) });

/** @throws 409 */
async function findFirstResponse(
  client: pg.ClientBase,
  { mechanicId, amountPaise, reason, key }: AdjustBalanceInput,
): Promise<AdjustmentOutcome | null> {
  const [earlier] = await orm(client).select().from(adjustments).where(eq(adjustments.requestKey, key));
  if (earlier === undefined) return null;
  // The reason is deleted if the person has been erased in the meantime.
  const isSame =
    earlier.mechanicId === mechanicId &&
    earlier.amountPaise === amountPaise &&
    (earlier.reason ?? reason) === reason;
  if (!isSame) throw conflict('key_of_another_adjustment');
  return { ...adjustmentSentence(amountPaise), adjustmentId: earlier.id };
}

const ADJUSTED_TODAY = defineStatement({
  name: 'adjusted-today',
  text: `SELECT coalesce(sum(abs(amount_paise)), 0)::bigint AS paise FROM adjustments
    WHERE made_by = $1 AND made_at >= day_start(($2::timestamptz AT TIME ZONE business_time_zone())::date, business_time_zone())`,
  row: z.object({ paise: z.number() }),
  example: ['0'.repeat(24), new Date(0)],
});

/**
 * Requires that the adjustment and all adjustments by the same user within the day are within the limits of the role.
 * Credits and debits count alike (PAYO-11, OWN-07). @param client holds the ledger's lock, so that concurrent
 * adjustments count @throws 403
 */
async function requireLimits(
  client: pg.ClientBase,
  { actor, at }: PayingContext,
  role: Role | null,
  amountPaise: number,
): Promise<void> {
  if (role !== 'manager' && role !== 'finance') return;
  const limits = await readLimits(client);
  const limit = limits[`${role}AdjustmentPaise`] ?? Number.POSITIVE_INFINITY;
  const dayLimit = limits[`${role}AdjustmentDayPaise`] ?? Number.POSITIVE_INFINITY;
  if (limit === 0 || dayLimit === 0) throw forbidden('may_not_adjust');
  if (amountPaise > limit) throw forbidden('adjustment_above_limit', { limit: rupeesText(limit) });
  const [today] = await rowsOf(client, ADJUSTED_TODAY, [actor.id, at]);
  const adjusted = today?.paise ?? 0;
  if (adjusted + amountPaise <= dayLimit) return;
  throw forbidden('adjustments_above_day_limit', { limit: rupeesText(dayLimit), adjusted: rupeesText(adjusted) });
}

async function append(
  client: pg.ClientBase,
  context: PayingContext,
  { mechanicId, amountPaise, reason, key }: AdjustBalanceInput,
): Promise<AdjustmentOutcome> {
  const { at, actor } = context;
  const before = await postPendingAndSumBalance(client, mechanicId);
  const id = new ObjectId().toHexString();
  await orm(client)
    .insert(adjustments)
    .values({ id, mechanicId, amountPaise, reason, madeBy: actor.id, madeAt: at, requestKey: key });
  await postOwnEntries(client);
  await recordActivity(client, actor, at, {
    action: 'adjusted',
    entity: 'mechanic',
    entityId: mechanicId,
    changes: [
      { field: 'balancePaise', before, after: before + amountPaise },
      { field: 'adjustmentId', before: null, after: id },
    ],
    note: reason,
  });
  await finishErasures(client, context, 'mechanics', [mechanicId]);
  return { ...adjustmentSentence(amountPaise), adjustmentId: id };
}
