import { DEFAULT_ADJUSTMENT_LIMITS } from '@wayside/contract/approvals';
import type { Role } from '@wayside/contract/roles';
import { ObjectId } from 'bson';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, forbidden } from '../../api-error.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { adjustments } from '../../db/schema/adjustments.ts';
import { approvalSettings } from '../../db/schema/approvals.ts';
import { type PayContext, type PayingContext, payOnce, rupeesText } from '../../ledger/pay-once.ts';
import { requireRight } from '../../ledger/payment-rights.ts';
import { postOwnEntries } from '../../ledger/post-entries.ts';
import { lockPayee, readBalance } from '../../ledger/read-owed.ts';
import { finishErasures } from '../../ledger/retained-columns.ts';

export interface AdjustBalanceInput {
  readonly mechanicId: string;
  /** Above 0 a credit, below 0 a debit. */
  readonly amountPaise: number;
  readonly reason: string;
  /** Made by the client; the same request again has the same. */
  readonly key: string;
}

export interface AdjustmentOutcome {
  /** For the person. */
  readonly message: string;
  readonly adjustmentId: string;
}

/**
 * Credits or debits the balance of a mechanic, also of an erased one (PAYO-11). A debit may make the balance negative.
 *
 * Triggers: `add_pending_postings` on the adjustment, `update_balances` and `update_counters` on its ledger entry, `chain_activity`
 * on the activity entry.
 * @throws 403 above the limit of the role, or when the person has lost the right meanwhile; 404; 409 for the key of another adjustment
 */
export const adjustBalance = (context: PayContext, input: AdjustBalanceInput): Promise<AdjustmentOutcome> =>
  payOnce(context, async (client, paying) => {
    const role = await requireRight(client, paying.actor, 'money:move');
    await lockPayee(client, 'mechanic', input.mechanicId);
    const first = await findFirstAnswer(client, input);
    if (first !== null) return first;
    await requireLimit(client, role, input.amountPaise);
    return append(client, paying, input);
  });

const messageOf = (paise: number): string =>
  `${rupeesText(Math.abs(paise))} ${paise > 0 ? 'credited' : 'debited'}.`;

/** @throws 409 */
async function findFirstAnswer(
  client: pg.ClientBase,
  { mechanicId, amountPaise, reason, key }: AdjustBalanceInput,
): Promise<AdjustmentOutcome | null> {
  const [earlier] = await orm(client).select().from(adjustments).where(eq(adjustments.requestKey, key));
  if (earlier === undefined) return null;
  // The reason of a person who is erased meanwhile is gone.
  const isSame =
    earlier.mechanicId === mechanicId &&
    earlier.amountPaise === amountPaise &&
    (earlier.reason ?? reason) === reason;
  if (!isSame) throw conflict('This key belongs to another adjustment. Nothing was changed.');
  return { message: messageOf(amountPaise), adjustmentId: earlier.id };
}

/** @throws 403 */
async function requireLimit(client: pg.ClientBase, role: Role | null, amountPaise: number): Promise<void> {
  if (role !== 'manager' && role !== 'finance') return;
  const [stored] = await orm(client).select().from(approvalSettings);
  const limits = stored ?? DEFAULT_ADJUSTMENT_LIMITS;
  const limit = role === 'manager' ? limits.managerAdjustmentPaise : limits.financeAdjustmentPaise;
  if (Math.abs(amountPaise) <= limit) return;
  throw forbidden(
    limit === 0
      ? 'Your role may not adjust balances.'
      : `Your role may adjust a balance by ${rupeesText(limit)} at most at a time. Nothing was changed.`,
  );
}

async function append(
  client: pg.ClientBase,
  context: PayingContext,
  { mechanicId, amountPaise, reason, key }: AdjustBalanceInput,
): Promise<AdjustmentOutcome> {
  const { at, actor } = context;
  const before = await readBalance(client, mechanicId);
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
  return { message: messageOf(amountPaise), adjustmentId: id };
}
