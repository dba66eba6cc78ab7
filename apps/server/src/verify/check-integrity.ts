import { counted } from '../counted.ts';
import type { Database } from '../db/database.ts';
import type { IntegrityCheck, IntegrityCheckContext } from './integrity-check.ts';

const NAMED_PROBLEMS = 20;

export interface ProvingOptions {
  readonly settings: IntegrityCheckContext['settings'];
  /** Takes each line as it is known. */
  readonly tell: (line: string) => void;
}

/**
 * Runs integrityChecks on one moment of the database, while others may go on writing. A line a proof; below it its problems, as
 * far as they can be read.
 * @returns whether all of them hold
 */
export async function proveAll(
  database: Database,
  integrityChecks: readonly IntegrityCheck[],
  options: ProvingOptions,
): Promise<boolean> {
  const ofOneMoment = integrityChecks.filter(({ isOfThePresent }) => !isOfThePresent);
  const ofThePresent = integrityChecks.filter(({ isOfThePresent }) => isOfThePresent);
  const isWholeThen = await proveEach(database, ofOneMoment, 'REPEATABLE READ, READ ONLY', options);
  return (await proveEach(database, ofThePresent, 'READ COMMITTED', options)) && isWholeThen;
}

function proveEach(
  database: Database,
  integrityChecks: readonly IntegrityCheck[],
  isolation: string,
  { settings, tell }: ProvingOptions,
): Promise<boolean> {
  return database.transaction(async (client) => {
    await client.query(`SET TRANSACTION ISOLATION LEVEL ${isolation}`);
    let isWhole = true;
    for (const proof of integrityChecks) {
      const { lookedAt, named, count } = await findProblems(proof, { client, settings });
      tell(`${proof.name}: ${lookedAt}, ${count === 0 ? proof.holds : counted(count, 'problem')}`);
      for (const problem of named) tell(`  ${problem}`);
      if (count > named.length) tell(`  and ${(count - named.length).toLocaleString('en-IN')} more`);
      isWhole &&= count === 0;
    }
    return isWhole;
  });
}

async function findProblems({ prove }: IntegrityCheck, context: IntegrityCheckContext) {
  const named: string[] = [];
  const problems = prove(context);
  for (let count = 0; ; count += 1) {
    const next = await problems.next();
    if (next.done) return { lookedAt: next.value, named, count };
    if (count < NAMED_PROBLEMS) named.push(next.value);
  }
}
