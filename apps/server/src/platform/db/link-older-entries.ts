import type pg from 'pg';
import { z } from 'zod';
import { advisoryLocks } from './advisory-locks.ts';
import { appendLink, ledgerHash } from './chain-links.ts';
import type { Database } from './database.ts';
import { defineStatement, rowsOf } from './statement.ts';

const IS_NEEDED = defineStatement({
  name: 'are-older-entries-unlinked',
  text: `SELECT EXISTS (SELECT FROM activity) AND NOT EXISTS (SELECT FROM chain_links WHERE chain = 'activity')
    OR EXISTS (SELECT FROM ledger_entries) AND NOT EXISTS (SELECT FROM chain_links WHERE chain = 'ledger') AS "isNeeded"`,
  row: z.object({ isNeeded: z.boolean() }),
  example: [],
});

const UNLINKED_CHAINS = defineStatement({
  name: 'unlinked-chains',
  text: `SELECT NOT EXISTS (SELECT FROM chain_links WHERE chain = 'activity') AS activity,
    NOT EXISTS (SELECT FROM chain_links WHERE chain = 'ledger') AS ledger`,
  row: z.object({ activity: z.boolean(), ledger: z.boolean() }),
  example: [],
});

const LOCK_HEAD = defineStatement({
  name: 'lock-activity-head',
  text: 'SELECT id, hash FROM activity_head FOR UPDATE',
  row: z.object({ id: z.number(), hash: z.instanceof(Buffer) }),
  example: [],
});

/** A link of the ledger covers at most so many entries, so that neither side needs much memory. */
const ENTRIES_PER_LINK = 100_000;
const NEXT_ENTRIES = defineStatement({
  name: 'next-entries-to-link',
  text: `SELECT count(*) AS count, min(id) AS "firstId", max(id) AS "lastId", sha256(string_agg(hash, ''::bytea ORDER BY id)) AS digest
    FROM (SELECT id, ledger_entry_hash(e) AS hash FROM ledger_entries AS e WHERE id > $1 ORDER BY id LIMIT ${ENTRIES_PER_LINK}) AS next
    HAVING count(*) > 0`,
  row: z.object({ count: z.number(), firstId: z.number(), lastId: z.number(), digest: z.instanceof(Buffer) }),
  example: [0],
});

/**
 * Links the entries that a version without keyed links has appended, once: from then on they cannot be changed either without
 * the key (PRIV-04).
 */
export async function linkOlderEntries(database: Pick<Database, 'rows' | 'transaction'>): Promise<void> {
  const [found] = await database.rows(IS_NEEDED, []);
  if (!found?.isNeeded) return;
  await database.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.ledger]);
    const [head] = await rowsOf(client, LOCK_HEAD, []);
    // Another program may have linked them before it released the locks.
    const [unlinked] = await rowsOf(client, UNLINKED_CHAINS, []);
    if (unlinked?.ledger) await linkLedger(client);
    if (unlinked?.activity && head !== undefined && head.id > 0)
      await appendLink(client, {
        chain: 'activity',
        entries: head.id,
        firstId: 1,
        lastId: head.id,
        hash: head.hash,
      });
  });
}

async function linkLedger(client: pg.ClientBase): Promise<void> {
  let [lastId, entries, before]: [number, number, Buffer | null] = [0, 0, null];
  for (;;) {
    const [next] = await rowsOf(client, NEXT_ENTRIES, [lastId]);
    if (next === undefined) return;
    entries += next.count;
    lastId = next.lastId;
    before = ledgerHash(before, next.digest);
    await appendLink(client, { chain: 'ledger', entries, firstId: next.firstId, lastId, hash: before });
  }
}
