import { createServiceKey } from '@wayside/contract/service-keys';
import { createSlot } from '@wayside/contract/slots';
import { createWebhook } from '@wayside/contract/webhooks';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { type ExternalServer, startExternalServer } from '../../apps/server/src/testing/external-server.ts';
import {
  buildProgram,
  databaseSettings,
  killRounds,
  type Program,
  startProgram,
} from '../../apps/server/src/testing/program.ts';
import { openReceiver, type Receiver } from '../../apps/server/src/testing/receiver.ts';
import { Random } from '../../packages/demo/src/random.ts';
import { FeedFollower } from './feed-follower.ts';
import { acceptsConnections } from './kill-backend.ts';
import { openSession } from './open-session.ts';

const ROUNDS = 4;
const CHANGES = 80;
const RECOVERY_MS = 60_000;
/** The processes to kill in each round: applications by number, or the database. */
const KILLS: readonly (readonly (number | 'database')[])[] = [[0], [0, 1], ['database', 1], ['database']];

let server: ExternalServer;
let programs: Program[] = [];
let addresses: string[] = [];
let token: string;
let receiver: Receiver;
let follower: FeedFollower;
/** Slots for which the creation returned 200. */
const acknowledged = new Set<string>();
/** Events that the receiver accepted with 204. */
const accepted = new Set<string>();
let made = 0;

const accept: Receiver['respond'] = (response, { headers }) => {
  accepted.add(String(headers['webhook-id']));
  response.writeHead(204).end();
};

const startOne = () =>
  startProgram({ ...databaseSettings(server.connectionString, server.dataDir), WEBHOOK_ALLOW_PRIVATE: 'on' });
const isDead = ({ child }: Program) => child.exitCode !== null || child.signalCode !== null;

async function post(address: string, path: string, body: unknown) {
  const response = await fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, body: (await response.json()) as { data: { _id: string }; key?: string } };
}

async function query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<R>(text);
  await client.end();
  return rows;
}

beforeAll(async () => {
  buildProgram();
  server = await startExternalServer();
  receiver = await openReceiver();
  programs = [startOne(), startOne()];
  addresses = await Promise.all(programs.map((program) => program.ready()));
  token = await openSession(server.connectionString);
  const [address = ''] = addresses;
  const key = await post(address, createServiceKey.path, { name: 'receiver', scopes: ['changes'] });
  follower = new FeedFollower(key.body.key ?? '');
  expect((await post(address, createWebhook.path, { url: receiver.url, types: ['slot.created'] })).status).toBe(
    200,
  );
}, 300_000);

afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop('SIGKILL')));
  receiver.close();
  await server.remove();
});

/** Adds a slot. If there is no response, the slot may or may not exist. */
async function addSlot(place: number): Promise<void> {
  made += 1;
  const starttime = `slot ${made}`;
  const address = addresses[place % addresses.length] ?? '';
  const response = await post(address, createSlot.path, {
    starttime,
    endtime: '10:00',
    no_of_hour: '1 hour',
  }).catch(() => null);
  if (response?.status === 200) acknowledged.add(response.body.data._id);
}

async function kill(victims: (typeof KILLS)[number]): Promise<void> {
  for (const victim of victims) {
    if (victim === 'database') await server.stop('at once');
    else programs[victim]?.child.kill('SIGKILL');
  }
}

async function recover(victims: (typeof KILLS)[number]): Promise<void> {
  if (victims.includes('database')) await server.start();
  await eventually('the database', () => acceptsConnections(server.connectionString), RECOVERY_MS);
  await Promise.all(programs.filter((_, place) => victims.includes(place)).map((program) => program.ended()));
  programs = programs.map((program) => (isDead(program) ? startOne() : program));
  addresses = await Promise.all(programs.map((program) => program.ready()));
  for (const address of addresses)
    await eventually(address, async () => (await fetch(`${address}/readyz`)).status === 200, RECOVERY_MS);
}

describe('[HOOK-01, HOOK-03, HOOK-04] two servers and their database, killed while changes commit and deliveries run,', () => {
  it.each(killRounds(ROUNDS))(
    'lose no event, send duplicates with the same id, and have no gap in the feed (round %i)',
    { timeout: 240_000 },
    async (round) => {
      const victims = KILLS[(round - 1) % KILLS.length] ?? [];
      const random = new Random(round, 'kill events', 0);
      // Some attempts fail and some are slow, so that the kill hits deliveries in every state.
      receiver.respond = (response, request) => {
        const fate = random.next();
        if (fate < 0.2) response.writeHead(500).end();
        else if (fate < 0.9) accept(response, request);
      };
      follower.start(() => addresses);
      const before = acknowledged.size;
      const changes = Array.from({ length: CHANGES }, (_, place) => addSlot(place));
      const threshold = random.between(5, CHANGES / 2);
      await eventually('the first answers', () => acknowledged.size >= before + threshold, RECOVERY_MS);
      await kill(victims);
      await Promise.all(changes);
      await recover(victims);
      receiver.respond = accept;
      await follower.stop(addresses[0] ?? '');
      await checkEvents();
      await checkDeliveries();
    },
  );
});

/**
 * Checks that every slot has exactly one event in the feed, that every event has a slot, and that the events are in
 * the order of their positions.
 */
async function checkEvents(): Promise<void> {
  const slots = await query<{ id: string }>('SELECT id FROM slots');
  const events = await query<{ id: string; slot: string; position: number }>(
    `SELECT id, data ->> 'id' AS slot, position::int FROM events ORDER BY position`,
  );
  expect(events.map(({ slot }) => slot).toSorted()).toEqual(slots.map(({ id }) => id).toSorted());
  expect(slots.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged]));
  expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
  expect(follower.ids).toEqual(events.map(({ id }) => id));
}

/** Checks that the receiver accepted every event with its own id and a single body. */
async function checkDeliveries(): Promise<void> {
  const undelivered = `SELECT FROM webhook_deliveries WHERE state <> 'delivered'`;
  await eventually(
    'every delivery',
    async () => {
      // Simulates that the pauses and the leases of the killed applications have expired.
      await query(`UPDATE webhook_deliveries SET next_attempt_at = now()
        WHERE state = 'waiting' AND next_attempt_at > now() AND coalesce(last_attempt_at, created_at) < now() - interval '2 seconds'`);
      return (await query(undelivered)).length === 0;
    },
    RECOVERY_MS,
  );
  const bodies = new Map<string, Set<string>>();
  for (const { headers, body } of receiver.received) {
    const id = String(headers['webhook-id']);
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  }
  expect([...accepted].toSorted()).toEqual(follower.ids.toSorted());
  for (const [id, seen] of bodies) expect([...seen].map((body) => JSON.parse(body).id)).toEqual([id]);
}
