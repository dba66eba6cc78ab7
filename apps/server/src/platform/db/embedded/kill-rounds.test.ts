import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, countWrongCounters } from '../../../testing/data-digest.ts';
import { eventually } from '../../../testing/eventually.ts';
import { namesAtRest } from '../../../testing/names-at-rest.ts';
import { buildProgram, fetchToken, killRounds, type Program, startProgram } from '../../../testing/program.ts';

const WRITERS = 4;
const CALLERS = 3;
const MAX_WRITES_BEFORE_A_KILL = 120;
const PASSWORD = 'asha and ravi';

let dataDir: string;
let next = 0;
/** The number of changes per customer that the program has confirmed with 200. */
const answered = new Map<string, number>();
let running: Program | null = null;

beforeAll(async () => {
  buildProgram();
  dataDir = await mkdtemp(join(tmpdir(), 'wayside-kill-'));
}, 300_000);

// Prevents a program left by a failed round from disturbing the next round.
afterEach(async () => {
  await running?.stop('SIGKILL');
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Writes customers and bookings until its connection breaks, and adds acknowledged ids to `acknowledged`. */
async function write(acknowledged: string[], client: pg.Client): Promise<void> {
  try {
    for (;;) {
      next += 1;
      const id = next.toString(16).padStart(24, '0');
      await client.query(
        `WITH customer AS (INSERT INTO users (id, created_at) VALUES ('${id}', now()) RETURNING id)
         INSERT INTO bookings (id, customer_id, created_at, status) SELECT id, id, now(), 'pending' FROM customer`,
      );
      acknowledged.push(id);
    }
  } catch (error) {
    // Only the kill may end the loop, so other errors are thrown.
    if (error instanceof pg.DatabaseError && !/^(57|08)/.test(error.code ?? '')) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function makeCustomers(): Promise<void> {
  const client = await connectTo(dataDir);
  const ids = Array.from({ length: CALLERS }, (_, caller) => customerOf(caller));
  await client.query('INSERT INTO users (id, created_at) SELECT id, now() FROM unnest($1::text[]) AS id', [ids]);
  await client.end();
}

const customerOf = (caller: number) => `${'c'.repeat(23)}${caller}`;

/** Blocks and unblocks a customer until the program stops responding. */
async function call(address: string, token: string, customer: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${address}/api/v1/user/blockuser/${customer}`, { headers: { token } }).catch(
      () => null,
    );
    if (response?.status !== 200) {
      // A kill may cause a failed connection or a 503 response, nothing else.
      expect([undefined, 503]).toContain(response?.status);
      return;
    }
    answered.set(customer, (answered.get(customer) ?? 0) + 1);
  }
}

/**
 * Returns the customers for whom the state or history contradicts the responses. One change may have been saved
 * without a response.
 */
async function contradictions(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query<{ id: string; blocked: boolean; entries: number }>(
    `SELECT u.id, u.is_blocked AS blocked, count(a.id)::int AS entries FROM users u
     LEFT JOIN activity a ON a.entity_id = u.id WHERE u.id LIKE 'cccc%' GROUP BY u.id`,
  );
  const wrong = rows.filter(({ id, blocked, entries }) => {
    const least = answered.get(id) ?? 0;
    // The next round starts from the saved state.
    answered.set(id, entries);
    return blocked !== (entries % 2 === 1) || entries < least || entries > least + 1;
  });
  expect(rows).toHaveLength(CALLERS);
  return wrong;
}

/** Counts the acknowledged bookings that are missing or have no customer. */
async function missing(client: pg.Client, ids: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ missing: number }>(
    `SELECT count(*)::int AS missing FROM unnest($1::text[]) AS wanted
     WHERE NOT EXISTS (SELECT FROM bookings JOIN users ON users.id = customer_id WHERE bookings.id = wanted)`,
    [ids],
  );
  return rows[0]?.missing ?? -1;
}

/** Rounds kill the database and then the program, the program and then the database, or the database alone (RUN-03). */
describe('[RUN-01] a server that is killed while clients write', () => {
  it.each(killRounds())(
    'restarts automatically with every acknowledged row and correct counters (round %i)',
    { timeout: 300_000 },
    async (round) => {
      const acknowledged: string[] = [];
      const writes = Math.ceil(Math.random() * MAX_WRITES_BEFORE_A_KILL);
      running = startProgram({ DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD });
      const own = await running.ready();
      const clients = await Promise.all(Array.from({ length: WRITERS }, () => connectTo(dataDir)));
      if (round === 1) await makeCustomers();
      const token = await fetchToken(own, PASSWORD);
      const callers = Array.from({ length: CALLERS }, (_, caller) => call(own, token, customerOf(caller)));
      const writing = [...callers, ...clients.map((client) => write(acknowledged, client))];
      await eventually('the writes', () => acknowledged.length >= writes);
      const isDatabaseOnly = round % 3 === 0;
      if (!isDatabaseOnly && round % 2 === 0) process.kill(running.pid, 'SIGKILL');
      process.kill(postmaster(), 'SIGKILL');
      if (!isDatabaseOnly && round % 2 === 1) process.kill(running.pid, 'SIGKILL');
      await Promise.all(writing);
      if (!isDatabaseOnly) {
        expect(await running.ended()).toBe(-1);
        running = startProgram({ DATA_DIR: dataDir });
      }
      const address = await running.ready();
      await eventually('an answer', async () => (await fetch(`${address}/readyz`)).status === 200);
      const client = await connectTo(dataDir);
      expect(acknowledged.length).toBeGreaterThanOrEqual(writes);
      expect(await missing(client, acknowledged)).toBe(0);
      expect(await contradictions(client)).toEqual([]);
      expect(await countWrongCounters(client)).toBe(0);
      await client.end();
      expect(await running.stop()).toBe(0);
      expect(await namesAtRest(dataDir)).toEqual(['data-key', 'postgres', 'postgres.log', 'postgres.password']);
    },
  );

  it('passes all integrity checks afterwards', { timeout: 300_000 }, async () => {
    expect([...answered.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    const verifying = startProgram({ DATA_DIR: dataDir }, { words: ['verify'] });
    expect(await verifying.ended(), verifying.stdout()).toBe(0);
  });
});
