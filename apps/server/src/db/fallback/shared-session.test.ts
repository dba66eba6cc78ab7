import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sessionServer } from './session-server.ts';
import { SharedSession } from './shared-session.ts';

let folder: string;
let lite: PGlite;
let session: SharedSession;
let server: ReturnType<typeof sessionServer>;
const clients: pg.Client[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-session-'));
  lite = await PGlite.create();
  session = new SharedSession((bytes) => lite.execProtocolRaw(bytes));
  server = sessionServer(session);
  server.listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  await lite.exec('CREATE TABLE counter (n int); INSERT INTO counter VALUES (0)');
}, 60_000);

afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});

afterAll(async () => {
  server.close();
  await session.close();
  await lite.close();
  await rm(folder, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ host: folder, user: 'wayside', database: 'wayside' });
  await client.connect();
  clients.push(client);
  return client;
}

const read = async (client: pg.Client): Promise<number> => (await client.query('SELECT n FROM counter')).rows[0]?.n;

describe('[RUN-01] connections that share the one session of the fallback database', () => {
  it('keep their transactions apart', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, connect));
    const before = await read(await connect());
    await Promise.all(
      all.map(async (client) => {
        await client.query('BEGIN');
        const n = await read(client);
        await client.query('UPDATE counter SET n = $1', [n + 1]);
        await client.query('COMMIT');
      }),
    );
    expect(await read(await connect())).toBe(before + 6);
  });

  it('may use the same name for different statements', async () => {
    const [a, b] = [await connect(), await connect()];
    const ask = async (client: pg.Client, text: string, value: number) =>
      (await client.query({ name: 'same', text, values: [value] })).rows[0]?.x;
    for (const value of [1, 2, 3]) {
      const answers = await Promise.all([
        ask(a, 'SELECT $1::int + 10 AS x', value),
        ask(b, 'SELECT $1::int + 20 AS x', value),
      ]);
      expect(answers).toEqual([value + 10, value + 20]);
    }
  });

  it('that end inside a transaction leave it undone and the session free', async () => {
    const [leaving, staying] = [await connect(), await connect()];
    const before = await read(staying);
    leaving.on('error', () => undefined);
    await leaving.query('BEGIN');
    await leaving.query('UPDATE counter SET n = -1');
    clients.splice(clients.indexOf(leaving), 1);
    leaving.connection.stream.destroy();
    expect(await read(staying)).toBe(before);
  });

  it('go on after an error, inside and outside of a transaction', async () => {
    const [a, b] = [await connect(), await connect()];
    await expect(a.query('SELECT * FROM nowhere')).rejects.toThrow('nowhere');
    await a.query('BEGIN');
    await expect(a.query('SELECT $1::int / 0', [1])).rejects.toThrow('division by zero');
    const waiting = read(b);
    await a.query('ROLLBACK');
    expect(await waiting).toBeGreaterThanOrEqual(0);
  });

  it('are told what another one notifies', async () => {
    const [listening, telling] = [await connect(), await connect()];
    await listening.query('LISTEN changes');
    const told = once(listening, 'notification');
    await telling.query("SELECT pg_notify('changes', 'bookings')");
    expect((await told)[0]).toMatchObject({ channel: 'changes', payload: 'bookings' });
  });

  it('are refused what would end the database', async () => {
    const client = await connect();
    await expect(client.query('COPY counter FROM STDIN')).rejects.toThrow('not supported');
    expect(await read(client)).toBeGreaterThanOrEqual(0);
  });
});
