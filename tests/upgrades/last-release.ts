import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import pino from 'pino';
import { prepareDataDirectory } from '../../apps/server/src/data-directory.ts';
import { findBinaries } from '../../apps/server/src/platform/db/embedded/binaries.ts';
import { startCluster } from '../../apps/server/src/platform/db/embedded/cluster.ts';
import { chooseSystemUser } from '../../apps/server/src/platform/db/embedded/system-user.ts';
import { createDiskStore, UNFINISHED_SUFFIX } from '../../apps/server/src/platform/files/image-store.ts';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { DATA_KEY } from '../../apps/server/src/testing/test-keys.ts';

/**
 * Data written by the last release and dumped with `dump-release.ts`. Because no release was published, the dump
 * replaces a data directory.
 */
const DUMP = new URL('release-0.2.sql.gz', import.meta.url);

/**
 * Tables that the program changes when it starts: it adds rows and normalises transaction ids again (OWN-03). These
 * tables are checked by `verify` and by recounting the counters.
 */
const WRITTEN_AT_START = [
  'business_settings',
  'counters',
  'live_changes',
  'activity',
  'activity_head',
  'chain_links',
  'transaction_ids',
];

/** The row count and checksum of each table, over the columns of the release. */
export type ReleasedRows = ReadonlyMap<string, { readonly columns: readonly string[]; readonly digest: string }>;

const COLUMNS = `SELECT table_name AS name, array_agg(column_name::text ORDER BY column_name) AS columns FROM information_schema.columns
  JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1) GROUP BY 1 ORDER BY 1`;

async function digestOf(client: pg.ClientBase, table: string, columns: readonly string[]): Promise<string> {
  const { rows } = await client.query(
    `SELECT count(*) || ' ' || coalesce(md5(string_agg(line, E'\\n' ORDER BY line COLLATE "C")), '') AS digest FROM (
       SELECT (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(t)) WHERE key = ANY ($1))::text AS line
       FROM public.${pg.escapeIdentifier(table)} AS t) AS lines`,
    [columns],
  );
  return rows[0].digest;
}

/**
 * Creates a data directory in the state of the last release.
 * @returns its rows
 */
export async function fillLastRelease(dataDir: string): Promise<ReleasedRows> {
  const directory = await prepareDataDirectory(dataDir);
  const user = chooseSystemUser(null);
  const log = pino({ level: 'silent' });
  const cluster = await startCluster({ directory, binaries: findBinaries(user), user, log });
  const client = new pg.Client({ connectionString: cluster.connectionString });
  try {
    await client.connect();
    await client.query(gunzipSync(readFileSync(DUMP)).toString());
    const { rows: tables } = await client.query(COLUMNS, [WRITTEN_AT_START]);
    const released = new Map();
    for (const { name, columns } of tables)
      released.set(name, { columns, digest: await digestOf(client, name, columns) });
    return released;
  } finally {
    await client.end();
    await cluster.stop();
    await writeFile(join(dataDir, 'data-key'), DATA_KEY, { mode: 0o600 });
  }
}

/** Waits until the starting program has drawn the demo pictures, which the dump does not contain. */
export const untilDrawn = (client: pg.ClientBase, dataDir: string): Promise<void> =>
  eventually(
    'the pictures',
    async () => {
      const { rows } = await client.query('SELECT count(*)::int AS count FROM files');
      const names: string[] = [];
      for await (const { name } of createDiskStore(join(dataDir, 'files')).list())
        if (!name.endsWith(UNFINISHED_SUFFIX)) names.push(name);
      // Each picture has a thumbnail.
      return names.length === 2 * rows[0].count;
    },
    120_000,
  );

/** Returns the tables with rows that differ from the release's rows. */
export async function changedTables(client: pg.ClientBase, released: ReleasedRows): Promise<string[]> {
  const changed: string[] = [];
  for (const [name, { columns, digest }] of released)
    if ((await digestOf(client, name, columns)) !== digest) changed.push(name);
  return changed;
}
