import { isDatabaseAway } from '../db/database-errors.ts';
import { StartError } from '../start-error.ts';
import { proveAll } from '../verify/check-integrity.ts';
import { integrityChecks } from '../verify/integrity-checks.ts';
import type { CommandContext } from './command.ts';

/**
 * `npm run verify`: proves that the books and the activity log are whole (SECU-05), a line a proof and its problems by
 * name. The program may run meanwhile.
 * @returns the exit code: 0 when all is well, else 1
 * @throws StartError when there are words after it, or the database goes away
 */
export async function run(
  args: string[],
  { database, settings, stdout }: Pick<CommandContext, 'database' | 'settings' | 'stdout'>,
): Promise<number> {
  if (args.length > 0) throw new StartError('Use: npm run verify');
  const tell = (line: string) => stdout.write(`${line}\n`);
  const isWhole = await proveAll(database, integrityChecks, { settings, tell }).catch((error: unknown) => {
    if (!isDatabaseAway(error)) throw error;
    throw new StartError('The database went away, so nothing is proved; try again.', { cause: error });
  });
  return isWhole ? 0 : 1;
}
