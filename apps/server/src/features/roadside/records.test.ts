import { beforeAll, describe, expect, it } from 'vitest';
import { type DeskPerson, deskUnderTest } from '../../testing/desk-under-test.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';

const MINUTE_MS = 60_000;

const desk = deskUnderTest({ bookingtype: 'emergency' });
let asha: DeskPerson;
let owner: DeskPerson;

beforeAll(async () => {
  asha = await desk.signIn('support', 'Asha Rao');
  owner = await desk.signIn('owner', 'Chitra Nair');
});

const one = async (id: string) => (await desk.get(asha, `/${id}`)).body.data;
const queue = async () => (await desk.get(asha)).body;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

describe('[ROAD-01] the roadside queue', () => {
  it('contains the emergencies that have not ended, longest over target first, and then those that ended in the last hour', async () => {
    const mechanicid = await desk.mechanic('Ravi Kumar');
    const fresh = await desk.emergency({ createdAt: ago(0) });
    const late = await desk.emergency({ createdAt: ago(20) });
    const onSite = await desk.emergency({ createdAt: ago(90), status: 'arrived', mechanicid });
    const driving = await desk.emergency({ createdAt: ago(30), status: 'accecpted', mechanicid });
    const over = await desk.emergency({ createdAt: ago(60) });
    await desk.ingest({ _id: over, status: 'completed', createdAt: ago(60) });
    const other = await desk.emergency({ bookingtype: 'services', createdAt: ago(30) });
    const { data, counts, now } = await queue();
    const ids = data.map(({ _id }: { _id: string }) => _id);
    expect(ids).toEqual([late, fresh, driving, onSite, over]);
    expect(ids).not.toContain(other);
    expect(counts).toEqual({ new: 2, claimed: 0, assigned: 1, on_site: 1, ended: 1 });
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(MINUTE_MS);
    expect(data[0]).toMatchObject({ state: 'new', status: 'pending', claim: null, request: null });
    expect(Date.parse(data[0].dueAt) - Date.parse(data[0].since)).toBe(60_000);
    expect(data.at(-2)).toMatchObject({ state: 'on_site', dueAt: null, mechanic: { name: 'Ravi Kumar' } });
    await desk.sql(`UPDATE emergencies SET phase_since = now() - interval '61 minutes' WHERE booking_id = $1`, [
      over,
    ]);
    expect((await queue()).counts.ended).toBe(0);
    expect((await one(over)).state).toBe('ended');
  });

  it('shows the customer, their vehicles, the problem and the location, and counts the notes', async () => {
    const userid = { _id: desk.newId(), name: 'Meera Das' };
    const id = await desk.emergency({
      problem: 'Flat tyre',
      userLocation: { type: 'Point', coordinates: [77.2, 28.6] },
      userid,
    });
    await desk.sql(
      `UPDATE users SET record_state = 'full', name = 'Meera Das', phone = '9876543210', vehicle_types = '{car}' WHERE id = $1`,
      [userid._id],
    );
    await desk.test.call('POST', '/admin/notes', {
      token: asha.token,
      body: { entity: 'booking', id, text: 'Waits at the toll' },
    });
    expect(await one(id)).toMatchObject({
      problem: 'Flat tyre',
      vehicleTypes: ['car'],
      customer: { name: 'Meera Das', phone_number: '9876543210' },
      noteCount: 1,
    });
    expect((await one(id)).location).not.toBeNull();
  });
});

describe('[ROAD-01] records from the source', () => {
  it('start a state at the source’s time, but not before the previous state or in the future', async () => {
    const id = await desk.emergency({ createdAt: ago(10) });
    expect((await one(id)).since).toBe((await one(id)).createdAt);
    const before = Date.now();
    const updatedAt = new Date(before + 10 * MINUTE_MS).toISOString();
    await desk.ingest({ _id: id, status: 'accecpted', createdAt: ago(10), updatedAt });
    const since = Date.parse((await one(id)).since);
    expect(since).toBeLessThan(before + MINUTE_MS);
    expect(since).toBeGreaterThan(before - MINUTE_MS);
  });

  it('add an emergency to the desk when it was only a stub, and a booking when it becomes an emergency', async () => {
    const [stub, other] = [desk.newId(), desk.newId()];
    await desk.sql(`INSERT INTO bookings (id, record_state) VALUES ($1, 'stub')`, [stub]);
    await desk.ingest({ _id: other, bookingtype: 'services', status: 'pending' });
    for (const id of [stub, other]) {
      expect((await desk.get(asha, `/${id}`)).status).toBe(404);
      await desk.ingest({ _id: id, status: 'pending' });
      expect((await one(id)).state).toBe('new');
      expect((await desk.steps(asha, id)).map(({ kind }) => kind)).toEqual(['pending']);
    }
  });

  it('are stored once when new and changed records arrive in one batch', async () => {
    const [first, second, third] = [await desk.emergency(), await desk.emergency(), desk.newId()];
    const { rows } = await desk.test.database.pool.query(
      `INSERT INTO bookings (id, kind, status) SELECT id, 'emergency', status FROM unnest($1::text[], $2::text[]) AS given (id, status)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status RETURNING id`,
      [
        [first, second, third],
        ['accepted', 'pending', 'arrived'],
      ],
    );
    expect(rows).toHaveLength(3);
    const kinds = async (id: string) => (await desk.steps(asha, id)).map(({ kind }) => kind);
    expect(await Promise.all([first, second, third].map(kinds))).toEqual([
      ['pending', 'accepted'],
      ['pending'],
      ['arrived'],
    ]);
  });

  it('[LIVE-02] notify open screens', async () => {
    await desk.sql('DELETE FROM live_changes');
    const id = await desk.emergency();
    await desk.send(asha, `/${id}/claim`);
    await desk.goAway(asha);
    await desk.sweep();
    const rows = await desk.sql(
      `SELECT ids FROM live_changes WHERE entity = 'emergency' AND $1 = ANY (ids) ORDER BY 1`,
      [id],
    );
    // The four rows: created, claimed (the claim and the first claim) and expired.
    expect(rows.length).toBe(4);
  });

  it('change no table of the desk when they are for other bookings', async () => {
    const digest = `SELECT (SELECT count(*) FROM emergencies) AS emergencies, (SELECT max(id) FROM emergency_steps) AS steps`;
    const before = await desk.sql(digest);
    const id = desk.newId();
    await desk.ingest({ _id: id, bookingtype: 'services', status: 'pending' });
    await desk.ingest({ _id: id, bookingtype: 'services', status: 'accecpted' });
    expect(await desk.sql(digest)).toEqual(before);
  });
});

describe('[PRIV-06] the erasure of a person', () => {
  it('deletes the cancellation reason from the request, the timeline, the activity log and the feed', async () => {
    const userid = { _id: desk.newId(), name: 'Meera Das' };
    const mechanicid = await desk.mechanic('Suresh Patil');
    const ofCustomer = await desk.emergency({ userid });
    const ofMechanic = await desk.emergency({ mechanicid });
    await desk.sql(`UPDATE users SET record_state = 'full', name = 'Meera Das' WHERE id = $1`, [userid._id]);
    await desk.sql('INSERT INTO mechanic_positions VALUES ($1, 28.6, 77.2, now())', [mechanicid]);
    for (const id of [ofCustomer, ofMechanic])
      expect((await desk.send(asha, `/${id}/cancel`, { reason: 'Meera drove on, Suresh lied' })).status).toBe(200);
    // The mechanic is no longer assigned to the booking.
    await desk.ingest({ _id: ofMechanic, status: 'pending', mechanicid: null });
    const left = async () => {
      const rows = await desk.sql(
        `SELECT booking_id AS id, 'request' AS place FROM emergency_requests WHERE reason LIKE '%drove%'
         UNION ALL SELECT booking_id, 'step' FROM emergency_steps WHERE reason LIKE '%drove%'
         UNION ALL SELECT entity_id, 'activity' FROM activity WHERE note LIKE '%drove%'
         UNION ALL SELECT data ->> 'id', 'event' FROM events WHERE data::text LIKE '%drove%' ORDER BY 1, 2`,
      );
      return rows.map(({ id, place }) => `${id === ofCustomer ? 'customer' : 'mechanic'} ${place}`);
    };
    const places = ['activity', 'event', 'request', 'step'];
    expect((await left()).toSorted()).toEqual([
      ...places.map((place) => `customer ${place}`),
      ...places.map((place) => `mechanic ${place}`),
    ]);
    const erase = (path: string) => desk.test.call('DELETE', path, { token: owner.token });
    expect((await erase(`/user/deleteuser/${userid._id}`)).status).toBe(200);
    expect((await left()).toSorted()).toEqual(places.map((place) => `mechanic ${place}`));
    expect((await erase(`/mechanic/deletemechnic/${mechanicid}`)).status).toBe(200);
    expect(await left()).toEqual([]);
    expect(await desk.sql('SELECT FROM mechanic_positions')).toEqual([]);
    expect((await verifyIntegrity(desk.test.database)).issues).toEqual([]);
  });
});

describe('[ROAD-05] a request for a mechanic', () => {
  it('is rejected if the mechanic is blocked, not approved or missing, and accepted if the mechanic is unavailable', async () => {
    const id = await desk.emergency();
    const ask = async (mechanicId: string) => {
      const { status, body } = await desk.send(asha, `/${id}/assign`, { mechanicId });
      return [status, body.message];
    };
    const blocked = await desk.mechanic('Ravi Kumar', { isBlocked: true });
    expect(await ask(blocked)).toEqual([409, 'Ravi Kumar is blocked.']);
    expect(await ask(await desk.mechanic('Suresh Patil', { status: 'pending' }))).toEqual([
      409,
      'Suresh Patil is not approved.',
    ]);
    expect(await ask(desk.newId())).toEqual([404, 'There is no mechanic with this id.']);
    expect(await ask(await desk.mechanic('Tara Bose', { isAvailable: false }))).toEqual([200, undefined]);
  });
});
