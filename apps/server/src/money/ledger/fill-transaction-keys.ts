import { transactionKey } from '@wayside/contract/wire/transaction-id';
import type pg from 'pg';
import { waitForLock } from '../../platform/db/advisory-locks.ts';
import type { Database } from '../../platform/db/database.ts';

const NAME = 'transaction-keys';
const BEYOND_ASCII = String.raw`key ~ '[^\u0001-\u007f]'`;
const PAYMENTS =
  'LEFT JOIN payouts AS p ON p.id = t.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = t.loyalty_payout_id';
/** If two payments have the same id, the earlier one owns it. */
const FIRST = 'coalesce(p.paid_at, l.paid_at) NULLS LAST, coalesce(t.payout_id, t.loyalty_payout_id)';

const SELECT_FINISHED_BACK_FILL = `SELECT FROM drizzle.back_fills WHERE name = '${NAME}' AND ended_at IS NOT NULL`;
const FILL = `
  WITH added AS (
    INSERT INTO transaction_ids (key, payout_id, loyalty_payout_id)
    SELECT DISTINCT ON (form) form, t.payout_id, t.loyalty_payout_id
    FROM (SELECT *, comparable_transaction_key(key) AS form FROM transaction_ids WHERE NOT ${BEYOND_ASCII}) AS t ${PAYMENTS}
    WHERE form <> t.key AND form <> '' ORDER BY form, ${FIRST}
    ON CONFLICT DO NOTHING RETURNING 1)
  INSERT INTO drizzle.back_fills (name, rows, ended_at) SELECT '${NAME}', count(*), now() FROM added`;
const KEYS_BEYOND_ASCII = `SELECT t.key, t.payout_id AS "payoutId", t.loyalty_payout_id AS "loyaltyPayoutId"
  FROM transaction_ids AS t ${PAYMENTS} WHERE ${BEYOND_ASCII} ORDER BY ${FIRST}`;
const ADD = `INSERT INTO transaction_ids (key, payout_id, loyalty_payout_id)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`;

interface UsedKey {
  readonly key: string;
  readonly payoutId: string | null;
  readonly loyaltyPayoutId: string | null;
}

/**
 * Adds the comparable form of transaction ids that were stored before OWN-03, so that an old payment blocks every
 * spelling of its id. If two payments have the same id, the earlier one owns it. Call it after the migrations and
 * before the first payment. It may run again.
 */
export async function fillTransactionKeys(database: Database): Promise<void> {
  await database.longTransaction(async (client) => {
    await waitForLock(client, 'transactionKeys', { until: 'transaction' });
    const { rowCount } = await client.query(SELECT_FINISHED_BACK_FILL);
    if (rowCount === 0) await client.query(FILL);
    await addBeyondAscii(client);
  });
}

/**
 * Handles ids with non-ASCII characters, whose form the database cannot compute. A node of the previous release may
 * have paid with such ids since.
 */
async function addBeyondAscii(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<UsedKey>(KEYS_BEYOND_ASCII);
  const forms = rows.map((row) => ({ ...row, form: transactionKey(row.key) }));
  const missing = forms.filter(({ key, form }) => form !== key && form !== '');
  if (missing.length === 0) return;
  await client.query(ADD, [
    missing.map(({ form }) => form),
    missing.map(({ payoutId }) => payoutId),
    missing.map(({ loyaltyPayoutId }) => loyaltyPayoutId),
  ]);
}
