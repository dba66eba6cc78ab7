import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgramRole } from '../../testing/database-server.ts';
import { eventually } from '../../testing/eventually.ts';
import { type ExternalServer, startExternalServer } from '../../testing/external-server.ts';
import { hasPgBouncer, PGBOUNCER_SKIP_REASON, type PgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts';
import { buildProgram, databaseSettings, fetchToken, type Program, startProgram } from '../../testing/program.ts';
import { connectDatabase } from './database.ts';
import { isStatementTimeout } from './database-errors.ts';
import { openDatabase } from './open-database.ts';

const log = pino({ level: 'silent' });
const PASSWORD = 'asha and ravi';
const CALLS = 60;

let server: ExternalServer;
let pooler: PgBouncer;
/** The address of the program's role without the pooler. */
let direct: string;
const running: Program[] = [];

beforeAll(async () => {
  if (!hasPgBouncer()) return;
  buildProgram();
  server = await startExternalServer();
  direct = await createProgramRole(server.connectionString);
  pooler = await startPgBouncer(direct, 'transaction');
}, 300_000);

afterAll(async () => {
  if (!hasPgBouncer()) return;
  await Promise.all(running.map((program) => program.stop('SIGKILL')));
  await pooler.stop();
  await server.remove();
});

function start(environment: Record<string, string>, words?: string[]): Program {
  const settings = {
    ...databaseSettings(pooler.connectionString, server.dataDir),
    ADMIN_PASSWORD: PASSWORD,
    ...environment,
  };
  const program = startProgram(settings, words ? { words } : {});
  running.push(program);
  return program;
}

const open = (databaseUrl: string, databaseUrlDirect: string | null) => {
  const others = { migrationDatabaseUrl: null, databasePool: null, dataDir: '/nowhere' };
  return openDatabase({ databaseUrl, databaseUrlDirect, ...others }, log, { purpose: 'serve' });
};

describe('[OPER-02] PgBouncer in transaction mode', { timeout: 300_000 }, () => {
  it('transfers the program’s calls; commands use the direct address, and migrations use the owner’s address (PRIV-04)', async ({
    skip,
  }) => {
    skip(!hasPgBouncer(), PGBOUNCER_SKIP_REASON);
    // The job queue is also in the database.
    const webhook = {
      NOTIFY_WEBHOOK_URL: 'http://127.0.0.1:1/hook',
      NOTIFY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    };
    const addresses = { DATABASE_URL_DIRECT: direct, MIGRATION_DATABASE_URL: server.connectionString, ...webhook };
    const filling = start(addresses, ['demo', '--bookings', '200']);
    expect(await filling.ended(), filling.stderr()).toBe(0);
    const nodes = [start(addresses), start(addresses)];
    const places = await Promise.all(nodes.map((node) => node.ready()));
    const token = await fetchToken(places[0] ?? '', PASSWORD);
    const paths = ['admin/ownprofile', 'booking/get/dashboard', 'booking/admin/booking', 'user/allusers', 'readyz'];
    const statuses = await Promise.all(
      Array.from({ length: CALLS }, async (_, at) => {
        const path = paths[at % paths.length] === 'readyz' ? 'readyz' : `api/v1/${paths[at % paths.length]}`;
        return (await fetch(`${places[at % 2]}/${path}`, { headers: { token } })).status;
      }),
    );
    expect(statuses).toEqual(Array.from({ length: CALLS }, () => 200));
    // These calls run transactions, which also use named statements.
    const changes = await Promise.all(
      Array.from({ length: CALLS }, async (_, at) => {
        const sent = await fetch(`${places[at % 2]}/api/v1/notification/create`, {
          method: 'POST',
          headers: { token, 'content-type': 'application/json' },
          body: JSON.stringify({ type: 'all', message: `Message ${at}` }),
        });
        return sent.status;
      }),
    );
    expect(changes).toEqual(statuses);
    const verifying = start(addresses, ['verify']);
    expect(await verifying.ended(), verifying.stdout()).toBe(0);
    expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0]);
  });

  it('makes startup or a command without DATABASE_URL_DIRECT fail with a one-line error', async ({ skip }) => {
    skip(!hasPgBouncer(), PGBOUNCER_SKIP_REASON);
    for (const words of [['start'], ['verify']]) {
      const program = start({}, words);
      expect(await program.ended()).toBe(1);
      expect(program.stderr()).toMatch(/^DATABASE_URL points to a pooler [^\n]*DATABASE_URL_DIRECT[^\n]*\.\n$/);
    }
  });

  it('is rejected as DATABASE_URL_DIRECT, and so is another database', async ({ skip }) => {
    skip(!hasPgBouncer(), PGBOUNCER_SKIP_REASON);
    await expect(open(pooler.connectionString, pooler.connectionString)).rejects.toThrow(
      /^DATABASE_URL_DIRECT points to a pooler [^\n]*\.$/,
    );
    const other = Object.assign(new URL(server.connectionString), { pathname: '/postgres' }).href;
    await expect(open(pooler.connectionString, other)).rejects.toThrow(/point to different databases\.$/);
  });

  it('is detected while other clients have open transactions', async ({ skip }) => {
    skip(!hasPgBouncer(), PGBOUNCER_SKIP_REASON);
    const others = new pg.Pool({ connectionString: pooler.connectionString, max: 8 });
    let isOver = false;
    const busy = Array.from({ length: 8 }, async () => {
      while (!isOver) await others.query('SELECT pg_sleep(0.002)');
    });
    for (let round = 0; round < 10; round += 1)
      expect(await open(pooler.connectionString, server.connectionString)).toMatchObject({
        address: { isPooled: true },
        direct: { isPooled: false },
        owner: { connectionString: server.connectionString },
      });
    isOver = true;
    await Promise.all(busy);
    await others.end();
  });

  it('cancels only the slow statement, inside and outside a transaction', async ({ skip }) => {
    skip(!hasPgBouncer(), PGBOUNCER_SKIP_REASON);
    const limits = { statementTimeoutMs: 500, responseTimeoutMs: 5_000 };
    const database = connectDatabase(pooler.connectionString, { max: 2, log, isPooled: true, ...limits });
    const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
    expect(isStatementTimeout(await failure(database.pool.query('SELECT pg_sleep(20)')))).toBe(true);
    expect(
      isStatementTimeout(await failure(database.transaction((client) => client.query('SELECT pg_sleep(20)')))),
    ).toBe(true);
    await eventually('nothing runs any more', async () => {
      const { rows } = await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(20)%' AND state = 'active' AND pid <> pg_backend_pid()",
      );
      return rows.length === 0;
    });
    const zone = await database.pool.query("SELECT current_setting('TimeZone') AS zone");
    expect(zone.rows).toEqual([{ zone: 'UTC' }]);
    await database.close();
  });
});

describe('[OPER-02] PgBouncer in session mode', () => {
  it('works without DATABASE_URL_DIRECT', async ({ skip }) => {
    skip(!hasPgBouncer(), PGBOUNCER_SKIP_REASON);
    const sessions = await startPgBouncer(server.connectionString, 'session');
    const opened = await open(sessions.connectionString, null);
    expect(opened.direct).toEqual({ ...opened.address, isPooled: false });
    await sessions.stop();
  });
});
