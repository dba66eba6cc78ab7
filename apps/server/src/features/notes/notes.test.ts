import { addNote, removeNote, searchNotes } from '@wayside/contract/notes';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { expectError } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { isLite } from '../../testing/lite-server.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const NOW = new Date('2026-11-05T03:35:00Z');
const HOUR_MS = 3_600_000;
const NOBODY = '65f00000000000000000dead';

const test = fileApplication({ now: NOW });
let last = 0;
let ravi: string;
let suresh: string;
let booking: string;
let stub: string;
let asha: string;
let bala: string;

beforeAll(async () => {
  asha = await test.signIn('support');
  bala = await test.signIn('owner');
});
beforeEach(async () => {
  test.clock.now = NOW;
  await sql('TRUNCATE users, mechanics, bookings, imported_records CASCADE');
  // Each test uses new records because activity entries remain.
  [ravi, suresh, booking, stub] = [newId(), newId(), newId(), newId()];
  await sql(`INSERT INTO users (id, name, record_state) VALUES ($1, 'Ravi Kumar', 'full'), ($2, NULL, 'stub')`, [
    ravi,
    stub,
  ]);
  await sql(`INSERT INTO mechanics (id, name, status) VALUES ($1, 'Suresh Patil', 'approved')`, [suresh]);
  await sql('INSERT INTO bookings (id, customer_id, mechanic_id) VALUES ($1, $2, $3)', [booking, ravi, suresh]);
});

const newId = () => `65f7${(++last).toString(16).padStart(20, '0')}`;
const { sql } = test;
const add = (entity: string, id: string, text: unknown, token = asha) =>
  test.send('POST', addNote.path, { entity, id, text }, token);
const remove = (id: string, token = asha) =>
  test.send('DELETE', removeNote.path.replace('{id}', id), undefined, token);
const list = (entity: string, id: string, query: Record<string, string> = {}, token = asha) =>
  test.get('/admin/notes', { entity, id, ...query }, token);
const textsOf = async (entity: string, id: string) =>
  (await list(entity, id)).body.data.map(({ text }: { text: string }) => text);
const search = async (words: string) => {
  const { body } = await test.get(searchNotes.path, { search: words }, asha);
  return body.data;
};
const entriesOf = async (entity: string, id: string) => {
  const { rows } = await sql(
    `SELECT action, note FROM activity WHERE entity = $1 AND entity_id = $2 AND action LIKE 'note%' ORDER BY id`,
    [entity, id],
  );
  return rows.map(({ action, note }) => [action, note]);
};

describe('[WORK-04] notes', () => {
  it.each(['booking', 'user', 'mechanic'] as const)(
    'are returned for a %s with author and time, newest first, and are logged',
    async (entity) => {
      const id = { booking, user: ravi, mechanic: suresh }[entity];
      const first = await add(entity, id, '  Called him.\nHe waits. ');
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      test.clock.now = new Date(NOW.getTime() + 60_000);
      await add(entity, id, '<b>Second</b>', bala);
      const { body } = await list(entity, id);
      expect(body).toMatchObject({ status: true, total: 2, totalPages: 1, currentPage: 1 });
      expect(body.data[1]).toEqual({
        _id: first.body.data._id,
        entity,
        id,
        text: 'Called him.\nHe waits.',
        authorId: expect.stringMatching(/^[0-9a-f]{24}$/),
        author: 'Test',
        createdAt: NOW.toISOString(),
      });
      expect(body.data[0].text).toBe('<b>Second</b>');
      expect((await list(entity, id, { limit: '1', page: '2' })).body.data).toEqual([body.data[1]]);
      expect(await entriesOf(entity, id)).toEqual([
        ['note_added', 'Called him.\nHe waits.'],
        ['note_added', '<b>Second</b>'],
      ]);
    },
  );

  it('are counted in the rows of each list, and rows without notes show no count', async () => {
    for (const [entity, id] of [
      ['booking', booking],
      ['user', ravi],
      ['mechanic', suresh],
    ] as const) {
      const path = { booking: '/booking/admin/booking', user: '/user/allusers', mechanic: '/mechanic/allmechnic' };
      const row = async () => (await test.get(path[entity], {}, asha)).body.data[0];
      expect(await row()).not.toHaveProperty('noteCount');
      await add(entity, id, 'One');
      await add(entity, id, 'Two');
      expect(await row()).toMatchObject({ _id: id, noteCount: 2 });
    }
    expect((await test.get(`/admin/users/${ravi}`, {}, asha)).body.data.noteCount).toBe(2);
  });

  it('require a text of 1 to 2,000 characters', async () => {
    for (const text of ['', ' \n ', 'x'.repeat(2001), 7, null, undefined, '\u202e', 'a\u0000b']) {
      const { status, body } = await add('user', ravi, text);
      expect([text, status, body.message]).toEqual([text, 400, expect.stringContaining('text')]);
    }
    expect((await add('user', ravi, 'x'.repeat(2000))).status).toBe(200);
    expect((await add('user', ravi, '👍'.repeat(1000))).status).toBe(200);
    // Control characters and text direction characters are removed (OWN-11).
    expect((await add('user', ravi, 'a\u0007b\u202ec')).body.data.text).toBe('abc');
  });

  it('require an existing record that is not a stub', async () => {
    for (const [entity, id, noun] of [
      ['user', NOBODY, 'customer'],
      ['user', stub, 'customer'],
      ['mechanic', ravi, 'mechanic'],
      ['booking', suresh, 'booking'],
    ] as const) {
      await expectError(add(entity, id, 'Hello'), 404, `There is no ${noun} with this id.`);
    }
    expect((await add('part', ravi, 'Hello')).status).toBe(400);
    expect((await list('user', NOBODY)).body.data).toEqual([]);
  });

  it('are stored only once when the same request is repeated, even concurrently', async () => {
    const responses = await Promise.all([
      add('booking', booking, 'Call back'),
      add('booking', booking, 'Call back'),
    ]);
    expect(responses[0]?.body.data._id).toBe(responses[1]?.body.data._id);
    expect(await textsOf('booking', booking)).toEqual(['Call back']);
    expect(await entriesOf('booking', booking)).toHaveLength(1);
    await add('booking', booking, 'Call back', bala);
    test.clock.now = new Date(NOW.getTime() + 6 * 60_000);
    await add('booking', booking, 'Call back');
    expect(await textsOf('booking', booking)).toHaveLength(3);
  });

  it('can be deleted by their author within 24 hours, and stay in the activity log', async () => {
    const { body } = await add('user', ravi, 'Wrong number');
    expect(await remove(body.data._id, bala)).toMatchObject({
      status: 403,
      body: { message: 'Only its author can remove a note.' },
    });
    test.clock.now = new Date(NOW.getTime() + 24 * HOUR_MS);
    // The clock has moved, so extend the sessions of the test.
    await sql(`UPDATE sessions SET expires_at = $1`, [new Date(NOW.getTime() + 100 * HOUR_MS)]);
    expect((await remove(body.data._id)).status).toBe(200);
    expect(await textsOf('user', ravi)).toEqual([]);
    expect((await remove(body.data._id)).status).toBe(404);
    expect(await entriesOf('user', ravi)).toEqual([
      ['note_added', 'Wrong number'],
      ['note_removed', 'Wrong number'],
    ]);
  });

  it('cannot be deleted afterwards', async () => {
    const { body } = await add('user', ravi, 'Old');
    test.clock.now = new Date(NOW.getTime() + 24 * HOUR_MS + 1);
    await sql(`UPDATE sessions SET expires_at = $1`, [new Date(NOW.getTime() + 100 * HOUR_MS)]);
    expect(await remove(body.data._id)).toMatchObject({
      status: 409,
      body: { message: 'A note can be deleted within 24 hours. This one is older and cannot be deleted.' },
    });
    expect(await textsOf('user', ravi)).toEqual(['Old']);
  });

  it('are found by their words in any order, together with their record', async () => {
    await add('booking', booking, 'The clutch cable is broken');
    await add('mechanic', suresh, 'Broken promise: no call back, 100% sure');
    await add('user', ravi, 'ग्राहक नाराज़ है');
    const found = async (words: string) => (await search(words)).map(({ entity }: { entity: string }) => entity);
    expect(await found('broken CLUTCH')).toEqual(['booking']);
    expect(await found('broken')).toHaveLength(2);
    expect(await found('100%')).toEqual(['mechanic']);
    expect(await found('_')).toEqual([]);
    expect(await found('नाराज़')).toEqual(['user']);
    expect(await found('')).toEqual([]);
    expect((await search('promise'))[0]).toMatchObject({
      entity: 'mechanic',
      id: suresh,
      recordName: 'Suresh Patil',
    });
    expect((await search('clutch'))[0]).toMatchObject({ entity: 'booking', id: booking, recordName: null });
  });

  it('[LIVE-02] are announced to open screens with the id of their record', async () => {
    await sql('DELETE FROM live_changes');
    const { body } = await add('booking', booking, 'Live');
    await remove(body.data._id);
    const { rows } = await sql(`SELECT ids FROM live_changes WHERE entity = 'note'`);
    expect(rows).toEqual([{ ids: [booking] }, { ids: [booking] }]);
  });
});

describe('[PRIV-06] notes on an erased person and on that person’s bookings', () => {
  it.each([
    ['user', '/user/deleteuser'],
    ['mechanic', '/mechanic/deletemechnic'],
  ])('are deleted for a %s, also from the activity log', async (entity, path) => {
    const id = entity === 'user' ? ravi : suresh;
    const removed = await add(entity, id, 'Lives in Pune');
    await remove(removed.body.data._id);
    await add(entity, id, 'Shouts');
    await add('booking', booking, 'Ravi shouts, Suresh too');
    const { status } = await test.send('DELETE', `${path}/${id}`, undefined, bala);
    expect(status).toBe(200);
    expect((await sql('SELECT FROM notes')).rowCount).toBe(0);
    expect(await entriesOf('booking', booking)).toEqual([['note_added', null]]);
    expect(await entriesOf(entity, id)).toEqual([
      ['note_added', null],
      ['note_removed', null],
      ['note_added', null],
    ]);
    expect((await add(entity, id, 'Again')).status).toBe(404);
    expect((await verifyIntegrity(test.database)).issues).toEqual([]);
  });

  it('are deleted if the person was part of the booking when they were written, and retained otherwise', async () => {
    const later = newId();
    await sql(`INSERT INTO mechanics (id, name, status) VALUES ($1, 'Later', 'approved')`, [later]);
    await add('booking', booking, 'Suresh was rude');
    await sql('UPDATE bookings SET mechanic_id = $2 WHERE id = $1', [booking, later]);
    await add('booking', booking, 'The next one is polite');
    await test.send('DELETE', `/mechanic/deletemechnic/${suresh}`, undefined, bala);
    expect(await textsOf('booking', booking)).toEqual(['The next one is polite']);
    expect(await entriesOf('booking', booking)).toEqual([
      ['note_added', null],
      ['note_added', 'The next one is polite'],
    ]);
    expect((await verifyIntegrity(test.database)).issues).toEqual([]);
  });

  // PGlite has only one session, so no other connection works while a transaction is open.
  it.skipIf(isLite(inject('testServer')))('are rejected when they are written during the erasure', async () => {
    const erasing = await test.database.pool.connect();
    try {
      await erasing.query('BEGIN');
      await erasing.query(`UPDATE users SET record_state = 'erased', name = NULL WHERE id = $1`, [ravi]);
      const adding = add('user', ravi, 'Too late');
      await untilLockWait(test.database, 'the note waits for the erasure');
      await erasing.query('COMMIT');
      expect((await adding).status).toBe(404);
    } finally {
      erasing.release();
    }
    expect((await sql('SELECT FROM notes')).rowCount).toBe(0);
  });

  it('are removed whether the erasure or the note comes first, regardless of how many notes are written in the meantime', async () => {
    const [erased, ...added] = await Promise.all([
      test.send('DELETE', `/user/deleteuser/${ravi}`, undefined, bala),
      ...Array.from({ length: 8 }, (_, index) => add('user', ravi, `Note ${index}`)),
      ...Array.from({ length: 8 }, (_, index) => add('booking', booking, `Note ${index}`)),
    ]);
    expect(erased.status).toBe(200);
    expect(added.map(({ status }) => status).filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect((await sql('SELECT FROM notes WHERE booking_id IS NULL')).rowCount).toBe(0);
    expect((await verifyIntegrity(test.database)).issues).toEqual([]);
  });
});
