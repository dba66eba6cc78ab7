import type pg from 'pg';
import { advisoryLocks } from '../db/advisory-locks.ts';
import type { PeopleTable } from '../db/erase-related-rows.ts';

/** Where the wallet entry of this transaction belongs to a day that is closed: the first instant of the next open day (CLOS-01). */
export const BOOKED_AT = 'CASE WHEN now() < closed_until() THEN closed_until() END';

const statement = (table: PeopleTable, owner: 'user_id' | 'mechanic_id') => ({
  name: `book-source-wallets-${table}`,
  text: `
    INSERT INTO wallet_entries (${owner}, kind, amount_paise, booked_at)
    SELECT p.id, CASE WHEN booked.paise IS NULL THEN 'opening' ELSE 'source_change' END, p.source_wallet_paise - coalesce(booked.paise, 0),
      ${BOOKED_AT}
    FROM ${table} AS p CROSS JOIN LATERAL (
      SELECT sum(amount_paise) FILTER (WHERE kind IN ('opening', 'source_change')) AS paise FROM wallet_entries WHERE ${owner} = p.id) AS booked
    WHERE p.id = ANY ($1) AND p.source_wallet_paise IS NOT NULL AND p.source_wallet_paise IS DISTINCT FROM booked.paise
    ORDER BY p.id`,
});

const BOOK = { users: statement('users', 'user_id'), mechanics: statement('mechanics', 'mechanic_id') };

/** The first entries of all people of a table whose wallets hold none. */
const opening = (table: PeopleTable, owner: 'user_id' | 'mechanic_id') => `
  INSERT INTO wallet_entries (${owner}, kind, amount_paise, booked_at)
  SELECT id, 'opening', source_wallet_paise, ${BOOKED_AT} FROM ${table} WHERE source_wallet_paise IS NOT NULL ORDER BY id`;

/**
 * Books the wallets that a source states of everybody, while there are no wallet entries.
 * @param client in the transaction that wrote the rows
 */
export async function openSourceWallets(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [advisoryLocks.closes]);
  await client.query(opening('users', 'user_id'));
  await client.query(opening('mechanics', 'mechanic_id'));
}

/**
 * Books the wallets that a source states: each as the difference from its last stated amount, so that no export fills a
 * wallet again that was paid out here (LOYA-05). A wallet that the source does not state stays unchanged.
 * @param client in the transaction that wrote the rows
 */
export async function bookSourceWallets(
  client: pg.ClientBase,
  table: PeopleTable,
  ids: readonly string[],
): Promise<void> {
  // No day is closed between the reading of the days that are and the end of the transaction.
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [advisoryLocks.closes]);
  await client.query({ ...BOOK[table], values: [ids] });
}
