import { beforeAll, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { callProgram, fetchToken, type Program } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';

const programs = programsUnderTest({ isKept: true });
const LONG_MS = 60_000;

let program: Program;
let live: Program;
let address: string;
let token: string;

async function start(port: string): Promise<void> {
  program = programs.start({ DEMO: 'on', PORT: port });
  address = await program.ready();
  token = await fetchToken(address, PASSWORD);
}

const goOn = (PORT: string): Program => programs.start({ DEMO: 'on', PORT }, ['demo', '--live', '--pace', '60']);

beforeAll(async () => {
  await start('0');
  const { port } = new URL(address);
  live = goOn(port);
}, 240_000);

interface Shown {
  readonly _id: string;
  readonly state: string;
  readonly createdAt: string;
  readonly mechanic: { readonly _id: string } | null;
  readonly request: { readonly kind: string; readonly state: string } | null;
}

const call = async (method: string, path: string, body?: object) =>
  (await callProgram(address, [method, `/admin/${path}`, body], { token })).body;
const queue = async (): Promise<Shown[]> => (await call('GET', 'roadside')).data;
const one = async (id: string): Promise<Shown> => (await call('GET', `roadside/${id}`)).data;
const cameSince = async (at: number) => (await queue()).filter(({ createdAt }) => Date.parse(createdAt) > at);

/** Sends a request for one new emergency after another until the marketplace carries one out. */
async function askUntilDone(kind: string, ask: (id: string) => Promise<void>): Promise<string> {
  const asked = new Set<string>();
  let done = '';
  await eventually(
    `a ${kind} that is confirmed`,
    async () => {
      for (const { _id, state } of await queue())
        if (state === 'new' && !asked.has(_id)) {
          asked.add(_id);
          await ask(_id);
        }
      for (const id of asked) {
        const { request } = await one(id);
        if (request?.kind === kind && request.state === 'confirmed') done = id;
      }
      return done !== '';
    },
    LONG_MS,
  );
  return done;
}

it('[ROAD-04] `demo --live` ingests emergencies and positions, and carries out the desk’s requests', async () => {
  const began = Date.now();
  await eventually('emergencies', async () => (await cameSince(began)).length >= 2, LONG_MS);
  const nearest = async (id: string) => (await call('GET', `roadside/${id}/mechanics`)).data;
  const assigned = await askUntilDone('assign', async (id) => {
    const [first] = await nearest(id);
    if (first) await call('POST', `roadside/${id}/assign`, { mechanicId: first.id });
  });
  await eventually('its end', async () => (await one(assigned)).state === 'ended', LONG_MS);
  const { data: steps } = await call('GET', `roadside/${assigned}/timeline`);
  expect(steps.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['assign_requested', 'accepted', 'assign_confirmed', 'arrived', 'ended']),
  );
  const cancelled = await askUntilDone('cancel', async (id) => {
    await call('POST', `roadside/${id}/cancel`, { reason: 'Towed by a friend' });
  });
  expect((await one(cancelled)).state).toBe('ended');
  const [last] = await cameSince(began);
  const { data, leftOut } = await call('GET', `roadside/${last?._id}/mechanics`);
  const sources = [...data, ...leftOut].map(({ source }: { source: string }) => source);
  expect(sources).toContain('position');
}, 240_000);

it('[REFD-01] `demo --live` responds to refunds that a visitor requests', async () => {
  const { data } = (await callProgram(address, ['GET', '/booking/get/payments?status=paid&limit=10'], { token }))
    .body;
  const ids: string[] = [];
  for (const { _id } of data) {
    const wanted = { kind: 'part', amount: 1, mechanicPercent: 0, reason: 'Late', key: `visitor ${_id}` };
    const made = await call('POST', `payments/${_id}/refunds`, wanted);
    expect(made).toMatchObject({ status: true, data: { state: 'requested' } });
    ids.push(made.data._id);
  }
  const states = async () =>
    Promise.all(ids.map(async (id): Promise<string> => (await call('GET', `refunds/${id}`)).data.state));
  await eventually('a refund that is made', async () => (await states()).includes('confirmed'), LONG_MS);
}, 240_000);

it('[ROAD-04] `demo --live` survives a restart of the program, and shuts down cleanly, naming the key that it can no longer revoke', async () => {
  const { port } = new URL(address);
  await program.stop();
  await eventually('the notice', () => live.stdout().includes('does not respond'), LONG_MS);
  await start(port);
  const restarted = Date.now();
  await eventually('an emergency after the restart', async () => (await cameSince(restarted)).length > 0, LONG_MS);
  expect(live.stdout()).toContain('Wayside responds again.');
  expect(await live.stop('SIGTERM')).toBe(0);
  expect(live.stdout()).toMatch(/It has ended: \d+ emergencies came, .*\.\n/);
  expect(live.stderr()).toBe('');
  const { data: keys } = await call('GET', 'keys');
  expect(keys).toMatchObject([
    { state: 'valid', scopes: ['users', 'bookings', 'positions', 'refunds', 'changes'] },
  ]);
  expect(live.stdout()).toContain(`the key ${keys[0].prefix} remains`);
}, 240_000);

it('[ROAD-04] `demo --live` shuts down cleanly and revokes its key', async () => {
  const began = Date.now();
  live = goOn(new URL(address).port);
  await eventually('an emergency', async () => (await cameSince(began)).length > 0, LONG_MS);
  expect(await live.stop('SIGTERM')).toBe(0);
  expect(live.stdout()).toMatch(/It has ended: \d+ emergencies came, .*\.\n$/);
  const { data: keys } = await call('GET', 'keys');
  expect(keys.map(({ state }: { state: string }) => state).sort()).toEqual(['revoked', 'valid']);
}, 240_000);
