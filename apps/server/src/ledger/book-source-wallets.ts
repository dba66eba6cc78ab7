import type pg from 'pg';
import type { PeopleTable } from '../db/erase-related-rows.ts';

const statement = (table: PeopleTable, owner: 'user_id' | 'mechanic_id') => ({
  name: `book-source-wallets-${table}`,
  text: `
    INSERT INTO wallet_entries (${owner}, kind, amount_paise)
    SELECT p.id, CASE WHEN booked.paise IS NULL THEN 'opening' ELSE 'source_change' END, p.source_wallet_paise - coalesce(booked.paise, 0)
    FROM ${table} AS p CROSS JOIN LATERAL (
      SELECT sum(amount_paise) FILTER (WHERE kind IN ('opening', 'source_change')) AS paise FROM wallet_entries WHERE ${owner} = p.id) AS booked
    WHERE p.id = ANY ($1) AND p.source_wallet_paise IS NOT NULL AND p.source_wallet_paise IS DISTINCT FROM booked.paise
    ORDER BY p.id`,
});

const BOOK = { users: statement('users', 'user_id'), mechanics: statement('mechanics', 'mechanic_id') };

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
  await client.query({ ...BOOK[table], values: [ids] });
}
