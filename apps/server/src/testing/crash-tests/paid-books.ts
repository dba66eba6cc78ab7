import { tmpdir } from 'node:os';
import type { Database } from '../../db/database.ts';
import { verifyIntegrity } from '../integrity.ts';
import type { AskedPayments } from './asked-payments.ts';
import type { Payee } from './burst.ts';
import { afterImport } from './import-beside.ts';
import type { PayOrder } from './pay-order.ts';

const PAID = `
  SELECT 'payout' AS kind, mechanic_id AS "payeeId", amount_paise AS "amountPaise", transaction_id AS "transactionId" FROM payouts
  WHERE request_hash IS NOT NULL
  UNION ALL
  SELECT CASE WHEN user_id IS NULL THEN 'loyalty to mechanic' ELSE 'loyalty to user' END, coalesce(user_id, mechanic_id),
    amount_paise, transaction_id FROM loyalty_payouts`;

const LEFT = `
  SELECT 'payout' AS kind, m.id, coalesce(b.balance_paise, 0) AS paise,
    (SELECT coalesce(sum(balance_paise), 0)::bigint FROM ledger_entries WHERE mechanic_id = m.id) AS summed
  FROM mechanics AS m LEFT JOIN mechanic_balances AS b ON b.mechanic_id = m.id WHERE m.id = ANY($1)
  UNION ALL SELECT 'loyalty to mechanic', id, wallet_paise, (SELECT sum(amount_paise)::bigint FROM wallet_entries WHERE mechanic_id = m.id)
  FROM mechanics AS m WHERE id = ANY($1)
  UNION ALL SELECT 'loyalty to user', id, wallet_paise, (SELECT sum(amount_paise)::bigint FROM wallet_entries WHERE user_id = u.id)
  FROM users AS u WHERE id = ANY($1)`;

interface Left {
  readonly kind: string;
  readonly id: string;
  /** What is kept as the figure, and what the rows behind it sum to. */
  readonly paise: number;
  readonly summed: number;
}

const placeOf = ({ kind, id }: Pick<Left, 'kind' | 'id'>) => `${kind} ${id}`;

/**
 * Everything in the books that contradicts what was asked and answered, or what must always be true; nothing when they
 * are right. In one moment of the database, while nobody pays.
 * @param dataDir where the images are, if there are any
 */
export async function contradictionsOf(
  database: Database,
  asked: AskedPayments,
  payees: readonly Payee[],
  dataDir = tmpdir(),
): Promise<string[]> {
  const { rows: paid } = await database.pool.query<PayOrder>(PAID);
  const { rows: left } = await database.pool.query<Left>(LEFT, [payees.map(({ id }) => id)]);
  return [
    ...asked.contradictionsWith(paid),
    ...wrongSums(payees, paid, left),
    ...(await overpaid(database)),
    ...refusedForNothing(asked.refusedForWantOfMoney(paid), left),
    ...(await unrecorded(database, paid.length)),
    ...(await verifyIntegrity(database, undefined, { dataDir, objectStorage: null })).issues,
  ];
}

/**
 * Payouts made here that left less than nothing in the order in which entries were posted: nothing that an import had
 * committed by then was overlooked (PAYO-10).
 */
async function overpaid({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ transactionId: string; paise: number }>(`
    SELECT p.transaction_id AS "transactionId", l.left_paise AS paise FROM (
      SELECT source, source_id, kind, sum(balance_paise) OVER (PARTITION BY mechanic_id ORDER BY id) AS left_paise FROM ledger_entries) AS l
    JOIN payouts AS p ON l.source = 'payout' AND p.id = l.source_id AND l.kind = 'payout'
    WHERE p.request_hash IS NOT NULL AND l.left_paise < 0`);
  return rows.map(({ transactionId, paise }) => `${transactionId}: paid, and left ${paise}`);
}

/** Each figure is what there was and what the source has changed, less what was paid here; below nothing only where both paid. */
function wrongSums(payees: readonly Payee[], paid: readonly PayOrder[], left: readonly Left[]): string[] {
  const stats = new Map(left.map((each) => [placeOf(each), each]));
  return payees.flatMap((payee) => {
    const out = paid.filter(({ kind, payeeId }) => kind === payee.kind && payeeId === payee.id);
    const expected = out.reduce((paise, { amountPaise }) => paise - amountPaise, afterImport(payee));
    const found = stats.get(placeOf(payee));
    if ((expected >= 0 || payee.isPaidBySource) && found?.paise === expected && found.summed === expected)
      return [];
    return `${placeOf(payee)}: ${found?.paise} kept, ${found?.summed} in its rows, ${expected} by what was paid`;
  });
}

/** What could have been paid and was refused: money that nobody gets. */
function refusedForNothing(refused: readonly PayOrder[], left: readonly Left[]): string[] {
  const stats = new Map(left.map((each) => [placeOf(each), each.paise]));
  return refused
    .filter(({ kind, payeeId, amountPaise }) => {
      const left = stats.get(placeOf({ kind, id: payeeId })) ?? -1;
      // A wallet is paid whole; that its source has changed it meanwhile is a reason to refuse.
      return kind === 'payout' ? amountPaise <= left : amountPaise === left;
    })
    .map(({ transactionId }) => `${transactionId}: refused, though there is enough for it`);
}

async function unrecorded({ pool }: Database, payments: number): Promise<string[]> {
  const { rows } = await pool.query<{ entries: number }>(
    "SELECT count(*) AS entries FROM activity WHERE action = 'paid'",
  );
  const entries = rows[0]?.entries ?? 0;
  return entries === payments ? [] : [`${payments} payments, and activity entries for ${entries} of them`];
}
