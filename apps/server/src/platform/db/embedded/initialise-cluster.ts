import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DataDirectory, hasCluster } from '../../../data-directory.ts';
import { StartError } from '../../../start-error.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import type { PostgresBinaries } from './binaries.ts';
import { diskFull, EmbeddedUnavailable, isDiskFull } from './embedded-errors.ts';
import { runningAs, type SystemUser } from './system-user.ts';

/**
 * Creates PostgreSQL's directory and its password if they are missing, and returns the password. Text sorts by code point,
 * so that lists have the same order on every machine.
 * @throws StartError when existing data need another version, their password is missing, or the disk is full
 * @throws EmbeddedUnavailable when initdb fails
 */
export async function ensureCluster(
  directory: DataDirectory,
  binaries: PostgresBinaries,
  user: SystemUser | null,
): Promise<string> {
  if (hasCluster(directory)) {
    await requireVersion(directory, binaries);
    return readPassword(directory);
  }
  const password = randomBytes(24).toString('base64url');
  const draft = `${directory.cluster}.new-${randomUUID()}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    if (user !== null) await chown(draft, user.uid, user.gid);
    await runInitdb(draft, password, binaries, user);
    // The password first, so that a directory under its final name can always be opened.
    await writeFile(directory.password, password, { mode: 0o600, flush: true });
    await rename(draft, directory.cluster);
  } catch (error) {
    throw (await isDiskFull(directory.path)) ? diskFull(directory.path, error) : error;
  } finally {
    await removeDrafts(directory);
  }
  return password;
}

async function runInitdb(draft: string, password: string, binaries: PostgresBinaries, user: SystemUser | null) {
  const passwordFile = join(temporaryFolder(), `wayside-${randomUUID()}`);
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  try {
    if (user !== null) await chown(passwordFile, user.uid, user.gid);
    const { options, directory } = runningAs(user, draft, binaries.majorVersion);
    const locale = binaries.majorVersion >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
    const words = ['-D', directory, '-U', 'wayside', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    const child = spawn(binaries.initdb, [...words, '-E', 'UTF8', '--locale=C', ...locale, '--no-instructions'], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    const code = await new Promise<number | null>((resolve, reject) =>
      child.on('error', reject).on('close', resolve),
    );
    if (code !== 0)
      throw new EmbeddedUnavailable(
        errors.split('\n').find((line) => /error:|could not/.test(line)) ?? 'initdb failed',
      );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function requireVersion(directory: DataDirectory, binaries: PostgresBinaries): Promise<void> {
  const version = await clusterVersion(directory);
  if (version === binaries.majorVersion) return;
  const advice =
    version > binaries.majorVersion ? 'start it with the Wayside that made it' : 'start Wayside, which upgrades it';
  throw new StartError(
    `The database in ${directory.path} was made by PostgreSQL ${version}, and this Wayside brings ${binaries.majorVersion}: ${advice}.`,
  );
}

/** The major version of the PostgreSQL that made the cluster of a directory. */
export async function clusterVersion(directory: DataDirectory): Promise<number> {
  return Number((await readFile(join(directory.cluster, 'PG_VERSION'), 'utf8')).trim());
}

async function readPassword(directory: DataDirectory): Promise<string> {
  try {
    return (await readFile(directory.password, 'utf8')).trim();
  } catch (error) {
    throw new StartError(
      `The database in ${directory.path} cannot be opened: its password, ${directory.password}, cannot be read.`,
      { cause: error },
    );
  }
}

async function removeDrafts(directory: DataDirectory): Promise<void> {
  const parent = dirname(directory.cluster);
  const prefix = `${basename(directory.cluster)}.new-`;
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const name of drafts) await rm(join(parent, name), { recursive: true, force: true });
}
