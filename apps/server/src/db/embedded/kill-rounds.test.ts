import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, wrongTallies } from '../../testing/data-digest.ts';
import { eventually } from '../../testing/eventually.ts';
import { buildProgram, type Program, startProgram } from '../../testing/program.ts';

/** How often it is killed; raise it for a long search. */
const ROUNDS = 5;
const WRITERS = 4;
const MOST_WRITES_BEFORE_A_KILL = 120;

let dataDir: string;
let next = 0;
let running: Program | null = null;

beforeAll(async () => {
  buildProgram();
  dataDir = await mkdtemp(join(tmpdir(), 'wayside-kill-'));
}, 120_000);

afterAll(async () => {
  await running?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Writes customers and bookings until its connection breaks; what was acknowledged goes to `acknowledged`. */
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
    // Only the kill may end it.
    if (error instanceof pg.DatabaseError && !/^(57|08)/.test(error.code ?? '')) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** How many of the rows are not there, whole. */
async function missing(client: pg.Client, ids: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ missing: number }>(
    `SELECT count(*)::int AS missing FROM unnest($1::text[]) AS wanted
     WHERE NOT EXISTS (SELECT FROM bookings JOIN users ON users.id = customer_id WHERE bookings.id = wanted)`,
    [ids],
  );
  return rows[0]?.missing ?? -1;
}

/** By turns the database and then the program are killed, the other way round, or the database alone (RUN-03). */
describe('[RUN-01] killed without warning while clients write', () => {
  it.each(Array.from({ length: ROUNDS }, (_, index) => [index + 1]))(
    'it starts again by itself with every acknowledged row and true tallies (round %i)',
    { timeout: 60_000 },
    async (round) => {
      const acknowledged: string[] = [];
      const writes = Math.ceil(Math.random() * MOST_WRITES_BEFORE_A_KILL);
      running = startProgram({ DATA_DIR: dataDir });
      await running.ready();
      const clients = await Promise.all(Array.from({ length: WRITERS }, () => connectTo(dataDir)));
      const writing = clients.map((client) => write(acknowledged, client));
      await eventually('the writes', () => acknowledged.length >= writes);
      const isAlone = round % 3 === 0;
      if (!isAlone && round % 2 === 0) process.kill(running.pid, 'SIGKILL');
      process.kill(postmaster(), 'SIGKILL');
      if (!isAlone && round % 2 === 1) process.kill(running.pid, 'SIGKILL');
      await Promise.all(writing);
      if (!isAlone) {
        expect(await running.ended()).toBe(-1);
        running = startProgram({ DATA_DIR: dataDir });
      }
      const address = await running.ready();
      await eventually('an answer', async () => (await fetch(`${address}/readyz`)).status === 200);
      const client = await connectTo(dataDir);
      expect(acknowledged.length).toBeGreaterThanOrEqual(writes);
      expect(await missing(client, acknowledged)).toBe(0);
      expect(await wrongTallies(client)).toBe(0);
      await client.end();
      expect(await running.stop()).toBe(0);
      expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
    },
  );
});
