import { join, resolve } from 'node:path';
import { backUp } from '../backup/back-up.ts';
import { requireWritablePath } from '../backup/write-archive.ts';
import { counted } from '../counted.ts';
import { KEY_FILE } from '../crypto/key-files.ts';
import { isDatabaseAway } from '../db/database-errors.ts';
import { recordCommand } from '../db/record-command.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { CommandContext } from './command.ts';

const USAGE = 'Say where the backup goes: npm run backup -- FILE';

/**
 * Checks, before a database is opened, that there is one to back up and that FILE is writable.
 * @throws StartError when not
 */
export async function check(args: string[], settings: Pick<Settings, 'databaseUrl'>): Promise<void> {
  if (settings.databaseUrl !== null)
    throw new StartError(
      'DATABASE_URL is set: back that server up with its own tools, such as pg_dump; this is for the embedded database.',
    );
  await requireWritablePath(fileOf(args));
}

/**
 * `npm run backup -- FILE`: writes the embedded database and the files of DATA_DIR to one file and replaces an existing file
 * when it is complete. The program may run meanwhile.
 * @returns the exit code
 * @throws StartError when the backup fails
 */
export async function run(
  args: string[],
  { database, owner, settings, stdout }: Pick<CommandContext, 'database' | 'owner' | 'settings' | 'stdout'>,
): Promise<number> {
  const path = fileOf(args);
  // Before it is read, so that the backup says so itself. A full disk, which can store no entry, must not prevent a backup.
  await recordCommand(database, 'backed_up').catch((error: unknown) => {
    if (isDatabaseAway(error)) return;
    stdout.write('The activity log could not be written, and does not have this backup.\n');
  });
  const { rows, files, bytes } = await backUp(path, { database: owner, dataDir: settings.dataDir }).catch(
    (error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      throw new StartError('The database went away, so there is no backup; try again.', { cause: error });
    },
  );
  const counts = [`${counted(rows, 'row')} and ${counted(files, 'file')}`, `${counted(bytes, 'byte')}`];
  stdout.write(`Backed up ${counts.join(' in ')}: ${path}\n`);
  if (settings.dataKey === null)
    stdout.write(
      `The key file ${join(settings.dataDir, KEY_FILE)} is not in this backup: keep a copy apart from it.\n`,
    );
  if (settings.objectStorage !== null)
    stdout.write('The images are in object storage, which is not part of this backup.\n');
  return 0;
}

function fileOf(args: string[]): string {
  const [file, ...others] = args;
  if (!file || file.startsWith('-') || others.length > 0) throw new StartError(USAGE);
  return resolve(file);
}
