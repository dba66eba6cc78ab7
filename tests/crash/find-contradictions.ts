import { tmpdir } from 'node:os';
import type { DataKeys } from '../../apps/server/src/platform/crypto/data-keys.ts';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { verifyIntegrity } from '../../apps/server/src/testing/integrity.ts';
import type { Payee } from './burst.ts';
import { balanceAfterImport } from './concurrent-import.ts';
import type { PaymentOrder } from './payment-order.ts';
import type { RequestLog } from './request-log.ts';

const PAID = `
  SELECT 'payout' AS kind, mechanic_id AS "payeeId", amount_paise AS "amountPaise", transaction_id AS "transactionId" FROM payouts
  WHERE request_hash IS NOT NULL
  UNION ALL
  SELECT CASE WHEN user_id IS NULL THEN 'loyalty to mechanic' ELSE 'loyalty to user' END, coalesce(user_id, mechanic_id),
    amount_paise, transaction_id FROM loyalty_payouts`;

const BALANCES = `
  SELECT 'payout' AS kind, m.id, coalesce(b.balance_paise, 0) AS paise,
    (SELECT coalesce(sum(balance_paise), 0)::bigint FROM ledger_entries WHERE mechanic_id = m.id) AS summed
  FROM mechanics AS m LEFT JOIN mechanic_balances AS b ON b.mechanic_id = m.id WHERE m.id = ANY($1)
  UNION ALL SELECT 'loyalty to mechanic', id, wallet_paise, (SELECT sum(amount_paise)::bigint FROM wallet_entries WHERE mechanic_id = m.id)
  FROM mechanics AS m WHERE id = ANY($1)
  UNION ALL SELECT 'loyalty to user', id, wallet_paise, (SELECT sum(amount_paise)::bigint FROM wallet_entries WHERE user_id = u.id)
  FROM users AS u WHERE id = ANY($1)`;

interface PayeeBalance {
  readonly kind: string;
  readonly id: string;
  /** The stored balance and the sum of its rows. */
  readonly paise: number;
  readonly summed: number;
}

const payeeKey = ({ kind, id }: Pick<PayeeBalance, 'kind' | 'id'>) => `${kind} ${id}`;

/**
 * Compares the records with the requests and responses, and runs the integrity checks. Call it while no payment is
 * running.
 * @param options the encryption keys, if they differ from the test keys, and the image folder
 */
export async function findContradictions(
  database: Database,
  asked: RequestLog,
  payees: readonly Payee[],
  { keys = null, dataDir = tmpdir() }: { readonly keys?: DataKeys | null; readonly dataDir?: string } = {},
): Promise<string[]> {
  const { rows: paid } = await database.pool.query<PaymentOrder>(PAID);
  const { rows: left } = await database.pool.query<PayeeBalance>(BALANCES, [payees.map(({ id }) => id)]);
  return [
    ...asked.contradictionsWith(paid),
    ...findWrongSums(payees, paid, left),
    ...(await findOverpaid(database)),
    ...findWrongRejections(asked.rejectedForBalance(paid), left),
    ...(await findMissingActivity(database, paid.length)),
    ...(await verifyIntegrity(database, undefined, { dataDir, objectStorage: null }, keys)).issues,
  ];
}

/**
 * Returns payouts that made the balance negative in posting order, because they overlooked committed rows of an
 * import (PAYO-10).
 */
async function findOverpaid({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ transactionId: string; paise: number }>(`
    SELECT p.transaction_id AS "transactionId", l.left_paise AS paise FROM (
      SELECT source, source_id, kind, sum(balance_paise) OVER (PARTITION BY mechanic_id ORDER BY id) AS left_paise FROM ledger_entries) AS l
    JOIN payouts AS p ON l.source = 'payout' AND p.id = l.source_id AND l.kind = 'payout'
    WHERE p.request_hash IS NOT NULL AND l.left_paise < 0`);
  return rows.map(({ transactionId, paise }) => `${transactionId}: paid and left ${paise}`);
}

/**
 * Checks that each balance equals the initial amount plus the change by the source less payouts. It may be negative
 * only if both Wayside and the source paid.
 */
function findWrongSums(
  payees: readonly Payee[],
  paid: readonly PaymentOrder[],
  left: readonly PayeeBalance[],
): string[] {
  const balances = new Map(left.map((each) => [payeeKey(each), each]));
  return payees.flatMap((payee) => {
    const out = paid.filter(({ kind, payeeId }) => kind === payee.kind && payeeId === payee.id);
    const expected = out.reduce((paise, { amountPaise }) => paise - amountPaise, balanceAfterImport(payee));
    const found = balances.get(payeeKey(payee));
    if ((expected >= 0 || payee.isPaidBySource) && found?.paise === expected && found.summed === expected)
      return [];
    return `${payeeKey(payee)}: ${found?.paise} stored, ${found?.summed} in its rows, ${expected} expected`;
  });
}

/** Returns the requests that were rejected although the balance was high enough. */
function findWrongRejections(rejected: readonly PaymentOrder[], left: readonly PayeeBalance[]): string[] {
  const balances = new Map(left.map((each) => [payeeKey(each), each.paise]));
  return rejected
    .filter(({ kind, payeeId, amountPaise }) => {
      const left = balances.get(payeeKey({ kind, id: payeeId })) ?? -1;
      // A wallet is always paid in full, so that a change by its source is a valid reason for a rejection.
      return kind === 'payout' ? amountPaise <= left : amountPaise === left;
    })
    .map(({ transactionId }) => `${transactionId}: rejected although the balance suffices`);
}

/** Returns payments without an activity entry. */
async function findMissingActivity({ pool }: Database, payments: number): Promise<string[]> {
  const { rows } = await pool.query<{ entries: number }>(
    "SELECT count(*) AS entries FROM activity WHERE action = 'paid'",
  );
  const entries = rows[0]?.entries ?? 0;
  return entries === payments ? [] : [`${payments} payments, ${entries} activity entries`];
}
