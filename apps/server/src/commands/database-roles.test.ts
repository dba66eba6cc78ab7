import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConnection } from '../data-directory.ts';
import { hasSqlState } from '../platform/db/database-errors.ts';
import { APPEND_ONLY } from '../platform/db/program-role.ts';
import { connectTo } from '../testing/data-digest.ts';
import { type ExternalServer, startExternalServer } from '../testing/external-server.ts';
import { makeImportFolder } from '../testing/import-run.ts';
import { callProgram, databaseSettings, fetchToken } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';

const OPERATIONS = new URL('../../../../docs/operations.md', import.meta.url);
const INSUFFICIENT_PRIVILEGE = '42501';
const COULD_REWRITE = /^The program's database role (\w+) .+, so it could rewrite ledger and activity log\. .+$/m;
const RAVI = 'a'.repeat(24);

const { path, start, run } = programsUnderTest();
let server: ExternalServer;
beforeAll(async () => {
  server = await startExternalServer();
}, 300_000);
afterAll(() => server.remove());

/** Runs a command and fails with its output unless its exit code is 0. */
async function succeed(environment: Record<string, string>, ...words: string[]): Promise<void> {
  const { code, stdout, stderr } = await run(words, environment);
  expect(code, `${words.join(' ')}: ${stderr}${stdout}`).toBe(0);
}

async function query(connectionString: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(text);
  } catch (error) {
    return error;
  } finally {
    await client.end();
  }
}

/** Returns the attacks on append-only tables that PostgreSQL does not reject. */
async function possibleAttacks(connectionString: string): Promise<string[]> {
  const attacks = [...Object.keys(APPEND_ONLY), 'payouts'].flatMap((table) => [
    `DELETE FROM ${table}`,
    `TRUNCATE ${table} CASCADE`,
    `ALTER TABLE ${table} DISABLE TRIGGER USER`,
    `DROP TABLE ${table} CASCADE`,
  ]);
  const possible: string[] = [];
  for (const attack of [...attacks, 'SET session_replication_role = replica', 'DROP SCHEMA public CASCADE'])
    if (!hasSqlState(await query(connectionString, attack), INSUFFICIENT_PRIVILEGE)) possible.push(attack);
  return possible;
}

const callAt = async (address: string, at: string, body?: object): Promise<number> => {
  const headers = { token: await fetchToken(address, PASSWORD) };
  return (await callProgram(address, [body ? 'POST' : 'GET', `/${at}`, body], headers)).status;
};

/** Returns the statements in docs/operations.md for an administrator of the database server. */
async function readDocumentedLines(): Promise<string> {
  const text = await readFile(OPERATIONS, 'utf8');
  const [, section = ''] = text.split('### Two database roles');
  return /```sql\n([^`]+)```/.exec(section)?.[1] ?? '';
}

describe('[PRIV-04] two database roles on a server', { timeout: 240_000 }, () => {
  it('are created by the documented statements, work while another node uses a single role, and prevent changes to append-only tables', async () => {
    const addressOf = (username: string, password: string) =>
      Object.assign(new URL(server.connectionString), { username, password }).href;
    const lines = await readDocumentedLines();
    expect(lines.match(/^GRANT /gm)).toHaveLength(4);
    // Revoke even the default privileges of every role.
    const name = new URL(server.connectionString).pathname.slice(1);
    const closed = `REVOKE ALL ON DATABASE ${name} FROM PUBLIC; REVOKE ALL ON SCHEMA public FROM PUBLIC;`;
    expect(
      await query(server.connectionString, closed + lines.replaceAll('DATABASE wayside', `DATABASE ${name}`)),
    ).not.toBeInstanceOf(Error);
    const program = addressOf('wayside_program', 'another password');
    const owner = addressOf('wayside_owner', 'one password');
    const files = databaseSettings(owner, server.dataDir);

    // This node runs like the previous release, with one role.
    const before = start(files);
    await before.ready();
    expect(COULD_REWRITE.exec(before.stdout())?.[1]).toBe('wayside_owner');

    const two = {
      ...files,
      DATABASE_URL: program,
      MIGRATION_DATABASE_URL: owner,
      // The job queue that a webhook needs has its own tables.
      NOTIFY_WEBHOOK_URL: 'http://127.0.0.1:1/hook',
      NOTIFY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    };
    await succeed(two, 'demo', '--bookings', '200');
    const node = start(two);
    const address = await node.ready();
    expect(node.stdout()).not.toMatch(COULD_REWRITE);
    const paths = ['booking/get/dashboard', 'booking/admin/booking', 'admin/activity', 'mechanic/allmechnic'];
    expect(await Promise.all(paths.map((at) => callAt(address, at)))).toEqual(paths.map(() => 200));
    expect(await callAt(address, 'notification/create', { type: 'all', message: 'Hello' })).toBe(200);

    const source = await makeImportFolder({ users: [{ _id: RAVI, name: 'Ravi Kumar', wallet: 250 }] });
    await succeed(two, 'import', source.path);
    await source.remove();
    await succeed(two, 'admin', 'list');
    await succeed(two, 'key', 'create', 'feed', '--scope', 'bookings');
    await succeed({ ...two, DATA_KEY_NEW: Buffer.alloc(32, 8).toString('base64') }, 'rekey');
    // There is nothing to migrate, so the owner's role is not needed.
    const { MIGRATION_DATABASE_URL: _, ...alone } = two;
    await succeed(alone, 'verify');
    const other = start(alone);
    await other.ready();
    expect(other.stdout()).not.toMatch(COULD_REWRITE);
    expect(await possibleAttacks(program)).toEqual([]);
    expect(await Promise.all([before, node, other].map((each) => each.stop()))).toEqual([0, 0, 0]);
  });
});

describe('[PRIV-04] the embedded database', { timeout: 240_000 }, () => {
  it('creates both roles, also in a data directory of an older version, and accepts commands that join a program of an older version', async () => {
    const settings = { DATA_DIR: path('data') };
    const program = start(settings);
    await program.ready();
    expect(program.stdout()).not.toMatch(COULD_REWRITE);
    const connection = await readConnection(`${settings.DATA_DIR}/connection.json`);
    expect(await possibleAttacks(connection?.programConnectionString ?? '')).toEqual([]);
    await succeed(settings, 'backup', path('whole.backup'));

    // An older program writes the file in this form together with its database.
    const { programConnectionString: _, ...older } = connection ?? {};
    await writeFile(`${settings.DATA_DIR}/connection.json`, JSON.stringify(older));
    await succeed(settings, 'verify');
    const client = await connectTo(settings.DATA_DIR);
    await client.query('DROP OWNED BY wayside_program; DROP ROLE wayside_program');
    await client.end();
    await program.stop();
    const later = start(settings);
    await later.ready();
    const again = await readConnection(`${settings.DATA_DIR}/connection.json`);
    expect(await possibleAttacks(again?.programConnectionString ?? '')).toEqual([]);
    expect(await later.stop()).toBe(0);
  });
});
