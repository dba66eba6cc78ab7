import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restoreBackup } from '../backup/restore-backup.ts';
import { KEY_FILE } from '../crypto/key-files.ts';
import { interruptedCode, untilStopSignal } from '../lifecycle.ts';
import { StartError } from '../start-error.ts';
import type { CommandContext } from './command.ts';

const USAGE = 'Say which backup to restore: npm run restore -- FILE';

/**
 * `npm run restore -- FILE`: replaces the embedded database and its files by a backup. The program must not run, and the
 * present data stay unchanged unless the restore completes. Everybody has to sign in again.
 * @returns the exit code
 * @throws StartError when the restore fails
 */
export async function run(
  args: string[],
  { settings, log, stdout }: Pick<CommandContext, 'settings' | 'log' | 'stdout'>,
): Promise<number> {
  const [file, ...others] = args;
  if (!file || file.startsWith('-') || others.length > 0) throw new StartError(USAGE);
  if (settings.databaseUrl !== null)
    throw new StartError(
      'DATABASE_URL is set: restore that server with its own tools, such as pg_restore; this is for the embedded database.',
    );
  const interruption = new AbortController();
  let code: number | null = null;
  void untilStopSignal().then((signal) => {
    code = interruptedCode(signal);
    interruption.abort();
  });
  try {
    const { header, end } = await restoreBackup(resolve(file), {
      settings,
      log,
      signal: interruption.signal,
    });
    const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0);
    const counts = `${rows.toLocaleString('en-IN')} rows and ${end.files.toLocaleString('en-IN')} files`;
    stdout.write(`Restored ${counts} from the backup of ${header.createdAt}. Everybody has to sign in again.\n`);
    if (settings.dataKey === null && !existsSync(join(settings.dataDir, KEY_FILE)))
      stdout.write(
        `Before the next start, copy the key file of its data to ${join(settings.dataDir, KEY_FILE)}.\n`,
      );
    return 0;
  } catch (error) {
    if (code === null) throw error;
    return code;
  }
}
