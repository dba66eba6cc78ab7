import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from './start-error.ts';

export interface DataDirectory {
  readonly path: string;
  readonly cluster: string;
  readonly password: string;
  readonly log: string;
  /** The directory of PGlite, which is used if PostgreSQL cannot run. */
  readonly fallback: string;
  /** Images and documents, unless object storage is configured. */
  readonly files: string;
  /** The erasures that must be repeated after a restore. A restore does not replace this file (PRIV-06). */
  readonly erasures: string;
  /** The users and keys that lost access, for use after a restore (OWN-09). A restore does not replace this file. */
  readonly access: string;
  /** The day for which the data of a public demo was created (SHIP-06); empty while the data is being created. */
  readonly demoDay: string;
  readonly lock: string;
  /** The file with the address of the running database. */
  readonly connection: string;
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
  ENOENT: 'no directory can be made there',
};

/** Creates the data directory if it is missing. @throws StartError if it is not writable */
export async function prepareDataDirectory(path: string): Promise<DataDirectory> {
  const probe = join(path, `.probe-${process.pid}`);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = reasons[code ?? ''] ?? message;
    throw new StartError(`DATA_DIR (${path}) cannot be used: ${reason}.`, { cause: error });
  }
  return dataDirectoryAt(path);
}

/** Returns the paths of a data directory, which need not exist. */
export function dataDirectoryAt(path: string): DataDirectory {
  return {
    path,
    cluster: join(path, 'postgres'),
    password: join(path, 'postgres.password'),
    log: join(path, 'postgres.log'),
    fallback: join(path, 'pglite'),
    files: join(path, 'files'),
    erasures: join(path, 'erasures.ndjson'),
    access: join(path, 'access.ndjson'),
    demoDay: join(path, 'demo-day'),
    lock: join(path, 'wayside.lock'),
    connection: join(path, 'connection.json'),
  };
}

export function hasCluster(directory: DataDirectory): boolean {
  return existsSync(join(directory.cluster, 'PG_VERSION'));
}

const connectionSchema = z.object({
  /** The token of the server's lock. If a killed program left the file behind, no lock has this token. */
  token: z.string(),
  kind: z.enum(['embedded', 'fallback']),
  /** Connects with the role that owns the tables; older programs know no other role. */
  connectionString: z.string(),
  /** Connects with the program's role; missing if an older program runs the database. */
  programConnectionString: z.optional(z.string()),
  poolSize: z.number(),
});

/** The address through which commands join the database of a running program. */
export type ConnectionFile = z.infer<typeof connectionSchema>;

/** Writes the connection file, readable only by this account because it holds the password. */
export async function writeConnection(path: string, connection: ConnectionFile): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(connection), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Reads the connection file. Returns null if it is missing or unreadable. */
export async function readConnection(path: string): Promise<ConnectionFile | null> {
  try {
    return connectionSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Flushes the entries of a directory to disk (fsync) if the system supports it. Windows does not need this. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => null);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}
