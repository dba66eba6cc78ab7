import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type DeskPerson, deskUnderTest } from '../../testing/desk-under-test.ts';
import { expectError } from '../../testing/expect-error.ts';
import { isLite } from '../../testing/lite-server.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const HOUR_MS = 3_600_000;
const OPEN = { isMuted: false, isClosing: false };

const desk = deskUnderTest({ bookingtype: 'emergency' });
let asha: DeskPerson;
let bala: DeskPerson;
let viewer: DeskPerson;

beforeAll(async () => {
  asha = await desk.signIn('support', 'Asha Rao');
  bala = await desk.signIn('support', 'Bala Iyer');
  viewer = await desk.signIn('viewer', 'Viji Menon');
});

interface State {
  readonly isMuted?: boolean | null;
  readonly isClosing: boolean;
}

const keep = async (person: DeskPerson, body: State = OPEN) => (await desk.send(person, '/desk', body)).body;
const deskOf = (response: { desks: { _id?: string; id: string }[] }, { id }: DeskPerson) =>
  response.desks.find((one) => one.id === id);

describe('[ROAD-02] an open roadside desk', () => {
  it('is listed for other users', async () => {
    await keep(asha);
    const queue = (await desk.get(bala)).body;
    expect(deskOf(queue, asha)).toEqual({ id: asha.id, name: 'Asha Rao', mutedUntil: null, isOpen: true });
    await desk.goAway(asha);
    expect(deskOf((await desk.get(bala)).body, asha)).toMatchObject({ isOpen: false });
  });

  it('can be muted for at most twelve hours, which other users see, and is unmuted automatically', async () => {
    const muted = { ...OPEN, isMuted: true };
    const first = await keep(asha, muted);
    const until = deskOf(first, asha) as { mutedUntil?: string } | undefined;
    expect(Date.parse(until?.mutedUntil ?? '') - Date.parse(first.now)).toBe(12 * HOUR_MS);
    expect(deskOf(await keep(asha, muted), asha)).toEqual(until);
    expect(deskOf((await desk.get(bala)).body, asha)).toEqual(until);
    await desk.sql(`UPDATE roadside_desks SET muted_until = now() - interval '1 second' WHERE admin_id = $1`, [
      asha.id,
    ]);
    expect(deskOf(await keep(asha, muted), asha)).toMatchObject({ mutedUntil: null });
    expect(deskOf(await keep(asha), asha)).toMatchObject({ mutedUntil: null });
    expect(deskOf(await keep(asha, muted), asha)).toMatchObject({ mutedUntil: expect.any(String) });
    await keep(asha);
  });

  it('keeps its sound setting when another tab of the same user only reports that it is open', async () => {
    const until = deskOf(await keep(asha, { ...OPEN, isMuted: true }), asha);
    expect(until).toMatchObject({ mutedUntil: expect.any(String) });
    for (const said of [{ isClosing: false }, { isMuted: null, isClosing: false }])
      expect(deskOf(await keep(asha, said), asha)).toEqual(until);
    await desk.sql(`UPDATE roadside_desks SET muted_until = now() - interval '1 second' WHERE admin_id = $1`, [
      asha.id,
    ]);
    expect(deskOf(await keep(asha, { isClosing: false }), asha)).toMatchObject({ mutedUntil: null });
    expect(deskOf(await keep(asha, { ...OPEN, isMuted: true }), asha)).toMatchObject({
      mutedUntil: expect.any(String),
    });
    await keep(asha);
    expect(deskOf(await keep(asha, { isClosing: false }), asha)).toMatchObject({ mutedUntil: null });
  });

  it('[ROAD-03] disappears from the list when it is closed, and keeps its claims for 90 s unless it is opened again', async () => {
    const id = await desk.emergency();
    await desk.send(asha, `/${id}/claim`);
    expect(deskOf(await keep(asha, { ...OPEN, isClosing: true }), asha)).toMatchObject({ isOpen: false });
    await desk.sweep();
    expect((await desk.get(bala, `/${id}`)).body.data.state).toBe('claimed');
    expect(deskOf(await keep(asha), asha)).toMatchObject({ isOpen: true });
    await keep(asha, { ...OPEN, isClosing: true });
    await desk.goAway(asha);
    await desk.sweep();
    expect((await desk.get(bala, `/${id}`)).body.data.state).toBe('new');
  });

  it('[ROAD-03] is required, together with a shift, to be offered an emergency', async () => {
    const id = await desk.emergency();
    await desk.send(asha, `/${id}/claim`);
    await keep(bala);
    await desk.goAway(bala);
    const offer = async (adminId: string) => (await desk.send(asha, `/${id}/offer`, { adminId })).body.message;
    expect(await offer(bala.id)).toBe('Their desk is not open. Offer it to someone whose desk is open.');
    expect(await offer(viewer.id)).toBe('They are not on shift. Offer it to someone on shift.');
    expect(await offer(asha.id)).toBe('You already have this emergency.');
  });
});

describe('[DESK-03] a shift', () => {
  const shift = (person: DeskPerson, isOnShift: boolean) => desk.send(person, '/shift', { isOnShift });

  it('is required to claim, to send heartbeats and to be listed, but not to view', async () => {
    const person = await desk.signIn('manager', 'Gita Das');
    const id = await desk.emergency();
    expect(deskOf((await shift(person, false)).body, person)).toBeUndefined();
    expect((await desk.get(person)).status).toBe(200);
    expect((await desk.send(person, '/desk', OPEN)).status).toBe(409);
    await expectError(desk.send(person, `/${id}/claim`), 409, 'You are not on shift. Start your shift first.');
    expect(deskOf((await desk.get(bala)).body, person)).toBeUndefined();
    expect(deskOf((await shift(person, true)).body, person)).toMatchObject({ isOpen: false });
    expect((await desk.send(person, `/${id}/claim`)).status).toBe(200);
  });

  it('is not available to roles without the permission to claim', async () => {
    expect((await shift(viewer, true)).status).toBe(403);
    expect((await desk.send(viewer, '/desk', OPEN)).status).toBe(403);
  });

  it('releases its claims and withdraws its offers when it ends', async () => {
    const person = await desk.signIn('support', 'Hari Nair');
    const [own, offered] = [await desk.emergency(), await desk.emergency()];
    await keep(person);
    await desk.send(person, `/${own}/claim`);
    await desk.send(asha, `/${offered}/claim`);
    await desk.send(asha, `/${offered}/offer`, { adminId: person.id });
    await shift(person, false);
    expect((await desk.get(bala, `/${own}`)).body.data).toMatchObject({ state: 'new', claim: null });
    expect((await desk.steps(bala, own)).at(-1)).toMatchObject({ kind: 'released', by: 'Hari Nair' });
    expect((await desk.get(bala, `/${offered}`)).body.data.claim).toMatchObject({ offeredToId: null });
  });

  // PGlite has only one session, so no other connection works while a transaction is open.
  describe.skipIf(isLite(inject('testServer')))('[ROAD-03] when it ends concurrently', () => {
    const VERBS = ['claim', 'accept', 'offer', 'desk'] as const;
    /** Creates an unclaimed emergency, or one that `owner` has claimed and offered to `person`. */
    async function emergencyFor(verb: (typeof VERBS)[number], person: DeskPerson, owner: DeskPerson) {
      const id = await desk.emergency();
      await keep(person);
      if (verb === 'accept' || verb === 'offer') await desk.send(owner, `/${id}/claim`);
      if (verb === 'accept') await desk.send(owner, `/${id}/offer`, { adminId: person.id });
      const path = verb === 'desk' ? '/desk' : `/${id}/${verb}`;
      const body = verb === 'desk' ? OPEN : { adminId: person.id };
      return { id, act: () => desk.send(verb === 'offer' ? owner : person, path, body) };
    }
    const claimsOf = ({ id }: DeskPerson) =>
      desk.sql('SELECT FROM emergency_claims WHERE $1 IN (admin_id, offered_to)', [id]);
    const isDeskClosed = async ({ id }: DeskPerson) =>
      (await desk.sql('SELECT closed_at IS NOT NULL AS closed FROM roadside_desks WHERE admin_id = $1', [id]))[0];

    it.each(VERBS)('rejects the call %s with 409 and leaves no claim, offer or open desk', async (verb) => {
      const [person, owner] = [
        await desk.signIn('support', 'Kiran Bose'),
        await desk.signIn('support', 'Lata Sen'),
      ];
      const { act } = await emergencyFor(verb, person, owner);
      const other = await desk.test.database.pool.connect();
      try {
        await other.query('BEGIN');
        await other.query('DELETE FROM roadside_shifts WHERE admin_id = $1', [person.id]);
        const acting = act();
        await untilLockWait(desk.test.database, 'the verb waits for the end of the shift');
        await other.query('COMMIT');
        expect((await acting).status).toBe(409);
      } finally {
        other.release();
      }
      expect([await claimsOf(person), await isDeskClosed(person)]).toEqual([[], { closed: true }]);
    });

    it.each(VERBS.slice(0, 3))('waits for the call %s and then releases the claim', async (verb) => {
      const [person, owner] = [
        await desk.signIn('support', 'Kiran Bose'),
        await desk.signIn('support', 'Lata Sen'),
      ];
      const { id, act } = await emergencyFor(verb, person, owner);
      const other = await desk.test.database.pool.connect();
      try {
        await other.query('BEGIN');
        await other.query('SELECT FROM emergencies WHERE booking_id = $1 FOR UPDATE', [id]);
        const acting = act();
        await untilLockWait(desk.test.database, 'the verb waits for the emergency');
        const ending = shift(person, false);
        await untilLockWait(desk.test.database, 'the end of the shift waits for the verb', 2);
        await other.query('COMMIT');
        expect([(await acting).status, (await ending).status]).toEqual([200, 200]);
      } finally {
        other.release();
      }
      expect([await claimsOf(person), await isDeskClosed(person)]).toEqual([[], { closed: true }]);
    });
  });

  it('survives a page reload, and ends when the user signs out', async () => {
    const person = await desk.signIn('support', 'Isha Roy');
    const id = await desk.emergency();
    await desk.send(person, `/${id}/claim`);
    expect(deskOf((await desk.get(person)).body, person)).toBeDefined();
    await desk.test.call('POST', '/admin/logout', { token: person.token });
    const queue = (await desk.get(bala)).body;
    expect(deskOf(queue, person)).toBeUndefined();
    expect((await desk.get(bala, `/${id}`)).body.data.state).toBe('new');
  });
});

describe('[ROAD-03] a user on shift', () => {
  it('loses all claims immediately when suspended or when the permissions are removed', async () => {
    for (const change of ['suspended_at = now()', "role = 'viewer'"]) {
      const person = await desk.signIn('support', 'Dev Shah');
      const id = await desk.emergency();
      await desk.send(person, `/${id}/claim`);
      await desk.sql(`UPDATE admins SET ${change} WHERE id = $1`, [person.id]);
      expect((await desk.get(bala, `/${id}`)).body.data).toMatchObject({ state: 'new', claim: null });
      await desk.sweep();
      expect((await desk.steps(bala, id)).at(-1)).toMatchObject({ kind: 'lapsed', by: 'Dev Shah' });
    }
  });

  // PGlite has only one session, so no other connection works while a transaction is open.
  it.skipIf(isLite(inject('testServer')))(
    'cannot claim an emergency when suspended while the claim waits for a lock',
    async () => {
      const person = await desk.signIn('support', 'Esha Jain');
      const id = await desk.emergency();
      const team = await desk.test.database.pool.connect();
      try {
        await team.query('BEGIN');
        await team.query('UPDATE admins SET suspended_at = now() WHERE id = $1', [person.id]);
        const claim = desk.send(person, `/${id}/claim`);
        await untilLockWait(desk.test.database, 'the claim waits for the team');
        await team.query('COMMIT');
        expect((await claim).status).toBe(403);
      } finally {
        team.release();
      }
      expect((await desk.sql('SELECT FROM emergency_claims WHERE booking_id = $1', [id])).length).toBe(0);
    },
  );
});
