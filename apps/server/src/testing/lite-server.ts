import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SessionServer, servePglite } from '../platform/db/fallback/session-server.ts';

/** Prefix of a test server's address for PGlite, which runs once per test file. */
const PREFIX = 'pglite:';

/** Reason for skipping a test on PGlite. */
export const ONE_SESSION = 'PGlite has one session: no other connection can read during a transaction';

/** Checks whether the tests run on PGlite. */
export const isLite = (testServer: string): boolean => testServer.startsWith(PREFIX);

/** A PGlite database in this process's memory. */
export interface LiteDatabase extends Pick<SessionServer, 'database'> {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** Opens a copy of the template in `testServer`, or an empty database if it is null. */
export async function openLite(testServer: string | null): Promise<LiteDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-lite-'));
  const template = testServer === null ? {} : { loadDataDir: await openAsBlob(testServer.slice(PREFIX.length)) };
  const { database, stop } = await servePglite(template, join(folder, '.s.PGSQL.5432'));
  return {
    database,
    connectionString: `postgres://wayside@localhost/wayside?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Dumps a PGlite database to a file and returns its URL for test files. */
export async function writeTemplate({ database }: LiteDatabase, file: string): Promise<string> {
  const dump = await database.dumpDataDir('none');
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()));
  return PREFIX + file;
}
