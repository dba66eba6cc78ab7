import type { PayoutMethod } from '@wayside/contract/payouts';
import { ObjectId } from 'bson';
import { eq, sum } from 'drizzle-orm';
import { conflict, notFound } from '../../api-error.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { ledgerEntries } from '../../db/schema/ledger.ts';
import { mechanics } from '../../db/schema/mechanics.ts';
import { payouts } from '../../db/schema/payouts.ts';
import {
  findFirstAnswer,
  idempotencyKeyOf,
  type PayContext,
  paidMessage,
  payOnce,
  rupeesText,
} from '../../ledger/pay-once.ts';
import { lockLedger, postOwnEntries, postPendingEntriesOf } from '../../ledger/post-entries.ts';

export interface CreatePayoutInput {
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly method: PayoutMethod;
  readonly transactionId: string;
}

/**
 * Pays a mechanic, also an erased one, up to the balance of the ledger (PAYO-07, PAYO-09), which includes every record
 * that an import or another program has committed (PAYO-10). The same request again gets the first answer.
 *
 * Triggers: `insert_transaction_ids` and `add_pending_postings` on the payout, `update_balances` and `update_counters` on
 * its ledger entry, `chain_activity` and `update_counters` on the activity entry.
 * @returns the message for the person
 * @throws 404; 409 above the balance, without a positive balance, or for a transaction id of another payment
 */
export function createPayout(context: PayContext, input: CreatePayoutInput): Promise<string> {
  const { database, now, settings, actor } = context;
  const { mechanicId, amountPaise, method, transactionId } = input;
  const key = idempotencyKeyOf({ kind: 'payout', payeeId: mechanicId, amountPaise, method, transactionId });
  return payOnce(database, async (client) => {
    await lockLedger(client);
    // The mechanic cannot be erased meanwhile; inserts that only refer to the mechanic do not wait.
    const locked = await orm(client)
      .select({ id: mechanics.id })
      .from(mechanics)
      .where(eq(mechanics.id, mechanicId))
      .for('no key update');
    if (locked.length === 0) throw notFound('mechanic');
    const firstAnswer = await findFirstAnswer(client, key, settings.timeZone);
    if (firstAnswer !== null) return firstAnswer;

    await postPendingEntriesOf(client, mechanicId);
    // The sum of the entries, not `mechanic_balances`.
    const [balance] = await orm(client)
      .select({ paise: sum(ledgerEntries.balancePaise).mapWith(Number) })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.mechanicId, mechanicId));
    const balancePaise = balance?.paise ?? 0;
    requireBalance(balancePaise, amountPaise);

    const payout = {
      id: new ObjectId().toHexString(),
      mechanicId,
      transactionId,
      amountPaise,
      method,
      paidAt: now(),
    };
    await orm(client)
      .insert(payouts)
      .values({ ...payout, ...key });
    await postOwnEntries(client);
    await recordActivity(client, actor, payout.paidAt, {
      action: 'paid',
      entity: 'mechanic',
      entityId: mechanicId,
      changes: [
        { field: 'balancePaise', before: balancePaise, after: balancePaise - amountPaise },
        { field: 'transactionId', before: null, after: transactionId },
        { field: 'method', before: null, after: method },
        { field: 'payoutId', before: null, after: payout.id },
      ],
      event: {
        type: 'payout.created',
        id: payout.id,
        fields: { ...input, paidAt: payout.paidAt.toISOString() },
      },
    });
    return paidMessage(amountPaise, transactionId);
  });
}

function requireBalance(balancePaise: number, amountPaise: number): void {
  const balance = `The balance is ${rupeesText(balancePaise)} now`;
  if (balancePaise <= 0) throw conflict(`${balance}: there is nothing to pay.`);
  if (amountPaise > balancePaise)
    throw conflict(`${balance}, less than ${rupeesText(amountPaise)}. Nothing was paid.`);
}
