import { describe, expect, inject, it } from 'vitest';
import { hasSqlState } from '../../platform/db/database-errors.ts';
import { type ChangeAttempts, makeChangeAttempts } from '../../testing/change-attempts.ts';
import { isLite } from '../../testing/lite-server.ts';
import { type OwnedFact, readOwners } from '../../testing/owners-table.ts';
import { waysidePayments } from '../../testing/wayside-payments.ts';

const owners = await readOwners();
const wayside = waysidePayments();
const attempts = makeChangeAttempts(wayside);
const [NO_PRIVILEGE, BY_TRIGGER] = ['42501', '23001'];

/** The tested facts, which are created only once. */
const madeFacts = new Map<string, ChangeAttempts>();

async function attemptsOf({ fact }: OwnedFact): Promise<ChangeAttempts> {
  const made = madeFacts.get(fact) ?? (await attempts[fact]?.());
  if (made === undefined) throw new Error(`nothing tries to change: ${fact}`);
  madeFacts.set(fact, made);
  return made;
}

/** Returns a statement that gives a column another value. */
async function changeOf(column: string, where: string): Promise<string> {
  const [table, name] = column.split('.');
  const { rows } = await wayside.sql(
    'SELECT data_type FROM information_schema.columns WHERE table_name = $1 AND column_name = $2',
    [table, name],
  );
  const type: string | undefined = rows[0]?.data_type;
  if (type === undefined) throw new Error(`there is no column ${column}`);
  const ofMechanic = `(SELECT m.id FROM mechanics AS m WHERE m.id IS DISTINCT FROM ${column} LIMIT 1)`;
  const ofType = (OTHER_VALUE[type] ?? 'NULL').replaceAll('OLD', name ?? '');
  const value = OF_COLUMN[column] ?? (name === 'mechanic_id' ? ofMechanic : ofType);
  return `UPDATE ${table} SET ${name} = ${value} WHERE ${where}`;
}
/** Values that constraints accept. */
const OF_COLUMN: Readonly<Record<string, string>> = {
  'wallet_entries.kind': `'adjustment'`,
  'users.record_state': `'full'`,
  'admins.role': `'viewer'`,
};
const OTHER_VALUE: Readonly<Record<string, string>> = {
  bigint: 'OLD + 1',
  integer: 'OLD + 1',
  text: `coalesce(OLD, '') || 'x'`,
  boolean: 'NOT OLD',
  bytea: `'\\x77'`,
  'timestamp with time zone': `'2020-01-01'`,
  jsonb: `'[]'`,
};

/** Returns the outcome of a statement under a role. Its changes are rolled back unless `verify` has to find them. */
async function outcomeOf(role: 'program' | 'database', text: string): Promise<string> {
  const client = await wayside.runs.test[role].pool.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query(text);
    return rowCount === 0 ? 'no row' : 'accepted';
  } catch (error) {
    if (hasSqlState(error, NO_PRIVILEGE)) return 'permission denied';
    if (hasSqlState(error, BY_TRIGGER)) return 'trigger error';
    throw error;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('[OWN-01] the ownership rules in docs/money.md', () => {
  it('are all tested with attempts to bypass them', () => {
    expect(owners.length).toBeGreaterThan(25);
    expect(owners.map(({ fact }) => fact).toSorted()).toEqual(Object.keys(attempts).toSorted());
  });

  it.each(owners)('apply to an ingested record: $fact', async (fact) => {
    const { outside } = await attemptsOf(fact);
    expect(await outside?.()).toEqual(fact.outside.length === 0 ? undefined : fact.outside);
  });

  it.each(owners)('apply to an administrator’s call: $fact', async (fact) => {
    const { administrator } = await attemptsOf(fact);
    expect(String((await administrator?.()) ?? '–')).toBe(fact.administrator);
  });

  it.each(owners)('apply to a bank result file: $fact', async (fact) => {
    const { bank } = await attemptsOf(fact);
    expect((await bank?.()) ?? '–').toBe(fact.bank);
  });

  it.each(owners)('apply to SQL: $fact', async (fact) => {
    const { row } = await attemptsOf(fact);
    expect(fact.columns.length).toBeGreaterThan(0);
    for (const column of fact.columns) {
      const statement = await changeOf(column, row(column));
      const isForbidden = fact.sql === 'permission denied' || fact.sql === 'trigger error';
      expect(await outcomeOf('database', statement), statement).toBe(isForbidden ? 'trigger error' : 'accepted');
      if (isLite(inject('testServer'))) continue;
      const expected = fact.sql === 'verify' ? 'accepted' : fact.sql;
      expect(await outcomeOf('program', statement), statement).toBe(expected);
    }
    if (fact.sql !== 'verify') return;
    expect(await wayside.issues()).toEqual([]);
    const [column = ''] = fact.columns;
    await wayside.sql(await changeOf(column, row(column)));
    expect(await wayside.issues()).not.toEqual([]);
    await wayside.sql((await changeOf(column, row(column))).replace('+ 1', '- 1'));
  });
});
