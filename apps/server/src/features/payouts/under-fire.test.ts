import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo } from '../../testing/data-digest.ts';
import { eventually } from '../../testing/eventually.ts';
import { buildProgram, type Program, startProgram } from '../../testing/program.ts';

/** How often it is killed; raise it for a long search. */
const ROUNDS = 4;
const PAYERS = 8;
const MECHANIC = '65f0000000000000000000a1';
const EARNED_PAISE = 100_000_000;
const MOST_PAID_BEFORE_A_KILL = 60;

let dataDir: string;
let running: Program | null = null;
let token: string;
let next = 0;
const acknowledged = new Map<string, number>();

beforeAll(async () => {
  buildProgram();
  dataDir = await mkdtemp(join(tmpdir(), 'wayside-fire-'));
  running = startProgram({ DATA_DIR: dataDir });
  await running.ready();
  const client = await connectTo(dataDir);
  token = await openSession(client);
  await client.query(`INSERT INTO mechanics (id, status) VALUES ($1, 'approved')`, [MECHANIC]);
  await client.query(
    `INSERT INTO payments (id, mechanic_id, amount_paise, status, method, created_at) VALUES ('65f0000000000000000000c1', $1, $2, 'paid', 'upi', now())`,
    [MECHANIC, EARNED_PAISE],
  );
  await client.end();
  expect(await running.stop()).toBe(0);
}, 120_000);

afterAll(async () => {
  await running?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function openSession(client: pg.Client): Promise<string> {
  const made = randomBytes(32).toString('base64url');
  await client.query(
    `INSERT INTO sessions (token_hash, admin_id, expires_at) SELECT $1, id, now() + interval '1 hour' FROM admins LIMIT 1`,
    [createHash('sha256').update(made).digest()],
  );
  return made;
}

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Asks for one payout; null when no whole answer came. */
async function ask(address: string, transactionId: string, paise: number): Promise<number | null> {
  const body = {
    mechanicid: MECHANIC,
    transaction_id: transactionId,
    amount: (paise / 100).toFixed(2),
    paymentmethod: 'online',
  };
  try {
    const answer = await fetch(`${address}/api/v1/booking/create/apyout`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.text();
    return answer.status;
  } catch {
    return null;
  }
}

/** Pays until the server is gone, each time under a new transaction id. Returns the requests that nobody answered. */
async function pay(address: string): Promise<Map<string, number>> {
  for (;;) {
    const transactionId = `FIRE${++next}`;
    const paise = 1 + (next % 97);
    const status = await ask(address, transactionId, paise);
    if (status === 200) acknowledged.set(transactionId, paise);
    // 503 while the database is away, or no answer: what has become of it is not known.
    else return new Map([[transactionId, paise]]);
  }
}

async function proveBooks(): Promise<void> {
  const client = await connectTo(dataDir);
  const { rows: paid } = await client.query<{ id: string; paise: number; times: number }>(
    `SELECT transaction_id AS id, sum(amount_paise)::float8 AS paise, count(*)::int AS times FROM payouts GROUP BY 1`,
  );
  const found = new Map(paid.map((row) => [row.id, row]));
  for (const [id, paise] of acknowledged) expect(found.get(id), id).toEqual({ id, paise, times: 1 });
  const { rows: books } = await client.query<{ rows: number; kept: number; entries: number; payouts: number }>(
    `SELECT (SELECT sum(balance_paise)::float8 FROM ledger_entries) AS rows, (SELECT sum(balance_paise)::float8 FROM mechanic_balances) AS kept,
       (SELECT count(*)::int FROM ledger_entries WHERE kind = 'payout') AS entries, (SELECT count(*)::int FROM payouts) AS payouts`,
  );
  const total = paid.reduce((sum, { paise }) => sum + paise, 0);
  expect(books[0]).toEqual({
    rows: EARNED_PAISE - total,
    kept: EARNED_PAISE - total,
    entries: paid.length,
    payouts: paid.length,
  });
  await client.end();
}

/** By turns the database, the program, and both are killed in the middle of payouts. */
describe('[PAYO-07] killed without warning while mechanics are paid', () => {
  it.each(Array.from({ length: ROUNDS }, (_, index) => [index + 1]))(
    'every acknowledged payout is there once, and asking again for the others pays each at most once (round %i)',
    { timeout: 120_000 },
    async (round) => {
      running = startProgram({ DATA_DIR: dataDir });
      const address = await running.ready();
      const before = acknowledged.size;
      const wanted = 1 + ((round * 17) % MOST_PAID_BEFORE_A_KILL);
      const paying = Array.from({ length: PAYERS }, () => pay(address));
      await eventually('the payouts', () => acknowledged.size >= before + wanted);
      // By turns the database, the program, both.
      if (round % 3 !== 1) process.kill(running.pid, 'SIGKILL');
      if (round % 3 !== 2) process.kill(postmaster(), 'SIGKILL');
      const unanswered = (await Promise.all(paying)).flatMap((requests) => [...requests]);
      if (running.child.exitCode === null && running.child.signalCode === null) await running.stop('SIGKILL');
      running = startProgram({ DATA_DIR: dataDir });
      const again = await running.ready();
      for (const [id, paise] of unanswered) {
        expect(await ask(again, id, paise), id).toBe(200);
        expect(await ask(again, id, paise), id).toBe(200);
        acknowledged.set(id, paise);
      }
      await proveBooks();
      expect(await running.stop()).toBe(0);
    },
  );
});
