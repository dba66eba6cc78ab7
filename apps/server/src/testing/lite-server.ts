import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SessionServer, servePglite } from '../db/fallback/session-server.ts';

/** How the address of a test server says that it is PGlite, of which every test file has one of its own. */
const PREFIX = 'pglite:';

/** Why a test is left out there. */
export const ONE_SESSION = 'PGlite has one session: nobody else can look while a transaction is open';

/** Whether the tests run on PGlite. */
export const isLite = (testServer: string): boolean => testServer.startsWith(PREFIX);

/** A PGlite in this process and its memory. */
export interface LiteDatabase extends Pick<SessionServer, 'database'> {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** Opens one: a copy of the template that `testServer` names, or an empty one without it. */
export async function openLite(testServer: string | null): Promise<LiteDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-lite-'));
  const copied = testServer === null ? {} : { loadDataDir: await openAsBlob(testServer.slice(PREFIX.length)) };
  const { database, stop } = await servePglite(copied, join(folder, '.s.PGSQL.5432'));
  return {
    database,
    connectionString: `postgres://wayside@localhost/wayside?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Writes what a PGlite holds to a file; answers what test files open as their template. */
export async function keepAsTemplate({ database }: LiteDatabase, file: string): Promise<string> {
  const dump = await database.dumpDataDir('none');
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()));
  return PREFIX + file;
}
