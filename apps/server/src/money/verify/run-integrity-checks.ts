import { countText } from '../../count-text.ts';
import type { Database } from '../../platform/db/database.ts';
import { approvals, paymentRuns } from './approvals.ts';
import { bankDetails } from './bank-details.ts';
import { activityChain, chainLinks } from './chains.ts';
import { closes } from './closes.ts';
import { decisions } from './decisions.ts';
import { earnings } from './earnings.ts';
import { images, storedFiles } from './files.ts';
import type { IntegrityCheck, IntegrityCheckContext } from './integrity-check.ts';
import { corrections, payouts, transactionIds } from './payouts.ts';
import { settlementFiles, settlementLines } from './settlements.ts';
import { balances, counters } from './stored-sums.ts';
import { wallets } from './wallets.ts';

export const integrityChecks: readonly IntegrityCheck[] = [
  activityChain,
  chainLinks,
  balances,
  earnings,
  wallets,
  payouts,
  corrections,
  transactionIds,
  decisions,
  approvals,
  paymentRuns,
  storedFiles,
  settlementFiles,
  settlementLines,
  bankDetails,
  closes,
  counters,
  images,
];

const MAX_PRINTED_ISSUES = 1_000;

export interface RunOptions extends Pick<IntegrityCheckContext, 'settings' | 'keys'> {
  /** Called with each output line immediately. */
  readonly print: (line: string) => void;
}

/**
 * Runs integrity checks on one snapshot of the database. Prints a line for each check, followed by its first issues.
 * @returns whether all checks passed
 */
export async function runIntegrityChecks(
  database: Database,
  checks: readonly IntegrityCheck[],
  options: RunOptions,
): Promise<boolean> {
  const onSnapshot = checks.filter(({ readsLatest }) => !readsLatest);
  const onLatest = checks.filter(({ readsLatest }) => readsLatest);
  const isSnapshotValid = await runInTransaction(database, onSnapshot, 'REPEATABLE READ, READ ONLY', options);
  return (await runInTransaction(database, onLatest, 'READ COMMITTED', options)) && isSnapshotValid;
}

function runInTransaction(
  database: Database,
  checks: readonly IntegrityCheck[],
  isolation: string,
  { settings, keys, print }: RunOptions,
): Promise<boolean> {
  return database.transaction(async (client) => {
    await client.query(`SET TRANSACTION ISOLATION LEVEL ${isolation}`);
    let isValid = true;
    for (const check of checks) {
      const { checked, issues, count } = await collectIssues(check, { client, settings, keys });
      print(`${check.name}: ${checked}, ${count === 0 ? check.passed : countText(count, 'issue')}`);
      for (const issue of issues) print(`  ${issue}`);
      if (count > issues.length) print(`  and ${(count - issues.length).toLocaleString('en-IN')} more`);
      isValid &&= count === 0;
    }
    return isValid;
  });
}

async function collectIssues(check: IntegrityCheck, context: IntegrityCheckContext) {
  const issues: string[] = [];
  const found = check.findIssues(context);
  for (let count = 0; ; count += 1) {
    const next = await found.next();
    if (next.done) return { checked: next.value, issues, count };
    if (count < MAX_PRINTED_ISSUES) issues.push(next.value);
  }
}
