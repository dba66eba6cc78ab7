import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Role } from '@wayside/contract/roles';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../tests/free-port.ts';
import type { StopSignal } from '../lifecycle.ts';
import { readSettings } from '../settings.ts';
import { connectTo } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { openLiveClient } from '../testing/live-client.ts';
import { callProgram } from '../testing/program.ts';
import { programsUnderTest } from '../testing/programs-under-test.ts';
import { serve } from './start.ts';

const DEMO = { DEMO_RESET: 'daily', DEMO: 'on' };
const CHOICE = { profile: 'icici', all: true, minimum: 1 };
/** The minute before midnight in India and midnight itself. */
const EVENING = new Date('2026-03-14T18:29:00Z');
const MIDNIGHT = new Date('2026-03-14T18:30:00Z');

const { path, start, run } = programsUnderTest({ environment: {} });
const logIn = async (address: string, role: Role): Promise<string> =>
  (await callProgram(address, ['POST', '/admin/demo-login', { role }])).body.token;
const dayOf = (dataDir: string) => readFile(join(dataDir, 'demo-day'), 'utf8');

/** Runs the program in this process with a clock that the test controls. */
function serveAt(dataDir: string, port: number, at: Date) {
  const clock = { now: at };
  let stop: (signal: StopSignal) => void = () => undefined;
  const signal = new Promise<StopSignal>((resolve) => {
    stop = resolve;
  });
  const settings = readSettings({ ...DEMO, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' });
  const ended = serve(settings, { signal, now: () => clock.now });
  return {
    clock,
    ended,
    stop: () => {
      stop('SIGTERM');
      return ended;
    },
  };
}

describe('[SHIP-06] the reset of a public demo', { timeout: 300_000 }, () => {
  it('runs at midnight of TIME_ZONE, ends sessions and streams, and removes all data and jobs of visitors', async () => {
    const dataDir = path('nightly');
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const demo = serveAt(dataDir, port, EVENING);
    const isReady = () =>
      fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually('it serves', isReady, 120_000);
    expect(await dayOf(dataDir)).toBe('2026-03-14');
    const token = await logIn(address, 'owner');
    const call = (method: string, url: string, body?: object) =>
      callProgram(address, [method, url, body], { token });
    expect((await call('POST', '/slot/create', { starttime: '03:15', endtime: '03:30' })).status).toBe(200);
    const live = await openLiveClient(address, { token });
    const table = await fetch(`${address}/api/v1/admin/export/bookings?format=csv`, { headers: { token } });
    const upload = request(`${address}/api/v1/file/single`, {
      method: 'POST',
      headers: { token, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 100_000 },
    });
    const uploadEnded = new Promise((resolve) => upload.on('error', resolve).on('response', resolve));
    upload.write('--b\r\ncontent-disposition: form-data; name="Image"; filename="a.png"\r\n\r\n');
    const { body: preview } = await call('POST', '/admin/payment-runs/preview', CHOICE);
    const { payees, total: seenTotal } = preview.data;
    const asked = { ...CHOICE, debitAccount: '000405001234', seenCount: payees.length, seenTotal, key: 'late' };
    const paying = call('POST', '/admin/payment-runs', asked).catch(() => null);

    demo.clock.now = MIDNIGHT;
    await eventually(
      'the data are those of the next day',
      async () => (await dayOf(dataDir)) === '2026-03-15',
      120_000,
    );
    await eventually('it serves again', isReady, 120_000);
    await Promise.all([paying, uploadEnded, table.text().catch(() => null)]);
    expect(live.isEnded()).toBe(true);
    expect((await call('GET', '/admin/ownprofile')).status).toBe(401);
    const client = await connectTo(dataDir);
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM slots WHERE start_time = '03:15') + (SELECT count(*) FROM payment_runs) + (SELECT count(*) FROM sessions) AS left,
         (SELECT max(created_at) <= $1 AND max(created_at) > $1::timestamptz - interval '1 day' FROM bookings) AS "isOfToday"`,
      [MIDNIGHT],
    );
    await client.end();
    expect(rows).toEqual([{ left: '0', isOfToday: true }]);
    expect(await logIn(address, 'viewer')).toMatch(/^[\w-]{43}$/);
    expect(await demo.stop()).toBe(0);
    const verify = await run(['verify'], { DATA_DIR: dataDir });
    expect(verify.code, verify.stdout).toBe(0);
  });

  it('creates new data after a kill during the reset and on a later day, and keeps the data on the same day', async () => {
    const dataDir = path('killed');
    const settings = { ...DEMO, DATA_DIR: dataDir, HOST: '0.0.0.0' };
    const killed = start(settings);
    await eventually('the data are being made', () => killed.stdout().includes('creating the demo data'), 120_000);
    await killed.stop('SIGKILL');
    expect(await dayOf(dataDir)).toBe('');
    const key = path('killed', 'data-key');
    const made = await readFile(key, 'utf8');

    const bookings = async () => {
      const program = start(settings);
      const address = (await program.ready()).replace('localhost', '127.0.0.1');
      const token = await logIn(address, 'owner');
      await callProgram(address, ['POST', '/slot/create', { starttime: '03:15', endtime: '03:30' }], { token });
      const { body } = await callProgram(address, ['GET', '/slot/getall'], { token });
      const { body: password } = await callProgram(address, [
        ...(['POST', '/admin/login'] as const),
        { email: 'owner@wayside.test', password: 'wayside-demo' },
      ]);
      expect(password.message).toMatch(/^This is a public demo/);
      expect(await program.stop()).toBe(0);
      return body.filter(({ starttime }: { starttime: string }) => starttime === '03:15').length;
    };
    expect([await bookings(), await bookings()]).toEqual([1, 2]);
    await writeFile(join(dataDir, 'demo-day'), '2026-01-01');
    const resetting = start(settings);
    await eventually('the reset begins', async () => (await dayOf(dataDir)) === '', 60_000);
    await resetting.stop('SIGKILL');
    expect(await bookings()).toBe(1);
    expect(await readFile(key, 'utf8')).toBe(made);

    const other = await run(['start'], { DATA_DIR: dataDir });
    expect([other.code, other.stderr]).toEqual([
      1,
      `DATA_DIR (${dataDir}) contains a public demo, whose data visitors could change: set DEMO_RESET=daily, or set DATA_DIR to another directory.\n`,
    ]);
  });

  it('never removes data that a public demo did not create', async () => {
    const dataDir = path('business');
    const business = start({ DATA_DIR: dataDir });
    await business.ready();
    await business.stop();
    const { code, stderr } = await run(['start'], { ...DEMO, DATA_DIR: dataDir });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^DEMO_RESET=daily would delete the data in DATA_DIR \(/),
    ]);
    expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true);
    expect(existsSync(join(dataDir, 'demo-day'))).toBe(false);

    const files = path('files-of-a-server');
    await mkdir(join(files, 'files/images'), { recursive: true });
    expect((await run(['start'], { ...DEMO, DATA_DIR: files })).code).toBe(1);
    expect(existsSync(join(files, 'files/images'))).toBe(true);
  });
});
