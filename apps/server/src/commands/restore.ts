import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { interruptedCode, waitForStopSignal } from '../lifecycle.ts';
import { openArchive } from '../platform/backup/archive.ts';
import { describeAccess } from '../platform/backup/record-restore.ts';
import { restoreBackup, restoreServer } from '../platform/backup/restore-backup.ts';
import { KEY_FILE } from '../platform/crypto/data-key.ts';
import { StartError } from '../start-error.ts';
import type { CommandContext } from './command.ts';

const USAGE = 'Usage: npm run restore -- FILE [--identity KEY_FILE] [--keep-access]';

/**
 * `npm run restore`: replaces the embedded database and its files with a backup, or fills the empty database of
 * DATABASE_URL and the image store. The current data stays unchanged until the restore completes. Unless
 * --keep-access is given, sessions end, keys are revoked and suspensions remain (OPER-06, OWN-09). @throws StartError
 * if the restore fails
 */
export async function run(
  args: string[],
  { settings, log, stdout }: Pick<CommandContext, 'settings' | 'log' | 'stdout'>,
): Promise<number> {
  const { path, identity, keepsAccess } = parseArguments(args);
  const file = await openArchive(path, identity);
  const interruption = new AbortController();
  let code: number | null = null;
  void waitForStopSignal().then((signal) => {
    code = interruptedCode(signal);
    interruption.abort();
  });
  try {
    const restore = settings.databaseUrl === null ? restoreBackup : restoreServer;
    const { header, end, access } = await restore(file, {
      settings,
      log,
      keepsAccess,
      signal: interruption.signal,
    });
    const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0);
    const counts = `${rows.toLocaleString('en-IN')} rows and ${end.files.toLocaleString('en-IN')} files`;
    stdout.write(`Restored ${counts} from the backup of ${header.createdAt}. All users must sign in again.\n`);
    for (const line of describeAccess(access, keepsAccess)) stdout.write(`${line}\n`);
    if (settings.dataKey !== null) stdout.write('The next start needs the DATA_KEY of the backed-up data.\n');
    else if (!existsSync(join(settings.dataDir, KEY_FILE)))
      stdout.write(
        `Before the next start, copy the key file of its data to ${join(settings.dataDir, KEY_FILE)}.\n`,
      );
    return 0;
  } catch (error) {
    if (code === null) throw error;
    return code;
  }
}

interface RestoreArguments {
  readonly path: string;
  readonly identity: string | null;
  readonly keepsAccess: boolean;
}

function parseArguments(args: string[]): RestoreArguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { identity: { type: 'string' }, 'keep-access': { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    if (file && others.length === 0)
      return { path: resolve(file), identity: values.identity ?? null, keepsAccess: values['keep-access'] };
  } catch {
    // Falls through to the usage error.
  }
  throw new StartError(USAGE);
}
