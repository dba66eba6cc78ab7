import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';

/** What lies where in the data directory. */
export interface DataDirectory {
  readonly path: string;
  /** PostgreSQL's own directory. */
  readonly cluster: string;
  readonly password: string;
  readonly log: string;
  /** PGlite's, where PostgreSQL cannot run. */
  readonly fallback: string;
  /** Images and documents, where no object storage is set. */
  readonly files: string;
  readonly lock: string;
  /** How a command joins the running database. */
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

/**
 * Makes the data directory when it is not there.
 * @throws StartError when nothing can be written there
 */
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

/** What would lie where, whether or not it is there. */
export function dataDirectoryAt(path: string): DataDirectory {
  return {
    path,
    cluster: join(path, 'postgres'),
    password: join(path, 'postgres.password'),
    log: join(path, 'postgres.log'),
    fallback: join(path, 'pglite'),
    files: join(path, 'files'),
    lock: join(path, 'wayside.lock'),
    connection: join(path, 'connection.json'),
  };
}

/** Whether PostgreSQL's directory has been made whole. */
export function hasCluster(directory: DataDirectory): boolean {
  return existsSync(join(directory.cluster, 'PG_VERSION'));
}
