import { resolve } from 'node:path';
import { backUp } from '../backup/back-up.ts';
import { requireArchivePlace } from '../backup/write-archive.ts';
import { counted } from '../counted.ts';
import { isDatabaseAway } from '../db/database-errors.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { CommandContext } from './command.ts';

const USAGE = 'Say where the backup goes: npm run backup -- FILE';

/**
 * Before a database is opened: whether there is one to back up, and a place for it.
 * @throws StartError when there is not
 */
export async function check(args: string[], settings: Pick<Settings, 'databaseUrl'>): Promise<void> {
  if (settings.databaseUrl !== null)
    throw new StartError(
      'DATABASE_URL is set: back that server up with its own tools, such as pg_dump; this is for the embedded database.',
    );
  await requireArchivePlace(fileOf(args));
}

/**
 * `npm run backup -- FILE`: the embedded database as it is now and the files of DATA_DIR, in one file; a file that is
 * there is replaced once the new one is whole. The program may run meanwhile.
 * @returns the exit code
 * @throws StartError when it cannot be written
 */
export async function run(
  args: string[],
  { database, settings, stdout }: Pick<CommandContext, 'database' | 'settings' | 'stdout'>,
): Promise<number> {
  const path = fileOf(args);
  const { rows, files, bytes } = await backUp(path, { database, dataDir: settings.dataDir }).catch(
    (error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      throw new StartError('The database went away, so there is no backup; try again.', { cause: error });
    },
  );
  const counts = [`${counted(rows, 'row')} and ${counted(files, 'file')}`, `${counted(bytes, 'byte')}`];
  stdout.write(`Backed up ${counts.join(' in ')}: ${path}\n`);
  if (settings.objectStorage !== null)
    stdout.write('The images are in object storage, which is not part of this backup.\n');
  return 0;
}

function fileOf(args: string[]): string {
  const [file, ...others] = args;
  if (!file || file.startsWith('-') || others.length > 0) throw new StartError(USAGE);
  return resolve(file);
}
