import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyDecision } from '../../testing/every-decision.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { images } from './files.ts';
import { integrityChecks } from './run-integrity-checks.ts';
import { counters } from './stored-sums.ts';

/** The tables with money, with their keys. For people, only the columns that decide where money goes are tested. */
const TABLES: Readonly<Record<string, { readonly key: readonly string[]; readonly only?: RegExp }>> = {
  activity: { key: ['id'] },
  adjustments: { key: ['id'] },
  admins: { key: ['id'] },
  approval_settings: { key: ['only_row'] },
  approvals: { key: ['id'] },
  bank_answer_issues: { key: ['id'] },
  bank_answer_parts: { key: ['id'] },
  bank_answers: { key: ['id'] },
  chain_links: { key: ['chain', 'entries'] },
  closes: { key: ['number'] },
  configuration_versions: { key: ['number'] },
  ledger_accounts: { key: ['id'] },
  ledger_entries: { key: ['id'] },
  loyalty_payouts: { key: ['id'] },
  mechanic_balances: { key: ['mechanic_id'] },
  mechanics: { key: ['id'], only: /^bank_|wallet/ },
  payment_run_file_parts: { key: ['id'] },
  payment_run_rows: { key: ['reference'] },
  payment_runs: { key: ['id'] },
  payout_voids: { key: ['id'] },
  payouts: { key: ['id'] },
  refunds: { key: ['id'] },
  service_keys: { key: ['id'] },
  settlement_file_parts: { key: ['id'] },
  settlement_files: { key: ['id'] },
  settlement_lines: {
    key: ['id'],
    only: /paise$|^state|^resol|^approved_by|^requested|^request_reason|^reason|^is_open|^type|^line|^file_id/,
  },
  transaction_ids: { key: ['key'] },
  users: { key: ['id'], only: /wallet/ },
  wallet_entries: { key: ['id'] },
};
/** Tests all rows and values, not only the first ones of each column. */
const TESTS_ALL_EDITS = process.env['WAYSIDE_ALL_EDITS'] === 'on';
const ROWS_OF_COLUMN = TESTS_ALL_EDITS ? 1_000 : 1;
const TIMEOUT_MS = TESTS_ALL_EDITS ? 7_200_000 : 600_000;

const runs = everyDecision();
const checks = integrityChecks.filter((check) => check !== counters && check !== images);

const columnRow = z.object({ table: z.string(), column: z.string(), type: z.string() });
type Column = z.infer<typeof columnRow>;
const row = z.record(z.string(), z.unknown());
type Row = z.infer<typeof row>;

/** Lists every column that a statement can write. */
async function listColumns(): Promise<Column[]> {
  const { rows } = await runs.sql(
    `SELECT table_name AS table, column_name AS column, udt_name AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1) AND is_generated = 'NEVER' ORDER BY table_name, ordinal_position`,
    [Object.keys(TABLES)],
  );
  return z
    .array(columnRow)
    .parse(rows)
    .filter(({ table, column }) => TABLES[table]?.only?.test(column) ?? true);
}

/** The SQL for other values of a column, most likely first. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  text: [
    `CASE WHEN c ~ '^[0-9a-f]{24}$' THEN overlay(c PLACING CASE substr(c, 24, 1) WHEN '0' THEN '1' ELSE '0' END FROM 24) END`,
    `c || 'x'`,
    `'x'`,
    `repeat('a', 24)`,
  ],
  int8: ['c + 1', 'c + 100', '1'],
  int4: ['c + 1', 'c + 100', '1'],
  numeric: ['c + 1', '1'],
  float8: ['c + 1', '1'],
  bool: ['NOT c'],
  timestamptz: [`c + interval '1 day'`, `c - interval '1 day'`, 'now()'],
  date: ['c + 1', 'c - 1'],
  bytea: ['set_byte(c, 0, (get_byte(c, 0) + 1) % 256)', `'\\x00'::bytea`],
  jsonb: [`'{"forged": 1}'::jsonb`, `'[{"field": "forged", "before": null, "after": 1}]'::jsonb`],
  _text: [`c || '{forged}'::text[]`],
};

const quoted = (value: unknown): string => (value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`);
const whereOf = (table: string, found: Row): string =>
  (TABLES[table]?.key ?? []).map((name) => `${name}::text = ${quoted(found[name])}`).join(' AND ');

/** Returns rows of a table; those with a value in the column come first. */
async function rowsOf(table: string, column: string, limit: number): Promise<Row[]> {
  const order = (TABLES[table]?.key ?? []).join(', ');
  const { rows } = await runs.sql(
    `SELECT (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(to_jsonb(t))) AS row FROM ${table} AS t
     ORDER BY ${column} IS NULL, ${order} LIMIT ${limit}`,
  );
  return z
    .array(z.object({ row }))
    .parse(rows)
    .map((each) => each.row);
}

/** Checks whether an issue identifies the row by a key value or by the id of a related record. */
function isNamed(table: string, found: Row, issues: readonly string[]): boolean {
  if (table === 'approval_settings') return issues.some((issue) => issue.startsWith('the approval settings'));
  if (table === 'closes') return issues.some((issue) => /close|books|\d{4}-\d\d-\d\d/i.test(issue));
  if (['activity', 'ledger_entries', 'chain_links'].includes(table))
    return issues.some((issue) => /rows? \d+|\d+ rows?|entries|balance/.test(issue));
  const values = Object.entries(found).flatMap(([name, value]) =>
    value !== null && (TABLES[table]?.key.includes(name) || /(^|_)id$|^reference$|^number$/.test(name))
      ? [String(value)]
      : [],
  );
  if (table === 'configuration_versions') return issues.some((issue) => issue.includes('configuration'));
  return issues.some((issue) => values.some((value) => issue.includes(value)));
}

/**
 * Runs a statement with all triggers disabled, as the database owner can. Then runs the checks and rolls back.
 * @returns null if a constraint rejects the statement
 */
async function issuesAfter(
  statement: string,
  isFound: (issues: readonly string[]) => boolean,
): Promise<boolean | null> {
  const client = await runs.test.database.pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    const changed = await client.query(statement).catch(() => null);
    if (changed === null || changed.rowCount === 0) return null;
    const issues: string[] = [];
    for (const check of checks) {
      for await (const issue of check.findIssues({
        client: client as pg.ClientBase,
        settings: runs.test.settings,
        keys: runs.test.keys,
      }))
        issues.push(issue);
      if (isFound(issues)) return true;
    }
    return false;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** @returns for which of the rows an edit is not detected */
async function isFoundInEach({ table, column, type }: Column): Promise<boolean> {
  for (const found of await rowsOf(table, column, ROWS_OF_COLUMN)) {
    const stored = `SELECT DISTINCT ${column}::text AS value FROM ${table} WHERE ${column} IS NOT NULL ORDER BY 1 LIMIT 5`;
    const { rows } = await runs.sql(stored);
    const others = rows.map(({ value }) => `${quoted(value)}::${type}`);
    const values = [...(OTHERS[type] ?? []).map((text) => text.replaceAll(/\bc\b/g, column)), ...others, 'NULL'];
    for (const value of values) {
      const statement = `UPDATE ${table} SET ${column} = ${value} WHERE ${whereOf(table, found)} AND ${column} IS DISTINCT FROM ${value}`;
      const isFound = await issuesAfter(statement, (issues) => isNamed(table, found, issues));
      if (isFound === false) return false;
      if (isFound === true && !TESTS_ALL_EDITS) break;
    }
  }
  return true;
}

/** Reads the rows of a table in docs/money.md, which lists the undetected edits with their reasons. */
async function listed(heading: string): Promise<string[]> {
  const text = await readFile(new URL('../../../../../docs/money.md', import.meta.url), 'utf8');
  const [, table = ''] = text.split(`| ${heading} | why |\n|---|---|\n`);
  const lines = table.split('\n');
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('|')),
    )
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    .sort();
}

describe('[OWN-05] npm run verify', () => {
  it('passes for a database with every kind of decision', async () => {
    expect((await verifyIntegrity(runs.test.database)).issues).toEqual([]);
  });

  it(
    'detects a change to each column of each money table, except those listed in docs/money.md',
    async () => {
      const missed: string[] = [];
      for (const column of await listColumns())
        if (!(await isFoundInEach(column))) missed.push(`${column.table}.${column.column}`);
      expect(missed.sort()).toEqual(await listed('column'));
    },
    TIMEOUT_MS,
  );

  it(
    'detects a deleted row of each money table, except those listed in docs/money.md',
    async () => {
      const missed: string[] = [];
      for (const [table, { key, only }] of Object.entries(TABLES)) {
        if (only !== undefined) continue;
        for (const found of await rowsOf(table, key[0] ?? '', ROWS_OF_COLUMN)) {
          const isFound = await issuesAfter(`DELETE FROM ${table} WHERE ${whereOf(table, found)}`, (issues) =>
            isNamed(table, found, issues),
          );
          if (isFound === false) missed.push(table);
        }
      }
      expect([...new Set(missed)].sort()).toEqual(await listed('deleted row'));
    },
    TIMEOUT_MS,
  );
});
