import { describe, expect, it } from 'vitest';
import { testId } from '../../testing/import-database.ts';
import { emptyDatabase, readAllRows } from '../../testing/import-run.ts';
import { ingestApplication } from '../../testing/ingest-application.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';

const test = ingestApplication();
const { send, outcomes, rows } = test;
const AT = '2026-03-01T10:00:00.000Z';
const LATER = '2026-03-02T10:00:00.000Z';
const LATEST = '2026-03-03T10:00:00.000Z';

describe('[SYNC-03] record versions', () => {
  const named = (name: string, version: object) => ({ _id: testId(1), name, ...version });

  it('let the server reject an older record as stale, even when the source’s clock runs backwards', async () => {
    expect(await outcomes('users', named('second', { updatedAt: LATER }))).toEqual(['created']);
    expect(await outcomes('users', named('first', { updatedAt: AT }))).toEqual(['stale']);
    expect(await outcomes('users', named('second', { updatedAt: LATER }))).toEqual(['unchanged']);
    expect(await outcomes('users', named('third', { updatedAt: LATEST }))).toEqual(['updated']);
    expect(await rows('users')).toMatchObject([{ name: 'third' }]);
  });

  it('are compared by _version before updatedAt, and a record without either is older than any other', async () => {
    expect(await outcomes('users', named('none', {}), named('other', {}))).toEqual(['created', 'updated']);
    expect(await outcomes('users', named('dated', { updatedAt: AT }))).toEqual(['updated']);
    expect(await outcomes('users', named('numbered', { _version: 0, updatedAt: AT }))).toEqual(['updated']);
    expect(await outcomes('users', named('dated', { updatedAt: LATEST }), named('none', {}))).toEqual([
      'stale',
      'stale',
    ]);
    expect(await outcomes('users', named('last', { _version: Number.MAX_SAFE_INTEGER }))).toEqual(['updated']);
    expect(await outcomes('users', named('before', { _version: 2 ** 53 - 2 }))).toEqual(['stale']);
    expect(await rows('users')).toMatchObject([{ name: 'last' }]);
  });

  it('are stored even when nothing else changes, so that a version in between is stale', async () => {
    expect(await outcomes('users', named('a', { _version: 1 }), named('a', { _version: 3 }))).toEqual([
      'created',
      'unchanged',
    ]);
    expect(await outcomes('users', named('b', { _version: 2 }))).toEqual(['stale']);
  });

  it.each([2 ** 53, 1.5, -1, 'x', '', '-1', '9007199254740992', true, {}, { $numberLong: '9007199254740993' }])(
    'are rejected when they are %j, and a blank version counts as none',
    async (version) => {
      const { body } = await send('users', [named('a', { _version: version })]);
      if (version === '') return expect(body.counts.created).toBe(1);
      expect(body.results[0]).toMatchObject({ outcome: 'rejected', errors: [{ field: '_version' }] });
      expect(await rows('users')).toEqual([]);
    },
  );

  it('add an older configuration to the history of rates, but change no other value', async () => {
    const configuration = (percent: number, updatedAt: string) => ({
      _id: testId(1),
      commision_percentage: percent,
      updatedAt,
    });
    await send('mechanics', [{ _id: testId(3) }]);
    await send('payments', [
      {
        _id: testId(4),
        mechnaicId: testId(3),
        amount: 100,
        status: 'paid',
        transactionDate: '2026-03-02T12:00:00Z',
      },
    ]);
    expect(await outcomes('configs', configuration(30, LATEST))).toEqual(['created']);
    expect(await outcomes('configs', configuration(10, AT), configuration(20, LATER))).toEqual([
      'updated',
      'updated',
    ]);
    expect(await outcomes('configs', configuration(10, AT))).toEqual(['stale']);
    expect(await rows('configurations')).toMatchObject([{ commission_percent: 30, stated_at: new Date(LATEST) }]);
    const { rows: net } = await test.database.pool.query(
      'SELECT sum(net_paise)::int AS net FROM ledger_entries WHERE mechanic_id = $1',
      [testId(3)],
    );
    expect(net).toEqual([{ net: 8000 }]);
  });
});

describe('[SYNC-03] deletions in an ingest', () => {
  const deleted = (version: number, number = 1) => ({ _id: testId(number), _deleted: true, _version: version });

  it('delete the record, win against lower versions, and are undone by a higher version', async () => {
    const slot = { _id: testId(1), starttime: '10:00', endtime: '11:00' };
    expect(await outcomes('slots', { ...slot, _version: 1 }, deleted(2))).toEqual(['created', 'deleted']);
    expect(await rows('slots')).toEqual([]);
    expect(
      await outcomes('slots', { ...slot, _version: 1 }, { ...slot, _version: 2 }, deleted(2), deleted(1)),
    ).toEqual(['stale', 'stale', 'unchanged', 'stale']);
    expect(await outcomes('slots', deleted(5), { ...slot, _version: 4 })).toEqual(['unchanged', 'stale']);
    expect(await outcomes('slots', { ...slot, _version: 6 })).toEqual(['created']);
    expect(await rows('slots')).toHaveLength(1);
  });

  it('are stored for records that never arrived', async () => {
    expect(await outcomes('users', deleted(2), { _id: testId(1), name: 'Asha', _version: 1 })).toEqual([
      'deleted',
      'stale',
    ]);
    expect(await rows('users')).toMatchObject([{ record_state: 'erased', name: null }]);
  });

  it.each([
    ['bookings', 'payments', true],
    ['payments', 'bookings', true],
    ['bookings', 'payments', false],
  ])(
    '[PRIV-06] remove the same data of a customer as a deletion in the web app, in either order',
    async (first, second, isLast) => {
      const records: Record<string, object> = {
        bookings: {
          _id: testId(2),
          userid: testId(1),
          userLocation: { coordinates: [77.2, 28.6] },
          problem: 'Asha’s gate',
          createdAt: AT,
        },
        payments: {
          _id: testId(3),
          userId: testId(1),
          paymentscreenshot: 'https://example.com/a.png',
          createdAt: AT,
        },
        notifications: { _id: testId(4), user_id: testId(1), message: 'Hello', createdAt: AT },
      };
      await send('users', [{ _id: testId(1), name: 'Asha', phone: '98765', wallet_amount: 50, _version: 1 }]);
      if (!isLast) await send('users', [deleted(2)]);
      for (const collection of [first, second, 'notifications'])
        await send(collection, [records[collection] ?? {}]);
      if (isLast) await send('users', [deleted(2)]);
      expect(await rows('users')).toMatchObject([
        // The wallet amount is owed and will be paid to this name (PRIV-06).
        {
          record_state: 'erased',
          name: null,
          phone: null,
          wallet_paise: 5000,
          payee_name: 'Asha',
          created_at: null,
        },
      ]);
      expect(await rows('bookings')).toMatchObject([
        { customer_id: testId(1), latitude: null, longitude: null, problem: null },
      ]);
      expect(await rows('payments')).toMatchObject([{ customer_id: testId(1), screenshot: null }]);
      expect(await rows('notifications')).toEqual([]);
      expect((await verifyIntegrity(test.database)).issues).toEqual([]);
      expect(
        await outcomes('users', { _id: testId(1), name: 'Asha again', wallet_amount: 20, _version: 3 }),
      ).toEqual(['created']);
      expect(await rows('users')).toMatchObject([
        { record_state: 'full', name: 'Asha again', wallet_paise: 2000, payee_name: null },
      ]);
      expect((await verifyIntegrity(test.database)).issues).toEqual([]);
    },
  );

  it('[PRIV-06, LOYA-05] leave the wallet unchanged, in any order of the records', async () => {
    const wallet = (rupees: number | null, version: number) => ({
      ...{ _id: testId(1), name: 'Asha', _version: version },
      ...(rupees === null ? {} : { wallet_amount: rupees }),
    });
    const sent = [wallet(10, 1), wallet(30, 2), wallet(null, 3), deleted(4)];
    for (const order of ['0123', '3210', '3012', '0312', '2301', '1320']) {
      await emptyDatabase(test.database);
      for (const place of order) await send('users', [sent[Number(place)] ?? {}]);
      expect([order, await rows('users')]).toMatchObject([order, [{ record_state: 'erased', wallet_paise: 3000 }]]);
      expect((await verifyIntegrity(test.database)).issues).toEqual([]);
    }
  });

  it('also remove the parts of a service from the screen, and restoring the service restores them', async () => {
    await send('services', [{ _id: testId(1), name: 'Brakes', _version: 1 }]);
    await send('parts', [{ _id: testId(2), serviceId: testId(1), partname: 'Pad' }]);
    const parts = () => test.call('GET', `/service/getall/parts/${testId(1)}`);
    const before = await parts();
    expect(await outcomes('services', deleted(2))).toEqual(['deleted']);
    expect((await test.call('GET', '/service/getall')).body.data).toEqual([]);
    expect((await parts()).status).toBe(404);
    expect(await outcomes('services', { _id: testId(1), name: 'Brakes', _version: 3 })).toEqual(['created']);
    expect(await parts()).toMatchObject({ status: 200, body: before.body });
  });

  it.each(['bookings', 'payments', 'payouts', 'earnings', 'configs'])('are rejected for %s', async (collection) => {
    const { status, body } = await send(collection, [deleted(2)]);
    expect([status, body.results[0]]).toEqual([
      207,
      {
        index: 0,
        _id: testId(1),
        outcome: 'rejected',
        errors: [{ field: '_deleted', message: 'is not possible: records of this collection are never deleted' }],
      },
    ]);
  });

  it('require a version', async () => {
    const { body } = await send('users', [
      { _id: testId(1), _deleted: true },
      { _id: testId(2), _deleted: 'perhaps' },
    ]);
    expect(body.results.map(({ errors }: { errors: object[] }) => errors[0])).toEqual([
      { field: '_version', message: 'is missing: a deletion needs a version' },
      { field: '_deleted', message: expect.any(String) },
    ]);
  });

  it('do not restore or change people erased by an administrator', async () => {
    await send('users', [{ _id: testId(1), name: 'Asha', _version: 1 }]);
    await test.call('DELETE', `/user/deleteuser/${testId(1)}`);
    const before = await readAllRows(test.database);
    expect(await outcomes('users', { _id: testId(1), name: 'Asha', _version: 2 }, deleted(3))).toEqual([
      'unchanged',
      'unchanged',
    ]);
    expect(await readAllRows(test.database)).toEqual(before);
  });
});
