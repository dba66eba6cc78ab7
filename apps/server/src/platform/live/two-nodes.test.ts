import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type ExternalServer, startExternalServer } from '../../testing/external-server.ts';
import { makeImportFolder } from '../../testing/import-run.ts';
import { type LiveClient, type LiveClientOptions, openLiveClient } from '../../testing/live-client.ts';
import { buildProgram, databaseSettings, fetchToken, type Program, startProgram } from '../../testing/program.ts';

const PASSWORD = 'asha and ravi';
const NODES = 2;
const id = (number: number) => number.toString(16).padStart(24, '0');

let server: ExternalServer;
let nodes: Program[] = [];
let addresses: string[] = [];
let clients: LiveClient[] = [];

const startNode = (words?: string[]) =>
  startProgram(
    { ...databaseSettings(server.connectionString, server.dataDir), ADMIN_PASSWORD: PASSWORD },
    words ? { words } : {},
  );

beforeAll(async () => {
  buildProgram();
  server = await startExternalServer();
  nodes = Array.from({ length: NODES }, () => startNode());
  addresses = await Promise.all(nodes.map((node) => node.ready()));
}, 300_000);
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
  await server.remove();
});

async function listenAt(node: number, how: Partial<LiveClientOptions> = {}): Promise<LiveClient> {
  const address = addresses[node] ?? '';
  const token = how.token ?? (await fetchToken(address, PASSWORD));
  const client = await openLiveClient(address, { ...how, token });
  clients.push(client);
  await eventually('the first event', () => client.events.length > 0);
  return client;
}

async function importing(files: Parameters<typeof makeImportFolder>[0]): Promise<void> {
  const folder = await makeImportFolder(files);
  const run = startNode(['import', folder.path]);
  expect(await run.ended(), run.stderr()).toBe(0);
  await folder.remove();
}

const usersFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ _id: id(from + at), createdAt: '2026-01-05T10:00:00Z' }));

describe('[LIVE-01] streams on two nodes', { timeout: 300_000 }, () => {
  it('send the changes of the other node', async () => {
    await importing({ users: usersFrom(0x100, 3) });
    const [first, second] = [await listenAt(0), await listenAt(1)];
    for (const [node, user] of [
      [0, id(0x100)],
      [1, id(0x101)],
    ] as const) {
      const address = addresses[node] ?? '';
      const token = await fetchToken(address, PASSWORD);
      const response = await fetch(`${address}/api/v1/user/blockuser/${user}`, { headers: { token } });
      expect(response.status).toBe(200);
      for (const client of [first, second]) await client.hears('user', [user]);
    }
  });

  it('continue on the other node without a gap when their node is killed during continuous commits', async () => {
    const doomed = startNode();
    const address = await doomed.ready();
    const token = await fetchToken(address, PASSWORD);
    const first = await openLiveClient(address, { token });
    await eventually('the first event', () => first.events.length > 0);
    const writer = new pg.Client({ connectionString: server.connectionString });
    await writer.connect();
    const written: string[] = [];
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) {
        const next = id(0x5000 + written.length);
        await writer.query('INSERT INTO bookings (id) VALUES ($1)', [next]);
        written.push(next);
      }
    })();
    await eventually('some changes', () => first.idsOf('booking').length > 20);
    await doomed.stop('SIGKILL');
    await eventually('the end', () => first.isEnded());
    const heard = written.length;
    await eventually('changes that nobody hears', () => written.length > heard + 20);
    const second = await listenAt(1, { token, lastEventId: first.lastEventId() });
    isWriting = false;
    await writing;
    await writer.end();
    const isHeard = () => new Set([...first.idsOf('booking'), ...second.idsOf('booking')]);
    await eventually('every change', () => written.every((each) => isHeard().has(each)));
    expect(second.events.map(({ event }) => event)).not.toContain('resync');
  });

  it('[SECU-03] end on both nodes when the session is ended on one', async () => {
    const token = await fetchToken(addresses[0] ?? '', PASSWORD);
    const [first, second] = [await listenAt(0, { token }), await listenAt(1, { token })];
    await fetch(`${addresses[1]}/api/v1/admin/logout`, { method: 'POST', headers: { token } });
    for (const client of [first, second]) await eventually('the end', () => client.isEnded());
  });

  it('[RUN-02] end when their node is asked to stop, and the node exits with code 0 immediately', async () => {
    const leaving = startNode();
    const address = await leaving.ready();
    const client = await openLiveClient(address, { token: await fetchToken(address, PASSWORD) });
    await eventually('the first event', () => client.events.length > 0);
    leaving.child.kill('SIGTERM');
    await eventually('the end', () => client.isEnded());
    expect(await leaving.ended()).toBe(0);
    expect(leaving.stdout()).not.toMatch(/did not close in time/);
  });

  it('[RUN-03] continue automatically after a database outage', async () => {
    const client = await listenAt(0);
    await server.stop('orderly');
    await server.start();
    const ready = async () => (await fetch(`${addresses[0]}/readyz`)).status === 200;
    await eventually('the database', ready);
    await importing({ users: usersFrom(0x9000, 1) });
    await client.hears('user', [id(0x9000)]);
    expect(client.isEnded()).toBe(false);
  });
});
