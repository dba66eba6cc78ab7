import pg from 'pg';
import { expect } from 'vitest';
import { readConnection } from '../data-directory.ts';
import type { Database } from '../platform/db/database.ts';

/** Connects to the embedded database of the server that runs on a data directory. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const connection = await readConnection(`${dataDir}/connection.json`);
  const client = new pg.Client({ connectionString: connection?.connectionString });
  // A test may kill the server.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Waits until the running server has published all events, which changes their rows. */
export const untilPublished = (client: pg.Client): Promise<void> =>
  expect
    .poll(
      async () =>
        (await client.query('SELECT count(*)::int AS count FROM events WHERE position IS NULL')).rows[0].count,
      { timeout: 30_000 },
    )
    .toBe(0);

/**
 * Tables to which a running server adds rows, because it sends push messages for unclaimed emergencies (DESK-05) and
 * matches settlements (RECON-02).
 */
const WORKER_TABLES = ['emergency_pushes', 'settlement_changes'];

/**
 * Returns the number of rows and a checksum for each table, regardless of the order of rows. Omits the tables of
 * workers, those in `excluded`, and the time at which an import wrote a record.
 */
export async function dataDigest(
  client: pg.Client,
  excluded: readonly string[] = [],
): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL($1) ORDER BY 1`,
    [[...WORKER_TABLES, ...excluded]],
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(line, E'\\n' ORDER BY line COLLATE "C")), '') AS digest
       FROM (SELECT (to_jsonb(t) - 'changed_at')::text AS line FROM ${pg.escapeIdentifier(name)} AS t) AS lines`,
    );
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}

/** Returns the number of counters that differ from a recount. */
export async function countWrongCounters(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>(
    'SELECT count(*)::int AS wrong FROM counter_differences()',
  );
  return rows[0]?.wrong ?? -1;
}

/** A counter that differs from a recount of the rows. */
export interface CounterDifference {
  readonly name: string;
  /** Null for all parts together. */
  readonly status: string | null;
  readonly period: string;
  /** YYYY-MM-DD or -infinity. */
  readonly startsOn: string;
}

/** Compares every counter with a recount of the rows. */
export async function findCounterDifferences(database: Database): Promise<CounterDifference[]> {
  const { rows } = await database.pool.query<CounterDifference>(
    'SELECT name, status, period, starts_on::text AS "startsOn" FROM counter_differences() ORDER BY 1, 2, 3, 4',
  );
  return rows;
}
