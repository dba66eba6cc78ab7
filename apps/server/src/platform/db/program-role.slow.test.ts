import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { explainFailure } from '../../commands/command.ts';
import { StartError } from '../../start-error.ts';
import { isLite } from '../../testing/lite-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase, type Database } from './database.ts';
import { hasSqlState } from './database-errors.ts';
import { migrateDatabase } from './migrate.ts';
import { APPEND_ONLY, explainExcessiveRights, grantRights } from './program-role.ts';

const log = pino({ level: 'silent' });
const ONE_ROLE = 'PGlite has one role';
const lite = () => isLite(inject('testServer'));
/** PostgreSQL's own "permission denied", and the error of the triggers. */
const [NO_PRIVILEGE, BY_TRIGGER] = ['42501', '23001'];

let test: TestDatabase;
const roles: string[] = [];
const others: Database[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(async () => {
  for (const other of others) await other.close();
  for (const role of roles)
    await test.database.pool.query(
      `REASSIGN OWNED BY ${role} TO CURRENT_USER; DROP OWNED BY ${role}; DROP ROLE ${role}`,
    );
  await test.drop();
});

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

/** Returns the statements that the program's role may run. */
async function possible(statements: readonly string[]): Promise<string[]> {
  const allowed: string[] = [];
  // The statements run one after another, because a statement that waits too long for a connection would fail with
  // another error.
  for (const text of statements)
    if (!hasSqlState(await failure(test.program.pool.query(text)), NO_PRIVILEGE)) allowed.push(text);
  return allowed;
}

/** Creates another role on the server, connected to the test's database. */
async function newRole(attributes = ''): Promise<{ role: string; database: Database }> {
  const [role, password] = [`wayside_${randomBytes(8).toString('hex')}`, randomBytes(8).toString('hex')];
  await test.database.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}' ${attributes}`);
  const address = Object.assign(new URL(test.connectionString), { username: role, password });
  const database = connectDatabase(address.href, { max: 1, log });
  roles.push(role);
  others.push(database);
  return { role, database };
}

const attacksOn = (table: string, trigger = 'forbid_changes'): string[] => [
  `DELETE FROM ${table}`,
  `TRUNCATE ${table} CASCADE`,
  `DO $$ BEGIN DELETE FROM ${table}; END $$`,
  `CREATE FUNCTION pg_temp.erase() RETURNS void LANGUAGE sql SECURITY DEFINER AS 'DELETE FROM ${table}'; SELECT pg_temp.erase()`,
  `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
  `ALTER TABLE ${table} DISABLE TRIGGER USER`,
  `DROP TRIGGER ${trigger} ON ${table}`,
  `CREATE TRIGGER own BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  `CREATE RULE own AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
  `ALTER TABLE ${table} RENAME TO other`,
  `DROP TABLE ${table} CASCADE`,
];

/** For each append-only table, a column that nobody may change. */
const KEPT: Readonly<Record<string, string>> = {
  activity: 'hash',
  adjustments: 'amount_paise',
  approvals: 'amount_paise',
  bank_answer_issues: 'message',
  booking_status_changes: 'status',
  chain_links: 'mac',
  closes: 'document',
  ledger_entries: 'net_paise',
  loyalty_payouts: 'amount_paise',
  payment_out_ids: 'kind',
  payment_run_file_parts: 'part',
  payment_run_rows: 'amount_paise',
  payment_runs: 'total_paise',
  payout_voids: 'amount_paise',
  refunds: 'amount_paise',
  transaction_ids: 'payout_id',
  wallet_entries: 'amount_paise',
};

describe('[PRIV-04] the program’s database role', () => {
  it('is limited on every table whose trigger forbids changes, and on no other table', async () => {
    const { rows } = await test.database.pool.query<{ name: string }>(
      "SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'forbid_changes' ORDER BY 1",
    );
    expect(Object.keys(APPEND_ONLY)).toEqual(rows.map(({ name }) => name));
    expect(Object.keys(KEPT)).toEqual(Object.keys(APPEND_ONLY));
  });

  it.for(Object.entries(KEPT))(
    'cannot delete from, truncate or update %s, or remove its triggers',
    async ([table, column], { skip }) => {
      skip(lite(), ONE_ROLE);
      expect(await possible([...attacksOn(table), `UPDATE ${table} SET ${column} = ${column}`])).toEqual([]);
    },
  );

  it('cannot delete payouts, or switch to a role that can', async ({ skip }) => {
    skip(lite(), ONE_ROLE);
    const owner = new URL(test.connectionString).username;
    const own = new URL(inject('testProgramServer')).username;
    const statements = [
      'SET session_replication_role = replica',
      `SET ROLE ${owner}`,
      `SET SESSION AUTHORIZATION ${owner}`,
      `GRANT ${owner} TO ${own}`,
      `ALTER ROLE ${own} SUPERUSER`,
      "UPDATE pg_trigger SET tgenabled = 'D'",
      "CREATE FUNCTION erase() RETURNS void LANGUAGE sql AS 'DELETE FROM ledger_entries'",
      'CREATE OR REPLACE FUNCTION forbid_changes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$',
      'DROP FUNCTION forbid_changes CASCADE',
      'DROP SCHEMA public CASCADE',
      "COPY activity TO PROGRAM 'true'",
    ];
    expect(await possible([...attacksOn('payouts', 'insert_transaction_ids_on_insert'), ...statements])).toEqual(
      [],
    );
    await expect(explainExcessiveRights(test.program)).resolves.toBeNull();
  });

  it('may change the columns that a trigger allows', async ({ skip }) => {
    skip(lite(), ONE_ROLE);
    const { pool } = test.database;
    await test.database.transaction(async (client) => {
      await client.query("INSERT INTO activity (at, action, entity, note) VALUES (now(), 'a', 'user', 'a remark')");
    });
    await test.program.pool.query('UPDATE activity SET note = NULL, note_salt = NULL');
    expect((await pool.query('SELECT note FROM activity')).rows).toEqual([{ note: null }]);
    const error = await failure(test.program.pool.query("UPDATE activity SET note = 'another'"));
    expect(hasSqlState(error, BY_TRIGGER)).toBe(true);
  });
});

describe('[PRIV-04] grantRights', () => {
  it('revokes permissions on append-only tables that a GRANT for all tables gave, and grants permissions on new tables', async ({
    skip,
  }) => {
    skip(lite(), ONE_ROLE);
    const { role, database } = await newRole();
    await test.database.pool.query(
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}; CREATE TABLE of_a_later_version (id integer)`,
    );
    expect(await explainExcessiveRights(database)).toContain(
      `role ${role} may change or remove rows of ${[...Object.keys(APPEND_ONLY), 'payouts'].sort().join(', ')}, so it`,
    );
    await grantRights(test.database, [role]);
    await expect(explainExcessiveRights(database)).resolves.toBeNull();
    await database.pool.query('INSERT INTO of_a_later_version VALUES (1)');
    await database.pool.query('UPDATE activity SET note = NULL, note_salt = NULL');
    expect(hasSqlState(await failure(database.pool.query('DELETE FROM activity')), NO_PRIVILEGE)).toBe(true);
    await test.database.pool.query('DROP TABLE of_a_later_version');
  });

  it('fails with the statement to run when the current role may not grant the permissions', async ({ skip }) => {
    skip(lite(), ONE_ROLE);
    const { role } = await newRole();
    const { database } = await newRole();
    const error = await failure(grantRights(database, [role]));
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toContain(
      `as an administrator of the database: GRANT USAGE ON SCHEMA drizzle TO ${role};`,
    );
  });
});

describe('[PRIV-04] explainExcessiveRights', () => {
  it.for([
    ['SUPERUSER', '', 'is a superuser'],
    ['', 'GRANT owner TO', 'owns the tables'],
    ['', 'ALTER SCHEMA public OWNER TO', 'owns the schema public'],
    ['', 'GRANT SET ON PARAMETER session_replication_role TO', 'may switch triggers off'],
    ['', 'GRANT UPDATE (net_paise) ON ledger_entries TO', 'may change or remove rows of ledger_entries'],
    ['', 'GRANT TRIGGER ON wallet_entries TO', 'may change or remove rows of wallet_entries'],
    ['', 'GRANT pg_write_all_data TO', 'may change or remove rows of activity'],
  ] as const)('reports a permission to rewrite data: %s %s', async ([attributes, statement, reason], { skip }) => {
    skip(lite(), ONE_ROLE);
    const { role, database } = await newRole(attributes);
    const owner = new URL(test.connectionString).username;
    if (statement !== '') await test.database.pool.query(`${statement.replace('owner TO', `${owner} TO`)} ${role}`);
    expect(await explainExcessiveRights(database)).toContain(`The program's database role ${role} ${reason}`);
    if (statement.startsWith('ALTER SCHEMA'))
      await test.database.pool.query('ALTER SCHEMA public OWNER TO pg_database_owner');
  });
});

describe('[PRIV-04] a migration run by the program’s role', () => {
  it('succeeds when nothing has changed, and otherwise fails with an error message that names the missing setting', async ({
    skip,
  }) => {
    skip(lite(), ONE_ROLE);
    await migrateDatabase(test.program, { timeZone: 'Asia/Kolkata' });
    const refused = await failure(migrateDatabase(test.program, { timeZone: 'Asia/Tokyo' }));
    const error = await explainFailure(refused, { databaseUrl: test.connectionString, dataDir: '/nowhere' });
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toMatch(
      /^StartError: The database role lacks a permission \([^\n]+\): set MIGRATION_DATABASE_URL [^\n]+\.$/,
    );
  });
});
