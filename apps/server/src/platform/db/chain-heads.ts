import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { repeat, withFailureLogging } from '../../repeat.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { appendLink, CHAINS, ledgerHash } from './chain-links.ts';
import type { Database } from './database.ts';
import { defineStatement, rowsOf } from './statement.ts';

/** Closes have their own chain (CLOS-03). */
export const CHAINS_WITH_HEADS = [...CHAINS, 'closes'] as const;

const HEADS = defineStatement({
  name: 'heads-of-chains',
  text: `SELECT chain, entries, encode(mac, 'hex') AS mac FROM unnest(ARRAY['activity', 'ledger']) AS name
    CROSS JOIN LATERAL (SELECT * FROM chain_links WHERE chain = name ORDER BY entries DESC LIMIT 1) AS last
    UNION ALL (SELECT 'closes', number, encode(hash, 'hex') FROM closes ORDER BY number DESC LIMIT 1) ORDER BY chain`,
  row: z.object({ chain: z.enum(CHAINS_WITH_HEADS), entries: z.number(), mac: z.string() }),
  example: [],
});

/** The end of a chain. `npm run verify -- --expect` accepts its text form. */
export interface ChainHead {
  readonly chain: (typeof CHAINS_WITH_HEADS)[number];
  readonly entries: number;
  /** The HMAC of the last link, in hex; for closes, the hash of the last row, which is signed. */
  readonly mac: string;
}

export const readHeads = (database: Pick<Database, 'rows'>): Promise<ChainHead[]> => database.rows(HEADS, []);

/** Formats a head as `activity:1204:5f3c…`. */
export const headText = ({ chain, entries, mac }: ChainHead): string => `${chain}:${entries}:${mac}`;

/** Formats the heads as the log and `npm run verify` print them and `--expect` accepts them (OWN-06). */
export const headsText = (heads: readonly ChainHead[]): string => heads.map(headText).join(',');

const HOUR_MS = 3_600_000;

/** Logs the ends of the chains, because a change of the database cannot alter the log (PRIV-04). */
async function logHeads(database: Pick<Database, 'rows'>, log: Logger): Promise<void> {
  const heads = await readHeads(database);
  if (heads.length === 0) return;
  const counts = Object.fromEntries(heads.map(({ chain, entries }) => [chain, entries]));
  log.info({ entries: counts, head: headsText(heads) }, 'chain heads');
}

/** Logs the ends of the chains now, every hour, and when the returned function is called, which stops the job. */
export async function logHeadsRepeatedly(
  database: Database,
  log: Logger,
  intervalMs = HOUR_MS,
): Promise<() => Promise<void>> {
  const attempt = withFailureLogging(log, 'chain heads could not be read', () => logHeads(database, log));
  await attempt();
  const end = repeat(intervalMs, attempt);
  return async () => {
    await end();
    await attempt();
  };
}

const UNLINKED_CHAINS = defineStatement({
  name: 'unlinked-chains',
  text: `SELECT EXISTS (SELECT FROM activity) AND NOT EXISTS (SELECT FROM chain_links WHERE chain = 'activity') AS activity,
    EXISTS (SELECT FROM ledger_entries) AND NOT EXISTS (SELECT FROM chain_links WHERE chain = 'ledger') AS ledger`,
  row: z.object({ activity: z.boolean(), ledger: z.boolean() }),
  example: [],
});

const LOCK_HEAD = defineStatement({
  name: 'lock-activity-head',
  text: 'SELECT id, hash FROM activity_head FOR UPDATE',
  row: z.object({ id: z.number(), hash: z.instanceof(Buffer) }),
  example: [],
});

/** Limits the memory needed for one link. */
const ENTRIES_PER_LINK = 100_000;
const NEXT_ENTRIES = defineStatement({
  name: 'next-entries-to-link',
  text: `SELECT count(*) AS count, min(id) AS "firstId", max(id) AS "lastId", sha256(string_agg(hash, ''::bytea ORDER BY id)) AS digest
    FROM (SELECT id, ledger_entry_hash(e) AS hash FROM ledger_entries AS e WHERE id > $1 ORDER BY id LIMIT ${ENTRIES_PER_LINK}) AS next
    HAVING count(*) > 0`,
  row: z.object({ count: z.number(), firstId: z.number(), lastId: z.number(), digest: z.instanceof(Buffer) }),
  example: [0],
});

/** Links the entries that a release without keyed links appended (PRIV-04). It runs only once. */
export async function linkOlderEntries(database: Pick<Database, 'rows' | 'transaction'>): Promise<void> {
  const [found] = await database.rows(UNLINKED_CHAINS, []);
  if (!found?.activity && !found?.ledger) return;
  await database.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.ledger]);
    const [head] = await rowsOf(client, LOCK_HEAD, []);
    // Another program may have linked them while this program waited for the lock.
    const [unlinked] = await rowsOf(client, UNLINKED_CHAINS, []);
    if (unlinked?.ledger) await linkLedger(client);
    if (!unlinked?.activity || head === undefined) return;
    const { id, hash } = head;
    await appendLink(client, { chain: 'activity', entries: id, firstId: 1, lastId: id, hash });
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
