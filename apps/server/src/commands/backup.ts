import { join, resolve } from 'node:path';
import { countText } from '../count-text.ts';
import { requireRecipient } from '../platform/backup/age-encryption.ts';
import { requireWritablePath } from '../platform/backup/archive.ts';
import { type BackupSummary, backUp, dumpServer } from '../platform/backup/back-up.ts';
import { KEY_FILE } from '../platform/crypto/data-key.ts';
import { isDatabaseUnavailable } from '../platform/db/database-errors.ts';
import { recordCommand } from '../platform/db/record-activity.ts';
import { defineStatement } from '../platform/db/statement.ts';
import { openImageStore } from '../platform/files/files.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { CommandContext } from './command.ts';

const USAGE = 'Usage: npm run backup -- FILE';

/**
 * Statement that stores the time of the backup for the metrics of every node (OPER-06). The age of a backup is that
 * of its snapshot.
 */
const RECORD_BACKUP = defineStatement({
  name: 'remember-backup',
  text: `INSERT INTO business_settings (name, value) VALUES ('backed_up_at', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  example: ['0'],
});

type BackupContext = Pick<CommandContext, 'database' | 'owner' | 'settings' | 'stdout'>;

/** Checks that FILE is writable and BACKUP_RECIPIENT is a valid key, before a database is opened. @throws StartError */
export async function check(args: string[], { backupRecipient }: Pick<Settings, 'backupRecipient'>): Promise<void> {
  await requireWritablePath(parseArguments(args));
  if (backupRecipient !== null) await requireRecipient(backupRecipient);
}

/**
 * `npm run backup -- FILE`: writes the database and the images to one file, even while the program runs. An existing
 * file is replaced only when the new one is complete. @throws StartError if the backup fails
 */
export async function run(args: string[], context: BackupContext): Promise<number> {
  const { database, settings, stdout } = context;
  const path = parseArguments(args);
  const beganAt = Date.now();
  // This is recorded before the data is read, so that the backup contains its own activity entry. A full disk, which
  // cannot store the entry, must not prevent a backup.
  await recordCommand(database, 'backed_up').catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return;
    stdout.write('The activity log could not be written; this backup is not in it.\n');
  });
  const { rows, files, bytes } = await write(path, context).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new StartError('The connection to the database was lost, so there is no backup; try again.', {
      cause: error,
    });
  });
  await database
    .rows(RECORD_BACKUP, [String(beganAt / 1000)])
    .catch(() => stdout.write('The time of this backup could not be stored in the database.\n'));
  const counts = [`${countText(rows, 'row')} and ${countText(files, 'file')}`, `${countText(bytes, 'byte')}`];
  stdout.write(`Backed up ${counts.join(' in ')}: ${path}\n`);
  if (settings.backupRecipient !== null)
    stdout.write('It is encrypted for BACKUP_RECIPIENT: only the matching private key decrypts it.\n');
  stdout.write(keyNotice(settings));
  return 0;
}

/** Backs up a database server with pg_dump. The embedded database has no pg_dump, so its rows are read instead. */
function write(path: string, { owner, settings }: BackupContext): Promise<BackupSummary> {
  const { dataDir, databaseUrl, backupRecipient: recipient } = settings;
  if (databaseUrl !== null)
    return dumpServer(path, { database: owner, store: openImageStore(settings), recipient });
  const store = settings.objectStorage === null ? null : openImageStore(settings);
  return backUp(path, { database: owner, dataDir, store, recipient });
}

function keyNotice({ dataKey, dataDir }: Settings): string {
  const key = dataKey === null ? `The key file ${join(dataDir, KEY_FILE)}` : 'DATA_KEY';
  return `${key} is not in this backup: keep a copy apart from it.\n`;
}

function parseArguments(args: string[]): string {
  const [file, ...others] = args;
  if (!file || file.startsWith('-') || others.length > 0) throw new StartError(USAGE);
  return resolve(file);
}
