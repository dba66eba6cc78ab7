import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectTo, countWrongCounters, dataDigest, untilPublished } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { namesAtRest } from '../testing/names-at-rest.ts';
import { callProgram, fetchToken } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';
import { type SmallDisk, smallDisk } from '../testing/small-disk.ts';

const AT_REST = ['data-key', 'postgres', 'postgres.log', 'postgres.password'];
const LARGE_MEGABYTES = 200;

const programs = programsUnderTest();
let disk: SmallDisk;
let dataDir: string;
const mounted = smallDisk(20);

beforeAll(() => {
  if (typeof mounted === 'string') return;
  disk = mounted;
  dataDir = join(disk.path, 'data');
});
afterAll(() => typeof mounted === 'string' || mounted.remove());

const command = (...words: string[]) => programs.start({ DATA_DIR: dataDir }, words);
const start = () => command('start');

const FULL = "The database's disk is full. Nothing was saved. Free some space, then try again.";
/** Returns the causes of the log lines with level error. */
const causesIn = (stdout: string): string[] =>
  stdout.split('\n').flatMap((line) => (line.includes('"level":50') ? (JSON.parse(line).cause ?? []) : []));
const full = () => `DATA_DIR (${dataDir}) cannot be used: the disk is full.\n`;
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

const CREDENTIALS = { email: 'admin@wayside.test', password: PASSWORD };
const logIn = (address: string) => callProgram(address, ['POST', '/admin/login', CREDENTIALS]);

beforeEach(({ skip }) => {
  if (typeof mounted === 'string') skip(mounted);
});

/** Writes until the database has no space for its log and stops. Returns the number of acknowledged writes. */
async function writeUntilGone(): Promise<number> {
  const client = await connectTo(dataDir);
  let acknowledged = 0;
  async function attempt(statement: string): Promise<boolean> {
    try {
      return (await client.query(statement)).rowCount === 1;
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError && error.severity === 'ERROR';
      if (isRefused) expect(error.code).toBe('53100');
      else throw error;
      return false;
    }
  }
  try {
    for (let next = 1; ; next += 1) {
      const id = next.toString(16).padStart(24, '0');
      const isWritten = await attempt(
        `WITH customer AS (INSERT INTO users (id, created_at) VALUES ('${id}', now()) RETURNING id)
         INSERT INTO bookings (id, customer_id, created_at, status) SELECT id, id, now(), 'pending' FROM customer`,
      );
      if (isWritten) acknowledged += 1;
      // Switching the log file fills the disk without writing megabytes of data.
      await attempt("SELECT pg_create_restore_point('full'), pg_switch_wal()");
    }
  } catch {
    return acknowledged;
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe('[RUN-01, RUN-03] a full or read-only disk', { timeout: 300_000 }, () => {
  it('makes the server exit at startup with a one-line error and exit code 1 when there is no space for a database, and leaves no file', async () => {
    const program = start();
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toBe(full());
    expect(program.stdout()).not.toContain('PGlite');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('makes calls return 503 when it fills up at run time, loses no acknowledged write, and the program recovers when space is free', async () => {
    disk.remount({ megabytes: LARGE_MEGABYTES });
    const program = start();
    const address = await program.ready();
    const token = await fetchToken(address, PASSWORD);
    const calls = ['admin/ownprofile', 'booking/get/dashboard'].map((path) => `${address}/api/v1/${path}`);
    disk.fill();
    const acknowledged = await writeUntilGone();
    await eventually('the database is away', async () => (await statusOf(`${address}/readyz`)) === 503);
    for (const url of calls) {
      const response = await fetch(url, { headers: { token } });
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ status: false, message: FULL });
    }
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ message: FULL });
    expect(causesIn(program.stdout())).toContain('disk_full');
    expect((await logIn(address)).status).toBe(503);
    expect(await statusOf(`${address}/healthz`)).toBe(200);
    const late = command('demo', '--bookings', '100');
    expect(await late.ended()).toBe(1);
    expect(late.stderr()).toBe(full());
    await eventually('the log says why', () =>
      /the disk is full[^\n]*the database did not restart/.test(program.stdout()),
    );

    disk.free();
    await eventually('it serves again', async () => (await statusOf(`${address}/readyz`)) === 200);
    for (const url of calls) expect(await statusOf(url, { headers: { token } })).toBe(200);
    expect((await logIn(address)).status).toBe(200);
    const client = await connectTo(dataDir);
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM bookings');
    // One more write may be stored if its acknowledgement was lost.
    expect([acknowledged, acknowledged + 1]).toContain(rows[0]?.count);
    expect(await countWrongCounters(client)).toBe(0);
    await client.end();
    expect(await program.stop()).toBe(0);
    expect(await namesAtRest(dataDir)).toEqual(AT_REST);
  });

  it('[OWN-12] makes changes and /readyz return 503 with the cause when it fills up under a running database; the server logs this once a minute', async () => {
    const program = start();
    const address = await program.ready();
    const token = await fetchToken(address, PASSWORD);
    const readiness = async () => JSON.parse(await (await fetch(`${address}/readyz`)).text()).message;
    const addSlot = async () => {
      const slot = { starttime: '09:00', endtime: '10:00' };
      const { status, body } = await callProgram(address, ['POST', '/slot/create', slot], { token });
      return status === 200 ? 'saved' : body.message;
    };
    expect(await readiness()).toBeUndefined();
    disk.fill();
    // The allocated pages of the tables still have space for some changes.
    await eventually('a change is rejected', async () => (await addSlot()) === FULL);
    await eventually('/readyz names the cause', async () => (await readiness()) === FULL, 30_000);
    expect(await addSlot()).toBe(FULL);
    expect(causesIn(program.stdout())).toEqual(['disk_full']);
    disk.free();
    await eventually('it is ready', async () => (await readiness()) === undefined);
    expect(await addSlot()).toBe('saved');
    expect(await program.stop()).toBe(0);
  });

  it('allows a backup to another disk while the program runs, but prevents the program from starting', async () => {
    const program = start();
    await program.ready();
    const client = await connectTo(dataDir);
    // The backup is logged if the disk still has space for the entry.
    const logged = ['activity', 'activity_head', 'counters', 'live_changes', 'business_settings'];
    await untilPublished(client);
    const before = await dataDigest(client, logged);
    await client.end();
    disk.fill();
    const backup = command('backup', programs.path('a.backup'));
    expect(await backup.ended()).toBe(0);
    expect(await program.stop()).toBe(0);
    // The program released disk space when it stopped.
    disk.fill();
    const again = start();
    expect(await again.ended()).toBe(1);
    expect(again.stderr()).toBe(full());
    disk.free();
    const last = start();
    await last.ready();
    const reader = await connectTo(dataDir);
    expect(await dataDigest(reader, logged)).toEqual(before);
    await reader.end();
    expect(await last.stop()).toBe(0);
    expect(await namesAtRest(dataDir)).toEqual(AT_REST);
  });

  it('makes the server exit at startup with a one-line error and exit code 1 when it is read-only; the server starts on a writable disk', async () => {
    disk.remount({ isReadOnly: true });
    for (const program of [start(), command('demo', '--bookings', '100')]) {
      expect(await program.ended()).toBe(1);
      expect(program.stderr()).toBe(`DATA_DIR (${dataDir}) cannot be used: it is on a read-only file system.\n`);
    }
    disk.remount({ isReadOnly: false });
    const program = start();
    expect(await statusOf(`${await program.ready()}/readyz`)).toBe(200);
    expect(await program.stop()).toBe(0);
  });
});
