import { parseArgs } from 'node:util';
import { checkHead, parseHeads } from '../money/verify/chains.ts';
import { integrityChecks, runIntegrityChecks } from '../money/verify/run-integrity-checks.ts';
import { headsText, readHeads } from '../platform/db/chain-heads.ts';
import { isDatabaseUnavailable } from '../platform/db/database-errors.ts';
import { defineStatement } from '../platform/db/statement.ts';
import { StartError } from '../start-error.ts';
import type { CommandContext } from './command.ts';

/**
 * Statement that stores the time of the verification for the metrics (OPER-04). This does not change the activity
 * log.
 */
const RECORD_VERIFICATION = defineStatement({
  name: 'remember-verification',
  text: `INSERT INTO business_settings (name, value) VALUES ('verified_at', extract(epoch FROM now())::text)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  example: [],
});

const USAGE = 'Usage: npm run verify [-- --expect HEAD]';

/**
 * `npm run verify [-- --expect HEAD]`: runs all integrity checks (SECU-05), prints the head of each chain (OWN-06),
 * and checks that the chains contain the heads given as arguments (PRIV-04). The program may keep running.
 * @returns 0 if all checks pass, otherwise 1
 * @throws StartError if the arguments are invalid or the database connection is lost
 */
export async function run(
  args: string[],
  { database, keys, settings, stdout }: Pick<CommandContext, 'database' | 'keys' | 'settings' | 'stdout'>,
): Promise<number> {
  const heads = parseHeads(parseExpectedHeads(args));
  const print = (line: string) => stdout.write(`${line}\n`);
  try {
    let isValid = await runIntegrityChecks(database, integrityChecks, { settings, keys, print });
    const ends = await readHeads(database);
    if (ends.length > 0) print(`Head: ${headsText(ends)}`);
    for (const head of heads) {
      const { isReached, line } = await checkHead(database, head);
      print(line);
      isValid &&= isReached;
    }
    if (isValid)
      await database
        .rows(RECORD_VERIFICATION, [])
        .catch(() => print('The time of this check could not be stored in the database.'));
    return isValid ? 0 : 1;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new StartError('The connection to the database was lost before all checks had run; try again.', {
      cause: error,
    });
  }
}

function parseExpectedHeads(args: string[]): string[] {
  try {
    return parseArgs({ args, options: { expect: { type: 'string', multiple: true } } }).values.expect ?? [];
  } catch (error) {
    throw new StartError(USAGE, { cause: error });
  }
}
