import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { eventually } from '../../testing/eventually.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';
import { connectDatabase, type Database } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

const log = pino({ level: 'silent' });
const POOL = 3;
const SHORT = { statementTimeoutMs: 1_500, responseTimeoutMs: 2_000, connectTimeoutMs: 1_000 };

let test: TestApplication;
let token: string;
let proxy: DatabaseProxy;
let database: Database;

beforeAll(async () => {
  test = await createTestApplication();
  token = await test.signIn();
});
afterAll(() => test.drop());
beforeEach(async () => {
  proxy = await startDatabaseProxy(test.connectionString);
  database = connectDatabase(proxy.connectionString, { max: POOL, log, ...SHORT });
});
afterEach(async () => {
  await database.close();
  await proxy.cut();
});

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error) => error,
  );
const one = () => database.pool.query('SELECT 1');
/** Opens every connection of the pool and leaves it idle. */
const fillPool = () =>
  Promise.all(Array.from({ length: POOL }, () => database.pool.query('SELECT pg_sleep(0.05)')));
const isAwake = async (text: string): Promise<boolean> => {
  const { rows } = await test.database.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = $1 AND state <> 'idle'",
    [text],
  );
  return rows.length > 0;
};

describe('[OPER-01] a long transaction', () => {
  const LONG = 'SELECT pg_sleep(4)';

  it('allows a long statement while the server is working on it', async () => {
    expect(await failure(database.transaction((client) => client.query(LONG)))).toMatchObject({ code: '57014' });
    const { rowCount } = await database.longTransaction((client) => client.query(LONG));
    expect(rowCount).toBe(1);
    // The usual limit applies again on the same connections.
    for (let place = 0; place < POOL; place += 1)
      expect(await failure(database.pool.query(LONG))).toMatchObject({ code: '57014' });
  });

  it('allows a long commit', async () => {
    await test.database.pool.query(
      `CREATE TABLE slow_commits (id int);
       CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(4); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER be_slow AFTER INSERT ON slow_commits DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION be_slow()`,
    );
    const work = (client: pg.PoolClient) => client.query('INSERT INTO slow_commits VALUES (1)');
    expect(isDatabaseUnavailable(await failure(database.transaction(work)))).toBe(true);
    expect((await database.longTransaction(work)).rowCount).toBe(1);
  });

  it('fails when the server stops responding', async () => {
    const text = 'SELECT pg_sleep(6)';
    const sent = failure(database.longTransaction((client) => client.query(text)));
    await eventually('the statement runs', () => isAwake(text));
    proxy.stall('all');
    expect(isDatabaseUnavailable(await sent)).toBe(true);
  });
});

describe('[OPER-01] a database that accepts connections but does not respond', () => {
  it('makes a statement on an open connection fail, and the next statement uses a new connection', async () => {
    await fillPool();
    proxy.stall('open');
    expect(isDatabaseUnavailable(await failure(one()))).toBe(true);
    expect((await one()).rowCount).toBe(1);
    await fillPool();
    expect(database.pool.totalCount).toBe(POOL);
  });

  it('makes a running statement fail when the server stops responding', async () => {
    const text = 'SELECT pg_sleep(1)';
    const sent = failure(database.pool.query(text));
    await eventually('the statement runs', () => isAwake(text));
    proxy.stall('open');
    expect(isDatabaseUnavailable(await sent)).toBe(true);
    expect((await one()).rowCount).toBe(1);
  });

  it('makes the next statement of an open transaction fail immediately, and the connection returns to the pool', async () => {
    const statements: unknown[] = [];
    const failed = failure(
      database.transaction(async (client) => {
        await client.query('SELECT 1');
        proxy.stall('open');
        for (const text of ['SELECT 2', 'SELECT 3']) statements.push(await failure(client.query(text)));
        throw statements[0];
      }),
    );
    expect(isDatabaseUnavailable(await failed)).toBe(true);
    expect(statements.map(isDatabaseUnavailable)).toEqual([true, true]);
    expect(database.pool.totalCount).toBe(0);
    await Promise.all(
      Array.from({ length: POOL }, () => database.transaction((client) => client.query('SELECT 1'))),
    );
  });

  it('releases the locks of a transaction after the program disconnects', async () => {
    const vanishing = connectDatabase(proxy.connectionString, { max: 1, log, ...SHORT, idleInTransactionMs: 300 });
    const lost = failure(
      vanishing.transaction(async (client) => {
        await client.query('LOCK TABLE slots');
        proxy.stall('open');
        await client.query('SELECT 1');
      }),
    );
    expect((await test.database.transaction((client) => client.query('LOCK TABLE slots'))).command).toBe('LOCK');
    expect(isDatabaseUnavailable(await lost)).toBe(true);
    await vanishing.close();
  });

  it('makes a call that waits for a pool connection fail, and every connection returns to the pool', async () => {
    proxy.stall('all');
    const sent = await Promise.all(Array.from({ length: 4 * POOL }, () => failure(one())));
    expect(sent.every(isDatabaseUnavailable)).toBe(true);
    await proxy.restore();
    expect((await one()).rowCount).toBe(1);
    expect(database.pool.waitingCount).toBe(0);
  });

  it('makes calls and /readyz return 503, and both recover without a restart', async () => {
    const app = await buildApp({ settings: test.settings, database, keys: test.keys, log });
    const statusOf = async (url: string) => (await app.inject({ url, headers: { token } })).statusCode;
    expect([await statusOf('/api/v1/admin/ownprofile'), await statusOf('/readyz')]).toEqual([200, 200]);
    proxy.stall('all');
    expect([await statusOf('/readyz'), await statusOf('/api/v1/admin/ownprofile')]).toEqual([503, 503]);
    await proxy.restore();
    expect([await statusOf('/readyz'), await statusOf('/api/v1/admin/ownprofile')]).toEqual([200, 200]);
    await app.close();
  });

  it('does not affect a long statement of a command when an overloaded server is slow to accept a connection', async () => {
    const limits = { ...SHORT, statementTimeoutMs: 0, responseTimeoutMs: 300 };
    const unlimited = connectDatabase(proxy.connectionString, { max: 1, log, ...limits });
    const text = 'SELECT pg_sleep(6)';
    const sent = unlimited.pool.query(text).then(
      ({ rowCount }) => rowCount,
      (error: unknown) => error,
    );
    await eventually('the statement runs', () => isAwake(text));
    const { connections } = proxy;
    proxy.stall('new');
    await eventually('a check without an answer, and another one', async () => proxy.connections > connections + 1);
    await proxy.restore();
    expect(await sent).toBe(1);
    await unlimited.close();
  });

  it.each(['all', 'open'] as const)(
    'makes a long statement of a command fail, although it has no statement timeout, when %s connections stop responding',
    async (which) => {
      const limits = { ...SHORT, statementTimeoutMs: 0, responseTimeoutMs: 300 };
      const unlimited = connectDatabase(proxy.connectionString, { max: 1, log, ...limits });
      const text = 'SELECT pg_sleep(1.2)';
      expect((await unlimited.pool.query(text)).rowCount).toBe(1);
      const sent = failure(unlimited.pool.query(text));
      await eventually('the statement runs', () => isAwake(text));
      proxy.stall(which);
      expect(isDatabaseUnavailable(await sent)).toBe(true);
      await proxy.restore();
      await unlimited.close();
    },
  );
});

describe('[OPER-01] a statement that takes too long', () => {
  it('fails as slow, while /readyz returns 200 through its own connection even though the pool is in use', async () => {
    const app = await buildApp({ settings: test.settings, database, keys: test.keys, log });
    const lock = new pg.Client({ connectionString: test.connectionString });
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE bookings');
    const sent = Array.from({ length: POOL }, () =>
      app.inject({ url: '/api/v1/booking/admin/booking', headers: { token } }),
    );
    await untilLockWait(test.database, 'the calls wait for the table');
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    for (const response of await Promise.all(sent)) {
      expect(response.statusCode).toBe(503);
      expect(response.json()).toEqual({
        status: false,
        code: 'read_too_slow',
        params: {},
        message: 'This took too long. Narrow the search.',
        requestId: expect.any(String),
      });
    }
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    await lock.end();
    await app.close();
  });
});
