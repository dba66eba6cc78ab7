import type { PayoutMethod } from '@wayside/contract/payouts';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import type { Actor, AppContext } from '../../context.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { firstAnswer, idempotencyKeyOf, paidMessage, payOnce } from '../../ledger/pay-once.ts';
import { lockLedger, postOwnEntries, postPendingEntriesOf } from '../../ledger/post-entries.ts';
import { rupeesText } from '../../ledger/rupees-text.ts';

export interface PayoutOrder {
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly method: PayoutMethod;
  readonly transactionId: string;
}

/**
 * Pays a mechanic, also one who was deleted, up to what the rows of the ledger say is owed (PAYO-07, PAYO-09), whatever an
 * import or another program has committed by now (PAYO-10). The same request again gets the first answer. The entry of the
 * payout changes the mechanic's kept balance by a trigger.
 * @returns what to say
 * @throws 404; 409 above the balance, without one above 0, or when the transaction id has paid something else
 */
export function createPayout(
  { database, now, settings }: Pick<AppContext, 'database' | 'now' | 'settings'>,
  actor: Actor,
  order: PayoutOrder,
): Promise<string> {
  const { mechanicId, amountPaise, method, transactionId } = order;
  const mark = idempotencyKeyOf({ kind: 'payout', payeeId: mechanicId, amountPaise, method, transactionId });
  return payOnce(database, async (client) => {
    await lockLedger(client);
    await lockMechanic(client, mechanicId);
    const before = await firstAnswer(client, mark, settings.timeZone);
    if (before !== null) return before;
    await postPendingEntriesOf(client, mechanicId);
    const balancePaise = await readBalance(client, mechanicId);
    if (balancePaise <= 0)
      throw conflict(`The balance is ${rupeesText(balancePaise)} now: there is nothing to pay.`);
    if (amountPaise > balancePaise)
      throw conflict(
        `The balance is ${rupeesText(balancePaise)} now, less than ${rupeesText(amountPaise)}. Nothing was paid.`,
      );
    const at = now();
    const id = new ObjectId().toHexString();
    await client.query(
      `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, request_hash, amount_paise, method, paid_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, mechanicId, transactionId, mark.key, mark.hash, amountPaise, method, at],
    );
    await postOwnEntries(client);
    await recordActivity(client, actor, at, {
      action: 'paid',
      entity: 'mechanic',
      entityId: mechanicId,
      changes: [
        { field: 'balancePaise', before: balancePaise, after: balancePaise - amountPaise },
        { field: 'transactionId', before: null, after: transactionId },
        { field: 'method', before: null, after: method },
        { field: 'payoutId', before: null, after: id },
      ],
    });
    return paidMessage(amountPaise, transactionId);
  });
}

/** The mechanic cannot be erased while they are paid; what only refers to the mechanic need not wait. */
async function lockMechanic(client: pg.ClientBase, id: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM mechanics WHERE id = $1 FOR NO KEY UPDATE', [id]);
  if (rowCount === 0) throw notFound('mechanic');
}

/** The sum of the rows, not the figure that is kept beside them. */
async function readBalance(client: pg.ClientBase, mechanicId: string): Promise<number> {
  const { rows } = await client.query<{ balance: number }>(
    'SELECT coalesce(sum(balance_paise), 0)::bigint AS balance FROM ledger_entries WHERE mechanic_id = $1',
    [mechanicId],
  );
  return rows[0]?.balance ?? 0;
}
