import pg from 'pg';
import { readConnection } from '../db/embedded/data-directory.ts';

/** Connects to the embedded database of the program that runs on a data directory. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const connection = await readConnection(`${dataDir}/connection.json`);
  const client = new pg.Client({ connectionString: connection?.connectionString });
  // A test may kill the server under it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Count and checksum of every table's rows, but those of `leftOut`; the same for the same rows in any order. */
export async function dataDigest(
  client: pg.Client,
  leftOut: readonly string[] = [],
): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL($1) ORDER BY 1`,
    [leftOut],
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(line, E'\\n' ORDER BY line COLLATE "C")), '') AS digest
       FROM (SELECT t::text AS line FROM ${pg.escapeIdentifier(name)} AS t) AS lines`,
    );
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}

/** How many counters say something else than a recount. */
export async function wrongCounters(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>(
    'SELECT count(*)::int AS wrong FROM counter_differences()',
  );
  return rows[0]?.wrong ?? -1;
}
