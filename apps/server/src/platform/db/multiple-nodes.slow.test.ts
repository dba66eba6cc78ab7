import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type ExternalServer, startExternalServer } from '../../testing/external-server.ts';
import { makeImportFolder } from '../../testing/import-run.ts';
import { buildProgram, databaseSettings, type Program, startProgram } from '../../testing/program.ts';

const NODES = 3;
const EMAIL = 'admin@wayside.test';
const PASSWORD = 'asha and ravi';
const JOURNAL = fileURLToPath(new URL('../../../migrations/meta/_journal.json', import.meta.url));

let server: ExternalServer;
let nodes: Program[] = [];
let addresses: string[] = [];

/** Enables the job queue, because the nodes create its tables too. */
const WEBHOOK = {
  NOTIFY_WEBHOOK_URL: 'http://127.0.0.1:1/hook',
  NOTIFY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
};

const startNode = (how: { words?: string[]; input?: string } = {}) =>
  startProgram(
    { ...databaseSettings(server.connectionString, server.dataDir), ...WEBHOOK, ADMIN_PASSWORD: PASSWORD },
    how,
  );

beforeAll(async () => {
  buildProgram();
  server = await startExternalServer();
  nodes = Array.from({ length: NODES }, () => startNode());
  addresses = await Promise.all(nodes.map((node) => node.ready()));
}, 300_000);

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
  await server.remove();
});

const onEach = <T>(ask: (address: string) => Promise<T>): Promise<T[]> => Promise.all(addresses.map(ask));
const same = <T>(value: T): T[] => Array.from({ length: NODES }, () => value);
const call = (address: string, path: string, token: string) =>
  fetch(`${address}/api/v1${path}`, { headers: { token }, method: path === '/admin/logout' ? 'POST' : 'GET' });
const profiles = (token: string) =>
  onEach(async (address) => (await call(address, '/admin/ownprofile', token)).status);
const readiness = () => onEach(async (address) => (await fetch(`${address}/readyz`)).status);

function logIn(address: string, password = PASSWORD): Promise<Response> {
  return fetch(`${address}/api/v1/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password }),
  });
}

async function tokenFrom(address: string | undefined): Promise<string> {
  const text = await (await logIn(address ?? '')).text();
  return /"token":"([^"]+)"/.exec(text)?.[1] ?? text;
}

async function rows(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const found = await client.query(statement);
  await client.end();
  return found.rows;
}

describe('[RUN-04] several nodes that start concurrently on one empty database', { timeout: 300_000 }, () => {
  it('all serve after one of them has created the schema and the administrator', async () => {
    expect(await readiness()).toEqual(same(200));
    const { entries }: { entries: unknown[] } = JSON.parse(await readFile(JOURNAL, 'utf8'));
    expect(await rows('SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations')).toEqual([
      { count: entries.length },
    ]);
    expect(await rows('SELECT email FROM admins')).toEqual([{ email: EMAIL }]);
  });

  it('accept a session that another node has opened and reject one that another node has ended', async () => {
    for (let round = 0; round < 10; round += 1) {
      const token = await tokenFrom(addresses[round % NODES]);
      expect(await profiles(token)).toEqual(same(200));
      expect((await call(addresses[(round + 1) % NODES] ?? '', '/admin/logout', token)).status).toBe(200);
      expect(await profiles(token)).toEqual(same(401));
    }
  });

  it('[SECU-03] reject the sessions of an old password as soon as the command that sets a new one has ended', async () => {
    const token = await tokenFrom(addresses[0]);
    expect(await profiles(token)).toEqual(same(200));
    const resetting = startNode({ words: ['admin', 'create', EMAIL], input: `${PASSWORD}\n` });
    expect(await resetting.ended(), resetting.stderr()).toBe(0);
    expect(await profiles(token)).toEqual(same(401));
  });

  it('[AUTH-10] reject an ended session, also on a node that was paused when the session ended', async () => {
    const token = await tokenFrom(addresses[0]);
    expect(await profiles(token)).toEqual(same(200));
    nodes[2]?.child.kill('SIGSTOP');
    const ended = await call(addresses[1] ?? '', '/admin/logout', token);
    nodes[2]?.child.kill('SIGCONT');
    expect(ended.status).toBe(200);
    expect(await profiles(token)).toEqual(same(401));
  });

  it('show the same stats after an import or another node changed them', async () => {
    const id = (number: number) => number.toString(16).padStart(24, '0');
    const users = Array.from({ length: 30 }, (_, at) => ({ _id: id(at), createdAt: '2026-01-05T10:00:00Z' }));
    const bookings = users.map(({ _id, createdAt }) => ({ _id, createdAt, status: 'pending', userid: _id }));
    const folder = await makeImportFolder({ users, bookings });
    const importing = startNode({ words: ['import', folder.path] });
    expect(await importing.ended(), importing.stderr()).toBe(0);
    await folder.remove();

    const token = await tokenFrom(addresses[0]);
    expect((await call(addresses[2] ?? '', `/user/blockuser/${id(7)}`, token)).status).toBe(200);
    const stats = await onEach(async (address) => {
      const json = async (path: string) => (await call(address, path, token)).text();
      const people = await json('/user/allusers?limit=100');
      return {
        total: /"total":(\d+)/.exec(await json('/booking/admin/booking?limit=5'))?.[1],
        people: /"totalUsers":(\d+)/.exec(people)?.[1],
        blocked: people.match(/"isBlocked":true/g)?.length,
        dashboard: await json('/booking/get/dashboard'),
      };
    });
    expect(stats[0]).toMatchObject({ total: '30', people: '30', blocked: 1 });
    expect(stats).toEqual(same(stats[0]));
  });

  it('throttle login attempts together: an address rejected by one node is rejected by all nodes', async () => {
    for (let guess = 0; guess < 10; guess += 1)
      expect((await logIn(addresses[guess % NODES] ?? '', 'a wrong guess')).status).toBe(200);
    expect(await onEach(async (address) => (await logIn(address)).status)).toEqual(same(429));
    await rows('DELETE FROM login_attempts');
  });
});

describe('[RUN-02] a node that receives SIGTERM', { timeout: 300_000 }, () => {
  it('returns 503 at /readyz, continues to respond to calls, and then closes and exits with code 0', async () => {
    const node = startNode();
    const address = await node.ready();
    const token = await tokenFrom(address);
    node.child.kill('SIGTERM');
    await eventually('503', async () => (await fetch(`${address}/readyz`)).status === 503);
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({
      status: false,
      code: 'stopping',
      params: {},
      message: 'The server is shutting down.',
      requestId: expect.any(String),
    });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await call(address, '/admin/ownprofile', token)).status).toBe(200);
    expect(await node.ended()).toBe(0);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });
});

describe('[RUN-03] nodes and a failure of the database server', { timeout: 300_000 }, () => {
  it.each(['orderly', 'at once'] as const)(
    'return 503 when it stops (%s), and serve again after it starts, without a restart of the nodes',
    async (how) => {
      const token = await tokenFrom(addresses[0]);
      await server.stop(how);
      await eventually('503', async () => (await readiness()).every((status) => status === 503));
      for (const address of addresses) {
        expect((await fetch(`${address}/healthz`)).status).toBe(200);
        for (const response of [
          await call(address, '/admin/ownprofile', token),
          await call(address, '/booking/get/dashboard', token),
          await call(address, '/admin/logout', token),
          await logIn(address),
        ]) {
          expect(response.status).toBe(503);
          expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
          expect(response.headers.get('cache-control')).toBe('no-store');
          expect(await response.json()).toEqual({
            status: false,
            code: expect.any(String),
            params: {},
            message: expect.stringContaining('database'),
            requestId: expect.any(String),
          });
        }
      }
      const late = startNode();
      expect(await late.ended()).toBe(1);
      expect(late.stderr()).toMatch(/^DATABASE_URL leads to 127\.0\.0\.1:\d+, where no database answers\.\n$/);

      await server.start();
      await eventually('200', async () => (await readiness()).every((status) => status === 200));
      expect(await profiles(token)).toEqual(same(200));
      expect(await onEach(async (address) => (await logIn(address)).status)).toEqual(same(200));
      expect(nodes.map(({ child }) => child.exitCode)).toEqual(same(null));
    },
  );

  it('exit with code 0 while it is stopped', async () => {
    await server.stop('at once');
    expect(await Promise.all(nodes.map((node) => node.stop('SIGTERM')))).toEqual(same(0));
    await server.start();
  });
});
