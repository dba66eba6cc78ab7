import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { callProgram, fetchToken } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';
import { makeReport } from '../testing/settlements-under-test.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const programs = programsUnderTest({ isKept: true });
let address: string;
let key: string;
let callsKey: string;
let token: string;

beforeAll(async () => {
  address = await programs.start().ready();
  token = await fetchToken(address, PASSWORD);
  const scopes = 'users,bookings,payments,refunds,settlements,changes,read:bookings,read:payouts,read:reports';
  key = await createKey('marketplace', scopes);
  callsKey = await createKey('telephone', 'calls');
}, 300_000);

async function createKey(name: string, scopes: string): Promise<string> {
  const { code, stdout } = await programs.run(['key', 'create', name, '--scope', scopes]);
  expect(code).toBe(0);
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

/** Records the output of a marketplace program. */
function watch(child: ChildProcess) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').then(([code]) => Number(code));
  return { child, ended, output: () => output };
}

const settings = (more: Record<string, string> = {}) => ({
  cwd: ROOT,
  env: { PATH: process.env['PATH'], WAYSIDE_URL: address, WAYSIDE_KEY: key, CALLS_KEY: callsKey, ...more },
});
const startNode = (args: string[], more?: Record<string, string>) =>
  watch(spawn(process.execPath, args, { ...settings(more), stdio: 'pipe' }));
const startShell = (script: string) => watch(spawn('sh', ['-c', script], { ...settings(), stdio: 'pipe' }));
/**
 * Runs the source text of a program in a folder where Node finds the packages of the repository and git ignores the
 * file.
 */
async function startProgram(text: string, more?: Record<string, string>) {
  const file = join(ROOT, `.cache/${randomUUID()}.mts`);
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  await writeFile(file, text);
  const program = startNode(['node_modules/tsx/dist/cli.mjs', file], more);
  return { ...program, ended: program.ended.finally(() => rm(file)) };
}
const hasCurl = spawnSync('sh', ['-c', 'curl --version']).status === 0;

const call = async (...called: Parameters<typeof callProgram>[1]) =>
  (await callProgram(address, called, { token })).body;

const bookings = async (): Promise<{ _id: string; status: string; userid: { name: string } }[]> =>
  (await call('GET', '/booking/admin/booking?limit=100')).data;

const payments = async (): Promise<{ _id: string }[]> =>
  (await call('GET', '/booking/get/payments?limit=100')).data;

describe('[SYNC-07] docs/integration.md', () => {
  const blockOf = async (language: string, word: string, page = 'docs/integration.md') =>
    [...(await readFile(join(ROOT, page), 'utf8')).matchAll(/```(\w*)\n(.*?)```/gs)].find(
      ([, name, text]) => name === language && text?.includes(word),
    )?.[2] ?? '';

  // This test needs curl.
  it.skipIf(!hasCurl)('has a curl command that sends a booking', async () => {
    const { ended, output } = startShell(await blockOf('sh', '/ingest/bookings'));
    expect(await ended).toBe(0);
    expect(output()).toContain('"created":1');
    expect(JSON.parse(await blockOf('json', 'counts'))).toMatchObject({
      status: true,
      results: [{ index: 0, _id: '65f000000000000000000001', outcome: 'created' }],
    });
    expect((await bookings()).map(({ _id }) => _id)).toEqual(['65f000000000000000000001']);
    const feed = startShell(await blockOf('sh', '/changes'));
    expect([await feed.ended, feed.output()]).toEqual([0, expect.stringContaining('"cursor":"c')]);
  });

  // This test needs curl.
  it.skipIf(!hasCurl)('[REFD-01] has a curl command that confirms a refund', async () => {
    const payment = { _id: '65f0000000000000000000c1', amount: 900, status: 'paid', transactionId: 'pay_refunded' };
    const headers = { authorization: `Bearer ${key}` };
    const sent = await callProgram(address, ['POST', '/ingest/payments', payment], headers);
    expect(sent.body).toMatchObject({ counts: { created: 1 } });
    const request = { kind: 'part', amount: 250.5, mechanicPercent: 0, reason: 'Late', key: 'refund-of-the-page' };
    const { data } = await call('POST', `/admin/payments/${payment._id}/refunds`, request);
    const command = (await blockOf('sh', '/ingest/refunds')).replace('65f0000000000000000000d1', data._id);
    const { ended, output } = startShell(command);
    expect([await ended, output()]).toEqual([0, expect.stringContaining('"rejected":0')]);
    expect((await call('GET', `/admin/refunds/${data._id}`)).data).toMatchObject({ state: 'confirmed' });
  });

  // This test needs curl.
  it.skipIf(!hasCurl)('[PEOP-07] has a curl command that reports a call', async () => {
    const { ended, output } = startShell(await blockOf('sh', '/api/v1/calls'));
    expect([await ended, output()]).toEqual([0, expect.stringContaining('"status":true')]);
  });

  // This test needs curl.
  it.skipIf(!hasCurl)('[RECON-01] docs/settlements.md has a curl command that sends a report', async () => {
    await writeFile(programs.path('report.csv'), makeReport([{ id: 'pay_1', amount: 12.34 }]));
    const command = await blockOf('sh', '/settlement-files', 'docs/settlements.md');
    const { ended, output } = startShell(command.replace('@report.csv', `@${programs.path('report.csv')}`));
    expect([await ended, output()]).toEqual([0, expect.stringContaining('"status":true')]);
  });

  it.each(['docs/integration.md', 'packages/client/README.md'])(
    '[SHIP-05] %s has a program that reads with the client',
    async (page) => {
      const text = (await blockOf('ts', 'createClient', page)).replace('https://backoffice.example.org', address);
      const { ended, output } = await startProgram(text);
      expect([await ended, output()]).toEqual([0, expect.stringContaining('65f000000000000000000001')]);
    },
  );

  it('[HOOK-03] docs/events.md has a program that verifies an event', async () => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    const [body, id, now] = [await blockOf('json', 'user.blocked', 'docs/events.md'), 'evt_1', new Date()];
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    };
    const received = `const [body, headers] = ${JSON.stringify([body, headers])};\n`;
    const program = await blockOf('js', 'standardwebhooks', 'docs/events.md');
    const { ended, output } = await startProgram(`${received}${program}console.log(event.type);`, {
      WAYSIDE_SECRET: secret,
    });
    expect([await ended, output()]).toEqual([0, 'user.blocked\n']);
  });

  it('has a Node program that sends lines, reports rejections, and exits', async () => {
    const text = await blockOf('js', 'createInterface');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(32);
    await writeFile(programs.path('send.mjs'), text);
    const { child, ended, output } = startNode([programs.path('send.mjs'), 'users']);
    const users = Array.from({ length: 700 }, (_, number) => ({
      _id: number === 3 ? 'x' : `65f1${number.toString(16).padStart(20, '0')}`,
      name: `Customer ${number}`,
    }));
    child.stdin?.end(users.map((user) => JSON.stringify(user)).join('\n'));
    expect(await ended).toBe(0);
    expect(output()).toContain('"created":499');
    expect(output()).toContain('"created":200');
    expect(output()).toContain('must be an id of 24 hexadecimal characters');
    expect((await call('GET', '/user/allusers')).totalUsers).toBe(699);
  });
});

describe('[SYNC-01, SYNC-07, OWN-04, REFD-01] examples/marketplace.ts', () => {
  it('sends bookings as they happen, receives an administrator’s changes, makes refunds, and keeps the same wallets as the server', async () => {
    const more = { BOOKINGS: '6', PAUSE_MS: '300' };
    const { child, ended, output } = startNode(['node_modules/tsx/dist/cli.mjs', 'examples/marketplace.ts'], more);
    let paid = 0;
    try {
      await eventually('the first booking', async () =>
        (await bookings()).some(({ userid }) => userid?.name === 'Asha Rao'),
      );
      const { data } = await call('GET', '/user/allusers?search=Asha%20Rao');
      expect((await call('GET', `/user/blockuser/${data[0]._id}`)).status).toBe(true);
      await eventually('the event', () => output().includes('received user.blocked'), 60_000);
      const { _id: userid, wallet_amount: amount } = data[0];
      paid = amount;
      const loyalty = { amount, usertype: 'user', transaction_id: 'LOYALTY-OF-ASHA', userid };
      expect((await call('POST', '/admin/pay/loyality', loyalty)).status).toBe(true);
      await eventually('a payment', async () => (await payments()).length > 0, 60_000);
      const [paidBooking] = await payments();
      const wanted = { kind: 'part', amount: 120.5, mechanicPercent: 0, reason: 'Late', key: 'example' };
      const requested = await call('POST', `/admin/payments/${paidBooking?._id}/refunds`, wanted);
      expect(requested.data.state).toBe('requested');
      expect([await ended, output()]).toEqual([0, expect.stringContaining('received user.loyalty_paid')]);
      const { data: refund } = await call('GET', `/admin/refunds/${requested.data._id}`);
      expect(refund).toMatchObject({ state: 'confirmed', returned: 120.5 });
    } finally {
      child.kill('SIGKILL');
    }
    const held = [...output().matchAll(/the wallet of (.+) holds ₹(\d+)/g)].map(([, name, rupees]) => [
      name ?? '',
      Number(rupees),
    ]);
    // The welcome message and the two bookings each appear once.
    expect(held).toEqual([
      ['Asha Rao', 100 - paid],
      ['Ravi Kumar', 100],
      ['Meena Sharma', 100],
    ]);
    for (const [name, rupees] of held) {
      const { data } = await call('GET', `/user/allusers?search=${encodeURIComponent(String(name))}`);
      expect([name, data[0].wallet_amount]).toEqual([name, rupees]);
    }
    const made = (await bookings()).filter(({ userid }) => userid !== null && userid.name !== null);
    expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'completed'));
  }, 120_000);
});

describe('[SHIP-05] examples/reports.ts', () => {
  it('counts the bookings of each status with the client', async () => {
    const { ended, output } = startNode(['node_modules/tsx/dist/cli.mjs', 'examples/reports.ts']);
    expect([await ended, output()]).toEqual([0, expect.stringMatching(/^owed to mechanics: ₹0$/m)]);
    const { total } = await call('GET', '/booking/admin/booking');
    const counted = [...output().matchAll(/: (\d+) bookings/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    expect(counted).toBe(total);
  });

  it('reports why the server rejects the key', async () => {
    const more = { WAYSIDE_KEY: `wsk_${'a'.repeat(43)}` };
    const { ended, output } = startNode(['node_modules/tsx/dist/cli.mjs', 'examples/reports.ts'], more);
    expect([await ended, output()]).toEqual([1, expect.stringContaining('This service key is unknown.')]);
  });
});
