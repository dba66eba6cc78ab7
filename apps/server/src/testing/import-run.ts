import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { run } from '../commands/import.ts';
import type { Database } from '../platform/db/database.ts';
import type { Settings } from '../settings.ts';
import type { Rejection } from '../sync/import/rejections.ts';
import { testKeys } from './test-keys.ts';

/** The result of importing a test folder. */
export interface ImportRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The contents of rejected.ndjson; null if the file does not exist. */
  readonly rejected: readonly Rejection[] | null;
  /** Returns the numbers in the collection's row of the table: read, new, changed, same, rejected. */
  counts(collection: string): number[];
}

/** For tests: files as text, or as documents that are written one per line. */
export type ImportFiles = Readonly<Record<string, string | Buffer | readonly object[]>>;

/** For tests: creates a folder that is removed when the test file ends. */
export async function makeImportFolder(files: ImportFiles): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'wayside-import-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, `${name}.json`), textOf(content));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const textOf = (content: ImportFiles[string]): string | Buffer =>
  typeof content === 'string' || Buffer.isBuffer(content)
    ? content
    : content.map((document) => JSON.stringify(document)).join('\n');

/** For tests: imports these files from a folder of their own. */
export async function importFiles(database: Database, files: ImportFiles, ...args: string[]): Promise<ImportRun> {
  const folder = await makeImportFolder(files);
  try {
    return await importFolder(database, folder.path, ...args);
  } finally {
    await folder.remove();
  }
}

/** For tests: imports like the command with these arguments; the first one is the folder. */
export function importFolder(database: Database, ...args: readonly string[]): Promise<ImportRun> {
  return importFolderWith(database, { documentHosts: [] }, ...args);
}

/** For tests: like `importFolder`, but with settings. */
export async function importFolderWith(
  database: Database,
  settings: Pick<Settings, 'documentHosts'>,
  ...args: readonly string[]
): Promise<ImportRun> {
  let stdout = '';
  let stderr = '';
  const code = await run([...args], {
    database,
    owner: database,
    settings: { objectStorage: null, dataDir: args[0] ?? '', ...settings },
    keys: await testKeys(database),
    log: pino({ level: 'silent' }),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  const rejected = await readFile(join(args[0] ?? '', 'rejected.ndjson'), 'utf8').catch(() => null);
  return {
    code,
    stdout,
    stderr,
    rejected:
      rejected
        ?.trimEnd()
        .split('\n')
        .map((line): Rejection => JSON.parse(line)) ?? null,
    counts: (collection) => {
      const row = stdout.split('\n').find((line) => line.startsWith(`${collection} `)) ?? '';
      return row
        .split(/ +/)
        .slice(1)
        .map((number) => Number(number.replaceAll(',', '')));
    },
  };
}

const TABLES = [
  ...[
    'bookings',
    'users',
    'mechanics',
    'payments',
    'payouts',
    'earnings',
    'notifications',
    'sos_services',
    'services',
  ],
  ...['parts', 'slots', 'vehicle_models', 'configurations'],
];

const OTHER_TABLES = `adjustments, approvals, bank_answer_issues, bank_answer_parts, bank_answers, bank_result_rows, closes, ledger_entries,
  mechanic_balances, pending_postings, wallet_entries, configuration_versions, loyalty_payouts, payment_out_ids, payment_run_file_parts,
  payment_run_rows, payment_runs, payout_voids, refunds, transaction_ids, imported_records, notes, emergencies, emergency_claims, emergency_requests,
  emergency_steps, mechanic_positions, calls, call_people, booking_status_changes, emergency_pushes, settlement_changes,
  settlement_file_parts, settlement_files, settlement_line_parts, settlement_lines, settlement_progress, settlements`;

/** For tests: deletes all records and resets the counters. */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.transaction(async (client) => {
    // The ledger allows deletions only while triggers are disabled.
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(`TRUNCATE ${TABLES.join(', ')}, ${OTHER_TABLES}`);
    await client.query("DELETE FROM chain_links WHERE chain = 'ledger'");
  });
  await database.pool.query('CALL rebuild_counters()');
}

/** For tests: returns every row of every table that an import writes. */
export async function readAllRows(database: Database): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of TABLES) found[table] = (await database.pool.query(`SELECT * FROM ${table} ORDER BY id`)).rows;
  found['imported'] = (await database.pool.query('SELECT * FROM imported_records ORDER BY collection, id')).rows;
  return found;
}

/** For tests: returns the counters and the recounted sums of the rows, which must be equal. */
export async function recountCounters(database: Database): Promise<{ kept: unknown[]; recounted: unknown[] }> {
  const stats = 'name, status, period, starts_on::text, count::float8, amount_paise::float8';
  const kept = await database.pool.query(
    `SELECT ${stats} FROM (SELECT name, status, period, starts_on, sum(count) AS count, sum(amount_paise) AS amount_paise
       FROM counters GROUP BY 1, 2, 3, 4) AS sums WHERE count <> 0 ORDER BY 1, 2, 3, 4`,
  );
  const recounted = await database.pool.query(`SELECT ${stats} FROM recounted_counters() ORDER BY 1, 2, 3, 4`);
  return { kept: kept.rows, recounted: recounted.rows };
}
