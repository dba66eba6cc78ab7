import { isDatabaseAway } from '../db/database-errors.ts';
import { type ImportContext, importFolder } from '../import/import-folder.ts';
import { reportText } from '../import/report.ts';
import { StartError } from '../start-error.ts';

/** What of a command's context is used here. */
export interface ImportCommandContext extends ImportContext {
  readonly stdout: { write(text: string): unknown };
}

const USAGE = 'Say which folder to import: npm run import -- FOLDER [--dry-run]';
const DRY_RUN = '--dry-run';

function readWords(args: readonly string[]): { folder: string; isDryRun: boolean } {
  const [folder, ...others] = args.filter((word) => word !== DRY_RUN);
  if (folder === undefined || folder === '' || others.length > 0 || folder.startsWith('--'))
    throw new StartError(USAGE);
  return { folder, isDryRun: args.includes(DRY_RUN) };
}

/**
 * `npm run import -- FOLDER [--dry-run]`: loads a marketplace's existing data (IMPO-01 to IMPO-05) and ends with a
 * table of what became of it. The same folder again changes nothing, and completes an import that was interrupted.
 * @returns 0 when every record was taken, 2 when some were rejected
 * @throws StartError when it cannot be done
 */
export async function run(args: string[], context: ImportCommandContext): Promise<number> {
  const { folder, isDryRun } = readWords(args);
  try {
    const { counters, rejectedPath, isBesideDemo } = await importFolder(folder, { isDryRun }, context);
    context.stdout.write(reportText(counters, { rejectedPath, isDryRun, isBesideDemo }));
    return [...counters.values()].some(({ rejected }) => rejected > 0) ? 2 : 0;
  } catch (error) {
    if (error instanceof StartError || !isDatabaseAway(error)) throw error;
    throw new StartError('The database went away; the same import again completes what is missing.', {
      cause: error,
    });
  }
}
