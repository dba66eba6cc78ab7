import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../db/database.ts';
import { readConnection } from '../db/embedded/data-directory.ts';
import { connectTo, dataDigest, wrongCounters } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { emptyDatabase, makeFolder } from '../testing/import-run.ts';
import { buildProgram, killRounds, type Program, startProgram } from '../testing/program.ts';

const BOOKINGS = 4_000;
const PEOPLE = 60;
const START = Date.UTC(2024, 0, 1);
const HOUR_MS = 3_600_000;
const PATIENCE_MS = 60_000;
/** What an import writes and what follows from it; the rest is of administrators, or counted from these. */
const IMPORTED = ['bookings', 'users', 'mechanics', 'payments', 'payouts', 'imported_records'];

type Victim = 'import' | 'program' | 'database';
/** Who dies at the same moment, by turns. The last one's import has no program beside it and brings its own database. */
const DEATHS: readonly (readonly Victim[])[] = [
  ['import'],
  ['database'],
  ['program'],
  ['database', 'program', 'import'],
  ['import', 'database'],
];

let dataDir: string;
let source: { path: string; remove(): Promise<void> };
let expected: Record<string, string>;
let program: Program | null = null;

const id = (kind: number, number: number) =>
  `${kind.toString(16).padStart(4, '0')}${number.toString(16).padStart(20, '0')}`;
const moment = (at: number) => new Date(START + at * HOUR_MS).toISOString();
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

beforeAll(async () => {
  buildProgram();
  dataDir = await mkdtemp(join(tmpdir(), 'wayside-import-killed-'));
  source = await makeFolder({
    users: many(PEOPLE, (at) => ({ _id: id(1, at), name: `User ${at}`, createdAt: moment(at) })),
    mechanics: many(PEOPLE, (at) => ({
      _id: id(2, at),
      name: `Mechanic ${at}`,
      status: 'approve',
      createdAt: moment(at),
    })),
    bookings: many(BOOKINGS, (at) => ({
      _id: id(3, at),
      status: ['pending', 'completed', 'cancelled'][at % 3],
      createdAt: moment(at),
      userid: id(1, at % PEOPLE),
      mechanicid: id(2, at % PEOPLE),
    })),
    payments: many(BOOKINGS, (at) => ({
      _id: id(4, at),
      booking: id(3, at),
      mechanic: id(2, at % PEOPLE),
      amount: at + 0.5,
      status: ['paid', 'pending', 'refunded'][at % 3],
      paymentMethod: ['cash', 'online'][at % 2],
      createdAt: moment(at),
    })),
  });
  // What it comes to when nothing happens.
  await serving();
  expect(await startImport().ended()).toBe(0);
  expected = (await found()).records;
}, 240_000);

afterAll(async () => {
  await program?.stop();
  await source.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const imports: Program[] = [];
// One that a failed round leaves at work must not stand in the way of the next.
afterEach(async () => {
  for (const one of imports.splice(0)) await one.stop('SIGKILL');
});

function startImport(): Program {
  const importing = startProgram({ DATA_DIR: dataDir }, { words: ['import', source.path] });
  imports.push(importing);
  return importing;
}
const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** The program, started when it does not run. */
async function serving(): Promise<Program> {
  if (program === null || program.child.exitCode !== null || program.child.signalCode !== null)
    program = startProgram({ DATA_DIR: dataDir });
  await program.ready();
  return program;
}

async function stopServing(): Promise<void> {
  const code = await program?.stop();
  program = null;
  expect(code ?? 0).toBe(0);
}

/** What is in the database now. */
async function found(): Promise<{ records: Record<string, string>; wrong: number }> {
  await serving();
  const client = await connectTo(dataDir);
  const digests = await dataDigest(client);
  const wrong = await wrongCounters(client);
  await client.end();
  return { records: Object.fromEntries(IMPORTED.map((table) => [table, digests[table] ?? ''])), wrong };
}

/** The program is left alone and brings its database back by itself (RUN-03). */
async function backAgain(): Promise<void> {
  const address = await program?.ready();
  await eventually('the database', async () => (await fetch(`${address}/readyz`)).status === 200);
}

async function emptyAgain(): Promise<void> {
  const connection = await readConnection(join(dataDir, 'connection.json'));
  const log = pino({ level: 'silent' });
  const database = connectDatabase(connection?.connectionString ?? '', { max: 1, log });
  await emptyDatabase(database);
  await database.close();
}

/** Lets an import come to a certain number of records, as far as it lives to do so. */
async function untilImported(records: number, importing: Program): Promise<void> {
  let client: pg.Client | null = null;
  async function isThere(): Promise<boolean> {
    if (importing.child.exitCode !== null) return true;
    client ??= await connectTo(dataDir).catch(() => null);
    const found = await client
      ?.query<{ count: number }>('SELECT count(*)::int AS count FROM imported_records')
      .catch(() => null);
    return (found?.rows[0]?.count ?? -1) >= records;
  }
  await eventually('the records', isThere, PATIENCE_MS);
  await (client as pg.Client | null)?.end();
}

describe('[IMPO-04] killed without warning while an import runs', () => {
  it.each(killRounds())(
    'a second run completes it, and the records and counters are those of one that nothing befell (round %i)',
    { timeout: 120_000 },
    async (round) => {
      const victims = DEATHS[(round - 1) % DEATHS.length] ?? [];
      const { child } = await serving();
      await emptyAgain();
      if (round % DEATHS.length === 0) await stopServing();
      const importing = startImport();
      await untilImported(Math.floor(Math.random() * 2 * BOOKINGS), importing);
      const server = postmaster();
      if (victims.includes('import')) importing.child.kill('SIGKILL');
      if (victims.includes('database')) process.kill(server, 'SIGKILL');
      if (victims.includes('program')) child.kill('SIGKILL');
      const code = await importing.ended();
      // It may have ended just before; else it was killed, or says that its database went.
      expect(victims.includes('import') ? [0, -1] : [0, 1]).toContain(code);
      if (code === 1) expect(importing.stderr()).toMatch(/The database went away; the same import again completes/);
      if (victims.includes('program')) {
        expect(await program?.ended()).toBe(-1);
        program = null;
      }
      if (program !== null) await backAgain();

      const again = startImport();
      expect(await again.ended(), again.stderr()).toBe(0);
      expect(await found()).toEqual({ records: expected, wrong: 0 });
    },
  );

  it('and the books are whole', { timeout: 120_000 }, async () => {
    await stopServing();
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
    const proving = startProgram({ DATA_DIR: dataDir }, { words: ['verify'] });
    expect(await proving.ended(), proving.stdout()).toBe(0);
  });
});
