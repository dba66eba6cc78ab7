import type { IntegrityCheck, IntegrityCheckContext } from '../money/verify/integrity-check.ts';
import { integrityChecks, runIntegrityChecks } from '../money/verify/run-integrity-checks.ts';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import type { Database } from '../platform/db/database.ts';
import { readSettings } from '../settings.ts';
import { testKeys } from './test-keys.ts';

/** The output of integrity checks: the issues are the indented lines. */
export interface IntegrityReport {
  readonly isValid: boolean;
  readonly lines: readonly string[];
  readonly issues: readonly string[];
}

/** Runs integrity checks, by default all of them with the test keys. */
export async function verifyIntegrity(
  database: Database,
  checks: readonly IntegrityCheck[] = integrityChecks,
  settings: IntegrityCheckContext['settings'] = readSettings({}),
  given: DataKeys | null = null,
): Promise<IntegrityReport> {
  const lines: string[] = [];
  const keys = given ?? (await testKeys(database));
  const isValid = await runIntegrityChecks(database, checks, {
    settings,
    keys,
    print: (line) => void lines.push(line),
  });
  const issues = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim());
  return { isValid, lines, issues };
}

/** Changes rows with all triggers disabled, as the owner of the database server could. */
export function tamper({ transaction }: Pick<Database, 'transaction'>, ...statements: string[]): Promise<void> {
  return transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  });
}
