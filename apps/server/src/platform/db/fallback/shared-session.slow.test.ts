import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SessionServer, servePglite } from './session-server.ts';

let folder: string;
let server: SessionServer;
const clients: pg.Client[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-session-'));
  server = await servePglite({}, join(folder, '.s.PGSQL.5432'));
  await server.database.exec('CREATE TABLE counter (n int); INSERT INTO counter VALUES (0)');
}, 300_000);

afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ host: folder, user: 'wayside', database: 'wayside' });
  await client.connect();
  clients.push(client);
  return client;
}

const read = async (client: pg.Client): Promise<number> => (await client.query('SELECT n FROM counter')).rows[0]?.n;

describe('[RUN-01] connections to the fallback database PGlite', () => {
  it('isolate concurrent transactions', async () => {
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

  it('roll back a transaction and release the session when they break inside the transaction', async () => {
    const [leaving, staying] = [await connect(), await connect()];
    const before = await read(staying);
    leaving.on('error', () => undefined);
    await leaving.query('BEGIN');
    await leaving.query('UPDATE counter SET n = -1');
    clients.splice(clients.indexOf(leaving), 1);
    leaving.connection.stream.destroy();
    expect(await read(staying)).toBe(before);
  });

  it('receive an error for COPY FROM STDIN, which would terminate PGlite', async () => {
    const client = await connect();
    await expect(client.query('COPY counter FROM STDIN')).rejects.toThrow('not supported');
    expect(await read(client)).toBeGreaterThanOrEqual(0);
  });
});
