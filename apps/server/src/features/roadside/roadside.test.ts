import { beforeAll, describe, expect, it } from 'vitest';
import { type DeskPerson, deskUnderTest } from '../../testing/desk-under-test.ts';
import { expireClaims } from './expire-claims.ts';

const desk = deskUnderTest({ bookingtype: 'emergency' });
let asha: DeskPerson;
let bala: DeskPerson;
let owner: DeskPerson;

beforeAll(async () => {
  asha = await desk.signIn('support', 'Asha Rao');
  bala = await desk.signIn('support', 'Bala Iyer');
  owner = await desk.signIn('owner', 'Chitra Nair');
});

const TIME = '\\d{1,2}:\\d\\d [ap]m';
const kinds = async (id: string) =>
  (await desk.steps(asha, id)).map(({ kind, by }) => (by === null ? kind : `${kind} by ${by}`));
const stateOf = async (id: string) => (await desk.get(asha, `/${id}`)).body.data;

describe('[DESK-01] the order of the roadside queue', () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

  it('starts with the emergency that is longest over target, and a claim does not restart its wait', async () => {
    const [fresh, called, late] = [
      await desk.emergency({ createdAt: ago(5) }),
      await desk.emergency({ createdAt: ago(90) }),
      await desk.emergency({ createdAt: ago(14 * 60) }),
    ];
    await desk.send(asha, `/${late}/claim`);
    const { data } = (await desk.get(bala)).body;
    const ids: string[] = data.map(({ _id }: { _id: string }) => _id);
    expect(ids.filter((id) => [fresh, called, late].includes(id))).toEqual([late, called, fresh]);
    const { createdAt, dueAt, waitDueAt } = await stateOf(late);
    expect(Date.parse(waitDueAt) - Date.parse(createdAt)).toBe(240_000);
    expect(Date.parse(dueAt)).toBeGreaterThan(Date.now());
  });
});

describe('[DESK-02] the location of an emergency', () => {
  it('has a place name, also in the export, and so does any other point', async () => {
    const userLocation = { type: 'Point', coordinates: [73.9315, 18.503] };
    const id = await desk.emergency({ createdAt: '2026-01-02T00:00:00.000Z', userLocation });
    expect(await stateOf(id)).toMatchObject({ place: 'Hadapsar, Pune' });
    const query = { latitude: '18.503', longitude: '73.9315' };
    const named = await desk.test.call('GET', '/admin/places', { token: asha.token, query });
    expect(named.body).toMatchObject({ place: 'Hadapsar, Pune' });
    const days = { from: '2026-01-02', to: '2026-01-02' };
    for (const [path, fields] of [
      ['/admin/export/roadside', days],
      ['/admin/export/bookings', {}],
    ] as const) {
      const file = await desk.test.call('GET', path, { token: owner.token, query: { ...fields, format: 'csv' } });
      expect([path, file.status]).toEqual([path, 200]);
      expect(file.body).toMatch(/"?Hadapsar, Pune"?,18\.503,73\.9315/);
    }
  });

  it('provides the place names of the areas in the report', async () => {
    const days = { from: '2026-01-02', to: '2026-01-02' };
    const report = await desk.test.call('GET', '/admin/roadside/report', { token: asha.token, query: days });
    expect(report.body.areas).toEqual([
      expect.objectContaining({ area: '18.55, 73.95', place: expect.stringMatching(/, Pune$/) }),
    ]);
    expect(report.body.previous).toEqual({ from: '2026-01-01', to: '2026-01-01', hours: expect.any(Array) });
  });
});

describe('[ROAD-03] a claim', () => {
  it('makes one user the owner, rejects claims by other users and names the owner, and appears in the timeline', async () => {
    const id = await desk.emergency();
    const first = await desk.send(asha, `/${id}/claim`);
    expect(first.body.data).toMatchObject({
      _id: id,
      state: 'claimed',
      claim: { ownerId: asha.id, owner: 'Asha Rao' },
    });
    const again = await desk.send(asha, `/${id}/claim`);
    expect(again.body).toEqual(first.body);
    const other = await desk.send(bala, `/${id}/claim`);
    expect([other.status, other.body.message]).toEqual([
      409,
      expect.stringMatching(new RegExp(`^Asha Rao claimed this emergency at ${TIME}\\.$`)),
    ]);
    expect(await kinds(id)).toEqual(['pending', 'claimed by Asha Rao']);
  });

  it('expires when the owner’s desk has not been open for 90 s, whether the sweep or another claim comes first', async () => {
    const [swept, taken] = [await desk.emergency(), await desk.emergency()];
    for (const id of [swept, taken]) await desk.send(asha, `/${id}/claim`);
    await desk.goAway(asha, 89);
    expect(await expireClaims(desk.test.program.pool, null)).toBe(0);
    expect((await desk.send(bala, `/${taken}/claim`)).status).toBe(409);
    await desk.goAway(asha);
    expect(await stateOf(taken)).toMatchObject({ state: 'new', claim: null });
    expect((await desk.send(bala, `/${taken}/claim`)).body.data.claim.owner).toBe('Bala Iyer');
    await expireClaims(desk.test.program.pool, null);
    expect(await kinds(swept)).toEqual(['pending', 'claimed by Asha Rao', 'lapsed by Asha Rao']);
    expect(await kinds(taken)).toEqual([
      'pending',
      'claimed by Asha Rao',
      'lapsed by Asha Rao',
      'claimed by Bala Iyer',
    ]);
  });
});

describe('[ROAD-05] a request to the marketplace', () => {
  it('claims the emergency when it is for a mechanic, is confirmed by the record, and makes a second request fail with the first user’s name', async () => {
    const [id, mechanicId, otherId] = [
      await desk.emergency(),
      await desk.mechanic('Ravi Kumar'),
      await desk.mechanic('Suresh Patil'),
    ];
    const asked = await desk.send(asha, `/${id}/assign`, { mechanicId });
    expect(asked.body.data).toMatchObject({
      state: 'claimed',
      request: { kind: 'assign', state: 'waiting', mechanic: { name: 'Ravi Kumar' } },
    });
    expect((await desk.send(asha, `/${id}/assign`, { mechanicId })).body).toEqual(asked.body);
    const other = await desk.send(bala, `/${id}/assign`, { mechanicId: otherId });
    expect([other.status, other.body.message]).toEqual([
      409,
      expect.stringMatching(new RegExp(`^Asha Rao requested Ravi Kumar at ${TIME}\\.$`)),
    ]);
    await desk.ingest({ _id: id, status: 'accecpted', mechanicid: mechanicId });
    expect(await stateOf(id)).toMatchObject({
      state: 'assigned',
      request: { state: 'confirmed' },
      mechanic: { name: 'Ravi Kumar' },
    });
    expect(await kinds(id)).toEqual([
      'pending',
      'claimed by Asha Rao',
      'assign_requested by Asha Rao',
      'accepted',
      'assign_confirmed',
    ]);
  });

  it('needs a reason when it is for a cancellation, and is confirmed by the record, which ends the claim', async () => {
    const id = await desk.emergency();
    expect((await desk.send(asha, `/${id}/cancel`, { reason: ' ' })).status).toBe(400);
    expect((await desk.send(asha, `/${id}/cancel`, { reason: 'Drove on' })).body.data.request).toMatchObject({
      kind: 'cancel',
      reason: 'Drove on',
    });
    await desk.ingest({ _id: id, status: 'cancelled' });
    expect((await desk.sql('SELECT FROM emergency_claims WHERE booking_id = $1', [id])).length).toBe(0);
    expect(await kinds(id)).toEqual([
      'pending',
      'claimed by Asha Rao',
      'cancel_requested by Asha Rao',
      'cancelled',
      'cancel_confirmed',
    ]);
  });
});

describe('[ROAD-01] the roadside targets', () => {
  it('can be set by permitted users, and apply immediately', async () => {
    const targets = { claimSeconds: 90, assignSeconds: 240, arriveSeconds: 2400 };
    const set = await desk.test.call('PATCH', '/admin/roadside/targets', { token: owner.token, body: targets });
    expect(set.body.data).toEqual(targets);
    expect((await desk.get(asha)).body.targets).toEqual(targets);
  });
});
