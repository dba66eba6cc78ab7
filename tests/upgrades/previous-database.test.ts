import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countWrongCounters } from '../../apps/server/src/testing/data-digest.ts';
import { type ExternalServer, startExternalServer } from '../../apps/server/src/testing/external-server.ts';
import { migrateForTests } from '../../apps/server/src/testing/migrate-for-tests.ts';
import { buildProgram, databaseSettings, startProgram } from '../../apps/server/src/testing/program.ts';
import { withDatabase } from '../../apps/server/src/testing/test-database-names.ts';
import { buildPreviousRelease, findPreviousCommit, type Release } from './previous-release.ts';

const BOOKINGS = 2_000;
const UPGRADED = 'wayside_upgraded';
const NEW = 'wayside_new';
/** Tables that the program writes when it starts. */
const WRITTEN_AT_START = [
  'business_settings',
  'counters',
  'data_keys',
  'admins',
  'sessions',
  'activity',
  'activity_head',
];

/**
 * Every object of the schema, regardless of the order of columns. Only PostgreSQL 18 lists NOT NULL as a constraint.
 */
const CATALOGUE = `
  SELECT format('column %s.%s %s %s %s %s%s', c.relname, attname, format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull,
    attgenerated::text || attidentity::text, ' ' || pg_get_expr(adbin, adrelid)) AS object
  FROM pg_class AS c JOIN pg_attribute AS a ON attrelid = c.oid LEFT JOIN pg_attrdef ON adrelid = c.oid AND adnum = attnum
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'S') AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('view %s %s', viewname, definition) FROM pg_views WHERE schemaname = 'public'
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

const previous = findPreviousCommit();
let server: ExternalServer;
let release: Release;
const clients: pg.Client[] = [];

beforeAll(async () => {
  if ('missing' in previous) return;
  buildProgram();
  [server, release] = await Promise.all([startExternalServer(), buildPreviousRelease(previous.commit)]);
}, 600_000);
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await Promise.all([server?.remove(), release?.remove()]);
}, 60_000);

async function createDatabase(name: string): Promise<pg.Client> {
  const admin = await connect(server.connectionString);
  await admin.query(`CREATE DATABASE ${name}`);
  return connect(withDatabase(server.connectionString, name));
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  clients.push(client);
  return client;
}

async function objects(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ object: string }>(CATALOGUE);
  return rows.map(({ object }) => object);
}

/** Returns the columns of each table, except the tables that the program writes when it starts. */
async function columnsOf(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text ORDER BY column_name) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1) GROUP BY 1`,
    [WRITTEN_AT_START],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Returns the row count and checksum of each table over the given columns. */
async function digests(client: pg.Client, tables: ReadonlyMap<string, string[]>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, columns] of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(line, E'\\n' ORDER BY line COLLATE "C")), '') AS digest
       FROM (SELECT (SELECT row_to_json(t)::text) AS line
         FROM (SELECT ${columns.map((column) => pg.escapeIdentifier(column)).join(', ')} FROM ${pg.escapeIdentifier(name)}) AS t) AS lines`,
    );
    found[name] = rows[0]?.digest ?? '';
  }
  return found;
}

it('[OPER-03, RUN-02] a database of the previous release gets the new schema and keeps its rows', {
  timeout: 300_000,
}, async ({ skip }) => {
  if ('missing' in previous) return skip(previous.missing);
  const upgraded = await createDatabase(UPGRADED);
  const settings = databaseSettings(withDatabase(server.connectionString, UPGRADED), `${server.dataDir}-upgraded`);
  const run = async (words: string[], main?: string) => {
    const program = startProgram(settings, { words, ...(main === undefined ? {} : { main }) });
    expect(await program.ended(), program.stderr()).toBe(0);
  };
  await run(['demo', '--bookings', String(BOOKINGS)], release.main);
  const columns = await columnsOf(upgraded);
  const before = await digests(upgraded, columns);

  await migrateForTests(withDatabase(server.connectionString, UPGRADED), null);
  expect(await digests(upgraded, columns)).toEqual(before);
  const created = await createDatabase(NEW);
  await migrateForTests(withDatabase(server.connectionString, NEW), null);
  expect(await objects(upgraded)).toEqual(await objects(created));
  expect(await countWrongCounters(upgraded)).toBe(0);
  await run(['verify']);
});
