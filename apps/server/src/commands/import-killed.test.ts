import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConnection } from '../data-directory.ts';
import { connectDatabase } from '../platform/db/database.ts';
import { connectTo, countWrongCounters, dataDigest } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { emptyDatabase, makeImportFolder } from '../testing/import-run.ts';
import { namesAtRest } from '../testing/names-at-rest.ts';
import { killRounds, type Program } from '../testing/program.ts';
import { programsUnderTest } from '../testing/programs-under-test.ts';

const BOOKINGS = 2_000;
const PEOPLE = 60;
const START = Date.UTC(2024, 0, 1);
const HOUR_MS = 3_600_000;
const PATIENCE_MS = 60_000;
/** The tables that an import writes. Other tables belong to administrators or are derived. */
const IMPORTED = ['bookings', 'users', 'mechanics', 'payments', 'payouts', 'imported_records'];

type Victim = 'import' | 'program' | 'database';
/**
 * The processes that each round kills. In the last round no program is running, and the import starts its own
 * database.
 */
const KILLS: readonly (readonly Victim[])[] = [
  ['import'],
  ['database'],
  ['program'],
  ['database', 'program', 'import'],
  ['import', 'database'],
];

const { path, start } = programsUnderTest({ isKept: true });
let dataDir: string;
let source: { path: string; remove(): Promise<void> };
let expected: Record<string, string>;
let program: Program | null = null;

const id = (kind: number, number: number) =>
  `${kind.toString(16).padStart(4, '0')}${number.toString(16).padStart(20, '0')}`;
const timestamp = (at: number) => new Date(START + at * HOUR_MS).toISOString();
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

beforeAll(async () => {
  dataDir = path('data');
  source = await makeImportFolder({
    users: many(PEOPLE, (at) => ({ _id: id(1, at), name: `User ${at}`, createdAt: timestamp(at) })),
    mechanics: many(PEOPLE, (at) => ({
      _id: id(2, at),
      name: `Mechanic ${at}`,
      status: 'approve',
      createdAt: timestamp(at),
    })),
    bookings: many(BOOKINGS, (at) => ({
      _id: id(3, at),
      status: ['pending', 'completed', 'cancelled'][at % 3],
      createdAt: timestamp(at),
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
      createdAt: timestamp(at),
    })),
  });
  // The result of an import that is not interrupted.
  await serving();
  expect(await startImport().ended()).toBe(0);
  expected = (await found()).records;
}, 300_000);

afterAll(() => source.remove());

const imports: Program[] = [];
// An import that a failed round leaves running must not disturb the next round.
afterEach(async () => {
  for (const one of imports.splice(0)) await one.stop('SIGKILL');
});

function startImport(): Program {
  const importing = start({}, ['import', source.path]);
  imports.push(importing);
  return importing;
}
const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** Starts the program unless it is running. */
async function serving(): Promise<Program> {
  if (program === null || program.child.exitCode !== null || program.child.signalCode !== null) program = start();
  await program.ready();
  return program;
}

async function stopServing(): Promise<void> {
  const code = await program?.stop();
  program = null;
  expect(code ?? 0).toBe(0);
}

/** Returns digests of the records and the number of wrong counters. */
async function found(): Promise<{ records: Record<string, string>; wrong: number }> {
  await serving();
  const client = await connectTo(dataDir);
  const digests = await dataDigest(client);
  const wrong = await countWrongCounters(client);
  await client.end();
  return { records: Object.fromEntries(IMPORTED.map((table) => [table, digests[table] ?? ''])), wrong };
}

/** Waits until the program has restarted its database (RUN-03). */
async function untilRecovered(): Promise<void> {
  const address = await program?.ready();
  await eventually('the database', async () => (await fetch(`${address}/readyz`)).status === 200);
}

async function emptyRecords(): Promise<void> {
  const connection = await readConnection(join(dataDir, 'connection.json'));
  const log = pino({ level: 'silent' });
  const database = connectDatabase(connection?.connectionString ?? '', { max: 1, log });
  await emptyDatabase(database);
  await database.close();
}

/** Waits until an import has written a number of records or has ended. */
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

describe('[IMPO-04] an import that is killed', () => {
  it.each(killRounds())(
    'is completed by a second run, with the same records and counters as an uninterrupted import (round %i)',
    { timeout: 300_000 },
    async (round) => {
      const victims = KILLS[(round - 1) % KILLS.length] ?? [];
      const { child } = await serving();
      await emptyRecords();
      if (round % KILLS.length === 0) await stopServing();
      const importing = startImport();
      await untilImported(Math.floor(Math.random() * 2 * BOOKINGS), importing);
      const server = postmaster();
      if (victims.includes('import')) importing.child.kill('SIGKILL');
      if (victims.includes('database')) process.kill(server, 'SIGKILL');
      if (victims.includes('program')) child.kill('SIGKILL');
      const code = await importing.ended();
      // The import ended before the kill, was killed, or reports that the connection to the database was lost.
      expect(victims.includes('import') ? [0, -1] : [0, 1]).toContain(code);
      if (code === 1)
        expect(importing.stderr()).toMatch(
          /The connection to the database was lost; run the same import again to complete it/,
        );
      if (victims.includes('program')) {
        expect(await program?.ended()).toBe(-1);
        program = null;
      }
      if (program !== null) await untilRecovered();

      const again = startImport();
      expect(await again.ended(), again.stderr()).toBe(0);
      expect(await found()).toEqual({ records: expected, wrong: 0 });
    },
  );

  it('passes all integrity checks afterwards', { timeout: 300_000 }, async () => {
    await stopServing();
    expect(await namesAtRest(dataDir)).toEqual(['data-key', 'postgres', 'postgres.log', 'postgres.password']);
    const verifying = start({}, ['verify']);
    expect(await verifying.ended(), verifying.stdout()).toBe(0);
  });
});
