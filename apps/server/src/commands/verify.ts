import { isDatabaseAway } from '../db/database-errors.ts';
import { StartError } from '../start-error.ts';
import { integrityChecks, runIntegrityChecks } from '../verify/run-integrity-checks.ts';
import type { CommandContext } from './command.ts';

/**
 * `npm run verify`: runs all integrity checks (SECU-05) and prints a line per check with its issues below. The program may
 * run meanwhile.
 * @returns the exit code: 0 when all checks pass, else 1
 * @throws StartError on arguments, or when the database goes away
 */
export async function run(
  args: string[],
  { database, settings, stdout }: Pick<CommandContext, 'database' | 'settings' | 'stdout'>,
): Promise<number> {
  if (args.length > 0) throw new StartError('Use: npm run verify');
  const print = (line: string) => stdout.write(`${line}\n`);
  const isValid = await runIntegrityChecks(database, integrityChecks, { settings, print }).catch(
    (error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      throw new StartError('The database went away before all checks had run; try again.', { cause: error });
    },
  );
  return isValid ? 0 : 1;
}
