import { isDatabaseUnavailable } from '../platform/db/database-errors.ts';
import { recordCommand } from '../platform/db/record-activity.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { appendErasuresOrWarn, openErasureLog } from '../sync/erasure/erasure-log.ts';
import { formatReport, type ImportContext, importFolder } from '../sync/import/import-folder.ts';

export interface ImportCommandContext extends ImportContext {
  readonly settings: ImportContext['settings'] & Pick<Settings, 'objectStorage' | 'dataDir'>;
  readonly stdout: { write(text: string): unknown };
}

const USAGE = 'Say which folder to import: npm run import -- FOLDER [--dry-run]';
const DRY_RUN = '--dry-run';

function parseArguments(args: readonly string[]): { folder: string; isDryRun: boolean } {
  const [folder, ...others] = args.filter((word) => word !== DRY_RUN);
  if (folder === undefined || folder === '' || others.length > 0 || folder.startsWith('--'))
    throw new StartError(USAGE);
  return { folder, isDryRun: args.includes(DRY_RUN) };
}

/**
 * `npm run import -- FOLDER [--dry-run]`: imports the data of a marketplace (IMPO-01 to IMPO-05) and prints a table
 * of results.
 * @returns 0 if every record was accepted, 2 if some records were rejected or a file could not be read (TOUGH-04)
 * @throws StartError if the import fails
 */
export async function run(args: string[], context: ImportCommandContext): Promise<number> {
  const { folder, isDryRun } = parseArguments(args);
  try {
    const result = await importFolder(folder, { isDryRun }, context);
    const { counters, unread } = result;
    const stored = [...counters].filter(([, { added, changed }]) => added + changed > 0);
    if (!isDryRun) await appendErasuresOrWarn(context, openErasureLog(context.settings));
    if (!isDryRun && stored.length > 0)
      await recordCommand(
        context.database,
        'imported',
        Object.fromEntries(stored.map(([name, { added, changed }]) => [name, added + changed])),
      );
    context.stdout.write(formatReport(result, { isDryRun }));
    return unread.length > 0 || [...counters.values()].some(({ rejected }) => rejected > 0) ? 2 : 0;
  } catch (error) {
    if (error instanceof StartError || !isDatabaseUnavailable(error)) throw error;
    throw new StartError('The connection to the database was lost; run the same import again to complete it.', {
      cause: error,
    });
  }
}
