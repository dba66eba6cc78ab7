import { COLLECTIONS } from '@wayside/contract/collections';
import { describe, expect, it } from 'vitest';
import { testId } from '../../testing/import-database.ts';
import { recountCounters } from '../../testing/import-run.ts';
import { ingestApplication } from '../../testing/ingest-application.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';

const test = ingestApplication();
const { send, outcomes, rows } = test;
const AT = '2026-03-01T10:00:00.000Z';

describe('[SYNC-01] POST /ingest/{collection}', () => {
  const asha = { _id: testId(1), name: 'Asha', createdAt: AT };
  const ravi = { _id: testId(2), name: 'Ravi', createdAt: AT };

  it.each([
    ['an array', JSON.stringify([asha, ravi]), 'application/json'],
    ['a pretty-printed array', JSON.stringify([asha, ravi], null, 2), 'application/json; charset=utf-8'],
    ['lines', `${JSON.stringify(asha)}\n${JSON.stringify(ravi)}\n`, 'application/x-ndjson'],
    [
      'lines of Windows with a byte order mark',
      `\ufeff${JSON.stringify(asha)}\r\n${JSON.stringify(ravi)}`,
      'application/x-ndjson',
    ],
  ])('accepts %s', async (_, body, type) => {
    const response = await test.call('POST', '/ingest/users', {
      headers: { ...test.headers, 'content-type': type },
      body,
    });
    expect([response.status, response.body]).toEqual([
      200,
      {
        status: true,
        counts: { created: 2, updated: 0, unchanged: 0, stale: 0, deleted: 0, rejected: 0 },
        results: [
          { index: 0, _id: testId(1), outcome: 'created', errors: [] },
          { index: 1, _id: testId(2), outcome: 'created', errors: [] },
        ],
      },
    ]);
    expect((await rows('users')).map(({ name }) => name)).toEqual(['Asha', 'Ravi']);
  });

  it('accepts a single object, extended JSON and upper-case ids', async () => {
    const record = {
      _id: { $oid: testId(0xabc).toUpperCase() },
      name: 'Asha',
      wallet_amount: { $numberDecimal: '50.5' },
      createdAt: { $date: AT },
      _version: { $numberLong: '7' },
    };
    const { body } = await send('users', record);
    expect(body.results).toEqual([{ index: 0, _id: testId(0xabc), outcome: 'created', errors: [] }]);
    expect(await outcomes('users', { ...record, _id: testId(0xabc), _version: '7' })).toEqual(['unchanged']);
    expect(await rows('users')).toMatchObject([{ id: testId(0xabc), wallet_paise: 5050 }]);
  });

  it.each(COLLECTIONS)('accepts the collection %s', async (collection) => {
    const record = { _id: testId(9), mechanicid: testId(3), mechanicId: testId(3), grossEarning: 5, amount: 5 };
    const response = await send(collection, [record]);
    expect([response.status, response.body.counts?.created, JSON.stringify(response.body.results)]).toEqual([
      200,
      1,
      expect.stringContaining('created'),
    ]);
    expect(await outcomes(collection, record)).toEqual(['unchanged']);
  });

  it('accepts a record with 10,000 services', async () => {
    const services = Array.from({ length: 10_000 }, (_, number) => ({
      servicename: `Service ${number}`,
      price: 1,
    }));
    expect(await outcomes('bookings', { _id: testId(1), services, createdAt: AT })).toEqual(['created']);
    expect((await rows('bookings'))[0]?.['services']).toHaveLength(10_000);
  });

  it('accepts an empty body and an empty array', async () => {
    expect((await send('users', [])).body).toMatchObject({ status: true, results: [] });
  });
});

describe('[SYNC-02] the response to an ingest', () => {
  it('is 207 when some records are rejected, with field and reason, and the other records are written', async () => {
    const response = await send('payments', [
      { _id: testId(1), amount: 100 },
      { _id: testId(2), amount: 'a lot', createdAt: 'yesterday' },
      { amount: 1 },
      'text',
      { _id: testId(3), amount: -1 },
      { _id: testId(4), paymentMethod: 'a\u0000b' },
      { _id: testId(5), amount: 200 },
    ]);
    expect(response.status).toBe(207);
    expect(response.body.counts).toMatchObject({ created: 2, rejected: 5 });
    expect(response.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'created',
      'rejected',
      'rejected',
      'rejected',
      'rejected',
      'rejected',
      'created',
    ]);
    expect(response.body.results[1]).toEqual({
      index: 1,
      _id: testId(2),
      outcome: 'rejected',
      errors: [
        { field: 'amount', message: 'must be an amount in rupees' },
        { field: 'createdAt', message: 'must be a date' },
      ],
    });
    expect(response.body.results[2]).toMatchObject({
      _id: null,
      errors: [{ field: '_id', message: 'is missing' }],
    });
    expect(response.body.results[3].errors).toEqual([{ field: '', message: 'must be a record' }]);
    expect((await rows('payments')).map((row) => row['id'])).toEqual([testId(1), testId(5)]);
    const some = await send('payments', [{ _id: testId(1), amount: 100 }, { _id: 'x' }], { results: 'rejected' });
    expect(some.body.results).toEqual([
      { index: 1, _id: null, outcome: 'rejected', errors: [{ field: '_id', message: expect.any(String) }] },
    ]);
    expect(some.body.counts).toMatchObject({ unchanged: 1, rejected: 1 });
    expect((await send('users', [], { results: 'none' })).status).toBe(400);
  });

  it('names the field when only the database rejects its value', async () => {
    const mechanicId = testId(1);
    await send('payouts', [{ _id: testId(2), mechanicId, transactionId: 'UTR1', amount: 1, payoutDate: AT }]);
    const { body } = await send('payouts', [
      { _id: testId(3), mechanicId, transactionId: ' utr1 ', amount: 1, payoutDate: AT },
      { _id: testId(4), mechanicId, transactionId: 'UTR2', amount: 1, payoutDate: AT },
    ]);
    expect(body.results).toEqual([
      {
        index: 0,
        _id: testId(3),
        outcome: 'rejected',
        errors: [{ field: 'transactionId', message: 'the transaction id is already used by another payout' }],
      },
      { index: 1, _id: testId(4), outcome: 'created', errors: [] },
    ]);
  });

  it('contains a result for each of two records with the same id, which are applied in order', async () => {
    const asha = { _id: testId(1), name: 'Asha', createdAt: AT };
    expect(
      await outcomes('users', asha, { ...asha, name: 'Asha Rao' }, { ...asha, _id: testId(1).toUpperCase() }, asha),
    ).toEqual(['created', 'updated', 'updated', 'unchanged']);
    expect(await rows('users')).toMatchObject([{ name: 'Asha' }]);
  });

  it('lists at most twenty errors per record', async () => {
    const services = Array.from({ length: 10_000 }, () => ({ price: 'x' }));
    const { body } = await send('bookings', [{ _id: testId(1), services }]);
    expect(body.results[0].errors).toHaveLength(21);
    expect(body.results[0].errors[20].message).toBe('and at least 80 more fields are wrong');
  });
});

describe('[SYNC-04] a field changed by an administrator', () => {
  it('keeps its value until the source changes that field', async () => {
    const asha = { _id: testId(1), name: 'Asha', isBlocked: false };
    await send('users', [{ ...asha, _version: 1 }]);
    await test.call('GET', `/user/blockuser/${testId(1)}`);
    expect(await rows('users')).toMatchObject([{ is_blocked: true }]);
    expect(await outcomes('users', { ...asha, name: 'Asha Rao', _version: 2 })).toEqual(['updated']);
    expect(await rows('users')).toMatchObject([{ name: 'Asha Rao', is_blocked: true }]);
    await send('users', [
      { ...asha, isBlocked: true, _version: 3 },
      { ...asha, isBlocked: false, _version: 4 },
    ]);
    expect(await rows('users')).toMatchObject([{ is_blocked: false }]);
  });
});

describe('[SYNC-05] the response to an ingest', () => {
  it('is sent after balances, counters and dashboard include the records', async () => {
    await send('mechanics', [{ _id: testId(1), name: 'Ravi', status: 'approved', createdAt: AT }]);
    const before = (await test.call('GET', '/booking/get/dashboard')).body;
    await send('bookings', [{ _id: testId(2), mechanicid: testId(1), status: 'completed', createdAt: AT }]);
    // Across calls, the payment comes before its booking; within this call, it comes after it.
    await send('payments', [
      {
        _id: testId(3),
        bookingId: testId(2),
        amount: 100,
        status: 'paid',
        paymentMethod: 'upi',
        transactionDate: AT,
      },
      {
        _id: testId(4),
        bookingId: testId(5),
        amount: 70,
        status: 'paid',
        paymentMethod: 'upi',
        transactionDate: AT,
      },
    ]);
    const balance = async () =>
      (
        await test.database.pool.query('SELECT balance_paise FROM mechanic_balances WHERE mechanic_id = $1', [
          testId(1),
        ])
      ).rows[0]?.balance_paise;
    expect(await balance()).toBe(10_000);
    await send('bookings', [{ _id: testId(5), mechanicid: testId(1), status: 'completed', createdAt: AT }]);
    expect(await balance()).toBe(17_000);
    const { kept, recounted } = await recountCounters(test.database);
    expect(kept).toEqual(recounted);
    const after = (await test.call('GET', '/booking/get/dashboard')).body;
    expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
    expect((await verifyIntegrity(test.database)).issues).toEqual([]);
  });
});
