import pino from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { isLite } from '../../testing/lite-server.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { connectDatabase } from '../db/database.ts';

const MANY = 5;

let test: TestApplication;
let token: string;

beforeEach(async () => {
  test = await createTestApplication();
  token = await test.signIn();
});
afterEach(() => test.drop());

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
const addSlot = () => test.call('POST', '/slot/create', { token, body: { starttime: '09:00', endtime: '10:00' } });
const beginTotp = () => test.call('POST', '/admin/two-factor/totp', { token });
const readiness = async (app = test.app) => {
  const { statusCode, body } = await app.inject({ url: '/readyz' });
  return [statusCode, JSON.parse(body).message];
};
const errorLines = (): { cause?: string }[] =>
  test
    .logged()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
    .map((line) => JSON.parse(line));

describe('[OWN-12] a database failure', () => {
  it.each([
    ['disk_full', '53100', "The database's disk is full. Nothing was saved. Free some space, then try again."],
    [
      'too_many_connections',
      '53300',
      'The database has too many connections. Nothing was saved. Please try again shortly.',
    ],
    [
      'out_of_resources',
      '53200',
      'The database has run out of resources. Nothing was saved. Please try again shortly.',
    ],
    [
      'read_only',
      '25006',
      'The database does not accept changes at the moment. Nothing was saved. Please try again shortly.',
    ],
    ['deadlock', '40P01', 'Two changes blocked each other. Nothing was saved. Please try again.'],
  ])('returns a 503 that names the cause %s, and logs one line a minute', async (cause, code, message) => {
    await sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'as a server reports it' USING ERRCODE = '${code}'; END $$`);
    await sql('CREATE TRIGGER fail BEFORE INSERT ON slots FOR EACH ROW EXECUTE FUNCTION fail()');
    for (let count = 0; count < MANY; count += 1) {
      const { status, body, headers } = await addSlot();
      expect([status, body]).toEqual([503, { status: false, message }]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(errorLines().map((line) => line.cause)).toEqual([cause]);
    expect((await sql('SELECT FROM slots')).rowCount).toBe(0);
    expect(await readiness()).toEqual([200, undefined]);
  });

  it('makes /readyz return 503 with the reason when the database does not accept changes', async ({ skip }) => {
    skip(isLite(inject('testServer')), 'the only session keeps its setting');
    const name = new URL(test.connectionString).pathname.slice(1);
    await sql(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
    const database = connectDatabase(test.connectionString, { max: 2, log: pino({ level: 'silent' }) });
    const app = await buildApp({ ...test, database, log: pino({ level: 'silent' }) });
    const message =
      'The database does not accept changes at the moment. Nothing was saved. Please try again shortly.';
    expect(await readiness(app)).toEqual([503, message]);
    const payload = { starttime: '09:00', endtime: '10:00' };
    const response = await app.inject({ method: 'POST', url: '/api/v1/slot/create', headers: { token }, payload });
    expect([response.statusCode, response.json().message]).toEqual([503, message]);
    await database.pool.query('SET default_transaction_read_only = off');
    await database.pool.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
    expect(await readiness(app)).toEqual([200, undefined]);
    await app.close();
    await database.close();
  });
});

describe('[OWN-12] a data key that the server does not have', () => {
  it('makes /readyz and calls that need the key return 503 until the server has it', async () => {
    const message =
      'This server does not have the current data key. Nothing was saved. Please try again shortly, or restart it with the new DATA_KEY.';
    const { rows } = await sql("SELECT value FROM business_settings WHERE name = 'data_key'");
    const setKey = (id: string) => sql("UPDATE business_settings SET value = $1 WHERE name = 'data_key'", [id]);
    await setKey('f'.repeat(16));
    for (let count = 0; count < MANY; count += 1) {
      const { status, body } = await beginTotp();
      expect([status, body]).toEqual([503, { status: false, message }]);
    }
    expect(errorLines().map((line) => line.cause)).toEqual(['unknown_data_key']);
    expect(await readiness()).toEqual([503, message]);
    await setKey(rows[0].value);
    expect((await beginTotp()).status).toBe(200);
    expect(await readiness()).toEqual([200, undefined]);
  });
});
