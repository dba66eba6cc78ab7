import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventIdOf } from '../../platform/live/live-position.ts';
import { eventually } from '../../testing/eventually.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { type LiveClient, type LiveClientOptions, openLiveClient } from '../../testing/live-client.ts';
import { listenOnFreePort } from '../../testing/raw-exchange.ts';
import { createTestApplication } from '../../testing/test-application.ts';

/** An event id has 44 bytes, encoded as base64url. */
const EVENT_ID = /^[\w-]{59}$/;

const id = (number: number) => number.toString(16).padStart(24, '0');

const test = fileApplication();
let address: string;
let clients: LiveClient[] = [];

beforeAll(async () => {
  address = `http://127.0.0.1:${await listenOnFreePort(test.app)}`;
});
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
// `fetch` may have opened an unused connection, and the server would wait for its request.
afterAll(() => test.app.server.closeAllConnections());

async function listen(how: Partial<LiveClientOptions> = {}): Promise<LiveClient> {
  const client = await openLiveClient(address, { token: test.token, ...how });
  clients.push(client);
  return client;
}
async function listening(how: Partial<LiveClientOptions> = {}): Promise<LiveClient> {
  const client = await listen(how);
  await eventually('the first event', () => client.events.length > 0);
  return client;
}
const query = (text: string, values: unknown[] = []) => test.sql(text, values);
const addBookings = (from: number, count: number) =>
  query("INSERT INTO bookings (id) SELECT lpad(to_hex(n), 24, '0') FROM generate_series($1::int, $2) AS n", [
    from,
    from + count - 1,
  ]);

describe('[LIVE-01] GET /admin/live', () => {
  it('streams entity and id of an administrator’s changes, and nothing else of the record', async () => {
    const client = await listening();
    expect(client.response.status).toBe(200);
    expect(client.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const made = await test.send('POST', '/slot/create', { starttime: '09:00', endtime: '10:00' });
    expect(made.status).toBe(200);
    const slot = made.body.data._id;
    await client.hears('slot', [slot]);
    const data = client.events.filter(({ event }) => event === undefined).map(({ data }) => JSON.parse(data));
    expect(data).toContainEqual({ entity: 'slot', id: slot });
    for (const change of data) expect(Object.keys(change)).toEqual(['entity', 'id']);
    expect((await test.send('DELETE', `/slot/delete/${slot}`)).status).toBe(200);
    await eventually('the deletion', () => client.idsOf('slot').length === 2);
    await eventually('the activity entry', () => client.idsOf('activity').length === 2);
  });

  it('is neither compressed nor cached, and tells proxies not to buffer it', async () => {
    const { response } = await listening({ headers: { 'accept-encoding': 'br, gzip' } });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('needs a session and rejects an age that is not a number', async () => {
    expect((await listen({ token: '' })).response.status).toBe(401);
    const { response } = await listen({ ageMs: -1 });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: false, errors: [{ field: 'age' }] });
  });

  it('sends a change when it commits, even if older transactions are still running and younger ones were sent', async () => {
    const client = await listening();
    const slow = await test.database.pool.connect();
    await slow.query('BEGIN');
    await slow.query('INSERT INTO bookings (id) VALUES ($1)', [id(0xa1)]);
    await addBookings(0xa2, 1);
    await client.hears('booking', [id(0xa2)]);
    expect(client.idsOf('booking')).not.toContain(id(0xa1));
    await slow.query('COMMIT');
    slow.release();
    await client.hears('booking', [id(0xa1)]);
    expect(client.idsOf('booking')).toEqual([id(0xa2), id(0xa1)]);
  });

  it('sends nothing from a transaction that is rolled back', async () => {
    const client = await listening();
    const broken = await test.database.pool.connect();
    await broken.query('BEGIN');
    await broken.query('INSERT INTO bookings (id) VALUES ($1)', [id(0xb1)]);
    await broken.query('ROLLBACK');
    broken.release();
    await addBookings(0xb2, 1);
    await client.hears('booking', [id(0xb2)]);
    expect(client.idsOf('booking')).toEqual([id(0xb2)]);
  });

  it('sends a changed balance with the mechanic’s id', async () => {
    const client = await listening();
    await query("INSERT INTO mechanics (id, status) VALUES ($1, 'approved')", [id(0xc0)]);
    await query('INSERT INTO mechanic_balances VALUES ($1, 1, 0, 0, 0)', [id(0xc0)]);
    await client.hears('mechanic', [id(0xc0)]);
    await client.hears('balance', [id(0xc0)]);
  });

  it('lists the ids of a batch of up to 1,000 changes, and sends the id null for more', async () => {
    const client = await listening();
    await addBookings(0x10_000, 1_000);
    await client.hears('booking', [id(0x10_000), id(0x10_000 + 999)]);
    expect(new Set(client.idsOf('booking')).size).toBe(1_000);
    await addBookings(0x20_000, 1_001);
    await client.hears('booking', [null]);
    expect(client.idsOf('booking')).toHaveLength(1_001);
  });
});

describe('[LIVE-01] a resumed live stream', () => {
  it('receives the changes committed in the meantime, even from a transaction that began earlier', async () => {
    const first = await listening();
    const slow = await test.database.pool.connect();
    await slow.query('BEGIN');
    await slow.query('INSERT INTO bookings (id) VALUES ($1)', [id(0xd1)]);
    await addBookings(0xd2, 1);
    await first.hears('booking', [id(0xd2)]);
    const lastEventId = first.lastEventId();
    first.close();
    await addBookings(0xd3, 1);
    await slow.query('COMMIT');
    slow.release();
    const second = await listening({ lastEventId });
    await second.hears('booking', [id(0xd1), id(0xd3)]);
    expect(second.events.map(({ event }) => event)).not.toContain('resync');
  });

  it('receives its position when nothing has changed', async () => {
    const first = await listening();
    const second = await listening({ lastEventId: first.lastEventId() });
    expect(second.events[0]).toMatchObject({ event: 'position', id: expect.stringMatching(EVENT_ID) });
  });

  it.each([
    [
      'is older than what is retained',
      (key: Buffer) => eventIdOf({ snapshot: '1:1:', atMs: Date.now() - 660_000 }, key),
    ],
    ['is of another database', (key: Buffer) => eventIdOf({ snapshot: '99999999999:1:', atMs: Date.now() }, key)],
    ['has another key', () => eventIdOf({ snapshot: '1:1:', atMs: Date.now() }, Buffer.alloc(32))],
    ['is of an older release', () => `1.${Date.now()}`],
    ['is invalid', () => 'what'],
    ['is far too long', () => '9'.repeat(4_000)],
  ])('receives a resync when its last event %s', async (_what, lastEventId) => {
    const client = await listening({ lastEventId: lastEventId((await test.keys.deriveKey('live')).key) });
    expect(client.events[0]).toMatchObject({ event: 'resync', id: expect.stringMatching(EVENT_ID) });
    await addBookings(Math.floor(Math.random() * 1e6) + 0x100_000, 1);
    await eventually('it goes on', () => client.idsOf('booking').length > 0);
  });

  it('receives the changes since the data of a newly loaded page, and a resync for an older page', async () => {
    const known = await listening();
    await addBookings(0xe1, 1);
    await known.hears('booking', [id(0xe1)]);
    // From the start of the program, the history contains a sample that is older than this.
    const late = await listening({ ageMs: 0 });
    expect(late.events[0]?.event).not.toBe('resync');
    const older = await listening({ ageMs: 3_600_000 });
    expect(older.events[0]?.event).toBe('resync');
  });
});

describe('[LIVE-01, SECU-03] the live streams of a session', () => {
  it('end with the session, and streams of other sessions continue', async () => {
    const leaving = await test.signIn();
    const [own, other] = [await listening({ token: leaving }), await listening()];
    await test.send('POST', '/admin/logout', undefined, leaving);
    await eventually('the end', () => own.isEnded());
    expect((await listen({ token: leaving })).response.status).toBe(401);
    await addBookings(0xf1, 1);
    await other.hears('booking', [id(0xf1)]);
    expect(other.isEnded()).toBe(false);
  });

  it('continue when the session starts during a check of other sessions', async () => {
    const opened: LiveClient[] = [];
    await listening();
    // Open streams continuously during more than two checks.
    await eventually('five seconds of streams', async () => {
      opened.push(await listening({ token: await test.signIn() }));
      return opened.length >= 60;
    });
    expect(opened.filter((client) => client.isEnded())).toEqual([]);
  });

  it('end when the session expires', async () => {
    const before = test.clock.now;
    const client = await listening({ token: await test.signIn() });
    test.clock.now = new Date(before.getTime() + 13 * 3_600_000);
    await eventually('the end', () => client.isEnded());
    test.clock.now = before;
  });

  it('are limited to eight: the ninth ends the first', async () => {
    const own = await test.signIn();
    const opened: LiveClient[] = [];
    for (let count = 0; count < 9; count += 1) opened.push(await listening({ token: own }));
    await eventually('the end of the first', () => opened[0]?.isEnded() === true);
    await addBookings(0xf2, 1);
    for (const client of opened.slice(1)) await client.hears('booking', [id(0xf2)]);
  });
});

describe('[LIVE-04] the live streams', () => {
  it('delay no writer, because the triggers write a row and send no notification', async () => {
    const { rows } = await query(
      "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc ~* 'pg_notify|\\mNOTIFY\\M'",
    );
    expect(rows).toEqual([]);
    const reader = await test.database.pool.connect();
    await reader.query('BEGIN; LOCK TABLE live_changes IN SHARE UPDATE EXCLUSIVE MODE');
    await addBookings(0xf3, 1);
    await reader.query('ROLLBACK');
    reader.release();
  });

  it('end when the application stops, and the application does not wait for them', async () => {
    const other = await createTestApplication();
    const client = await openLiveClient(`http://127.0.0.1:${await listenOnFreePort(other.app)}`, {
      token: await other.signIn(),
    });
    await other.drop();
    await eventually('the end', () => client.isEnded());
  });
});
