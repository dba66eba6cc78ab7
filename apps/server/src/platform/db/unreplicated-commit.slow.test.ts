import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type ExternalServer, startExternalServer } from '../../testing/external-server.ts';
import { connectDatabase, type Database } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

let server: ExternalServer;
let database: Database;
let other: pg.Client;

beforeAll(async () => {
  server = await startExternalServer();
  database = connectDatabase(server.connectionString, { max: 1, log: pino({ level: 'silent' }) });
  other = new pg.Client({ connectionString: server.connectionString });
  await other.connect();
  await other.query('CREATE TABLE commits (name text)');
});

afterAll(async () => {
  await other.end();
  await database.close();
  await server.remove();
});

const insert = (name: string) =>
  database.transaction(async (client) => void (await client.query('INSERT INTO commits VALUES ($1)', [name])));

/** Makes commits wait for the standby with this name; for none if the name is empty. */
async function waitFor(standby: string): Promise<void> {
  await other.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`);
  await other.query('SELECT pg_reload_conf()');
  await eventually('the setting', async () => {
    const { rows } = await other.query('SHOW synchronous_standby_names');
    return rows[0]?.synchronous_standby_names === standby;
  });
}

describe('a commit that waits for a standby', () => {
  it('fails when the wait is cancelled, as if the database were unavailable, even though the server reports success', async () => {
    await waitFor('nobody');
    const result = insert('cancelled').then(
      () => 'committed',
      (error: unknown) => error,
    );
    await eventually('the wait', async () => {
      const { rowCount } = await other.query(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
      );
      return rowCount === 1;
    });
    const error = await result;
    expect([String(error), isDatabaseUnavailable(error)]).toEqual([
      'UnreplicatedCommit: the commit has reached no standby',
      true,
    ]);
    await waitFor('');
    await insert('acknowledged');
    expect((await other.query('SELECT name FROM commits')).rows).toEqual([
      { name: 'cancelled' },
      { name: 'acknowledged' },
    ]);
  });

  it('[OPER-01] has the same time limit in a long transaction', async () => {
    const log = pino({ level: 'silent' });
    const hasty = connectDatabase(server.connectionString, { max: 1, log, responseTimeoutMs: 300 });
    await waitFor('nobody');
    const result = hasty
      .longTransaction((client) => client.query("INSERT INTO commits VALUES ('long')"))
      .catch((error: unknown) => error);
    expect(isDatabaseUnavailable(await result)).toBe(true);
    await waitFor('');
    await hasty.close();
  });
});
