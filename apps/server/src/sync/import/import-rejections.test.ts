import { describe, expect, it } from 'vitest';
import { importDatabase, testId } from '../../testing/import-database.ts';
import { importFiles, readAllRows, recountCounters } from '../../testing/import-run.ts';

const NEGATIVE_WALLET = 'the wallet must not be negative without _applied, the last event that it includes';

const test = importDatabase();
const when = '2024-01-05T10:00:00.000Z';

const asOid = (value: string) => ({ $oid: value });

describe('[IMPO-03] an invalid record', () => {
  const good = { _id: testId(1), amount: 5, status: 'paid', createdAt: when };
  const secret = '123412341234';
  // Uses many different digits, because compressible text would fit.
  const tooLongForAnIndex = `xxxx${Array.from({ length: 3000 }, (_, at) => Math.imul(at, 0x9e3779b1) >>> 0).join('')}`;
  it.each([
    ['payments', { ...good, _id: undefined }, null, '_id is missing'],
    ['payments', { ...good, _id: 'asha@example.com' }, null, '_id must be an id of 24 hexadecimal characters'],
    ['payments', { ...good, createdAt: 'yesterday' }, testId(1), 'createdAt must be a date'],
    [
      'payments',
      { ...good, transactionDate: '0001-01-01' },
      testId(1),
      'transactionDate must be a date between the years 1900 and 9999',
    ],
    ['payments', { ...good, amount: -1 }, testId(1), 'amount must not be negative'],
    ['payments', { ...good, amount: { $numberDouble: 'NaN' } }, testId(1), 'amount must be a number or a string'],
    ['payments', { ...good, status: ['paid'] }, testId(1), 'status must be a string'],
    [
      'payments',
      { ...good, bookingId: 'short' },
      testId(1),
      'bookingId must be an id of 24 hexadecimal characters',
    ],
    ['users', { _id: testId(1), wallet_amount: -1 }, testId(1), NEGATIVE_WALLET],
    // [OWN-04]
    [
      'users',
      { _id: testId(1), wallet_amount: 1, _applied: `evt_${'0'.repeat(24)}` },
      testId(1),
      '_applied is not the id of an event that the feed still has (30 days)',
    ],
    ['users', { _id: testId(1), name: 'a\u0000b' }, testId(1), 'name must be well-formed text without NUL bytes'],
    ['users', { _id: testId(1), phone_number: { secret } }, testId(1), 'phone_number must be a string or a number'],
    [
      'mechanics',
      { _id: testId(1), payment_details: { account_number: { secret } } },
      testId(1),
      'payment_details.account_number must be a string or a number',
    ],
    ['payouts', { _id: testId(1), amount: 1, mechanicId: { _id: null } }, testId(1), 'mechanic_id is missing'],
    [
      'payouts',
      { _id: testId(1), amount: 1, mechanicId: testId(2), transactionId: tooLongForAnIndex },
      testId(1),
      null,
    ],
    ['configs', { _id: testId(1), commision_percentage: 101 }, testId(1), 'a percentage must be between 0 and 100'],
  ])('is rejected in the collection %s (%#)', async (collection, record, rejectedId, reason) => {
    const other = { _id: testId(99), mechanicId: testId(2), mechanic: null, amount: 7, grossEarning: 7 };
    const result = await importFiles(test.database, {
      [collection]: [record, ...(collection === 'configs' ? [] : [other])],
    });
    expect(result.code).toBe(2);
    expect(result.rejected).toHaveLength(1);
    expect(result.rejected?.[0]).toMatchObject({
      file: `${collection}.json`,
      line: 1,
      index: null,
      id: rejectedId,
    });
    if (reason !== null) expect(result.rejected?.[0]?.reason).toBe(reason);
    expect(JSON.stringify(result.rejected)).not.toMatch(/1234|asha|xxxx/);
    const others = collection === 'configs' ? 0 : 1;
    expect(result.counts(collection)).toEqual([others + 1, others, 0, 0, 1]);
    expect(result.stdout).toContain('rejected.ndjson');
    const { kept, recounted } = await recountCounters(test.database);
    expect(kept).toEqual(recounted);
  });

  it('is reported with the fields that the reason does not name', async () => {
    const given = { _id: testId(1), commision_percentage: 10, discount_percentage: 101, platform_fee: 5 };
    const { rejected } = await importFiles(test.database, { configs: [given] });
    expect(rejected).toEqual([
      {
        ...{ file: 'configs.json', line: 1, index: null, id: testId(1) },
        ...{ reason: 'a percentage must be between 0 and 100', fields: ['discount_percentage'] },
      },
    ]);
  });

  it('is reported with its line number, and in a list also with its index', async () => {
    const lines = await importFiles(test.database, {
      users: `{"_id":"${testId(1)}"}\n\n{"_id":"${testId(2)}"\n{"_id":"${testId(3)}"}`,
    });
    expect(lines.rejected).toEqual([
      { file: 'users.json', line: 3, index: null, id: null, reason: 'broken JSON: the document does not end' },
    ]);
    expect(lines.counts('users')).toEqual([3, 2, 0, 0, 1]);
    const list = await importFiles(test.database, {
      users: `[{"_id":"${testId(1)}"},\n{"_id":"${testId(4)}",},5]`,
    });
    expect(list.rejected).toEqual([
      { file: 'users.json', line: 2, index: 1, id: null, reason: 'broken JSON' },
      { file: 'users.json', line: 2, index: 2, id: null, reason: 'must be a record' },
    ]);
  });

  it('is rejected when it contains bytes that are not UTF-8', async () => {
    const content = Buffer.concat([
      Buffer.from(`{"_id":"${testId(1)}","name":"`),
      Buffer.from([0xff]),
      Buffer.from(`"}\n{"_id":"${testId(2)}","name":"\u0000"}\n{"_id":"${testId(3)}"}`),
    ]);
    const { rejected, counts } = await importFiles(test.database, { users: content });
    expect(rejected?.map(({ reason }) => reason)).toEqual([
      'the document is not UTF-8',
      'the document holds a NUL byte',
    ]);
    expect(counts('users')).toEqual([3, 1, 0, 0, 2]);
  });

  it('is rejected when it is the second of two records with the same id, even far apart', async () => {
    const users = Array.from({ length: 2500 }, (_, number) => ({ _id: testId(number), name: 'first' }));
    const { rejected, counts } = await importFiles(test.database, {
      users: [...users, { _id: asOid(testId(7)), name: 'second' }],
    });
    expect(rejected).toEqual([
      {
        file: 'users.json',
        line: 2501,
        index: null,
        id: testId(7),
        reason: 'duplicate id: an earlier record has it',
      },
    ]);
    expect(counts('users')).toEqual([2501, 2500, 0, 0, 1]);
    const { rows } = await test.database.pool.query('SELECT DISTINCT name FROM users');
    expect(rows).toEqual([{ name: 'first' }]);
  });

  it.each([[[]], [['--dry-run']]])(
    'is rejected when it has a unique value of another record, in the same run or in a later run %j',
    async (words) => {
      const payouts = [
        { _id: testId(1), mechanicId: testId(3), amount: 1, transactionId: 'UTR-1' },
        { _id: testId(2), mechanicId: testId(3), amount: 1, transactionId: ' utr-1 ' },
        { _id: testId(4), mechanicId: testId(3), amount: 1 },
        { _id: testId(5), mechanicId: testId(3), amount: 1 },
      ];
      const earnings = [
        { _id: testId(1), mechanicId: testId(3), paymentId: testId(9), grossEarning: 1 },
        { _id: testId(2), mechanicId: testId(3), paymentId: testId(9), grossEarning: 1 },
      ];
      const once = await importFiles(
        test.database,
        { payouts, earnings, configs: [{ _id: testId(1) }, { _id: testId(2) }] },
        ...words,
      );
      const reasons = [
        'there is already a configuration, and there can be only one',
        'there is already an earnings row for this payment',
        'the transaction id is already used by another payout',
      ];
      expect(once.rejected?.map(({ reason }) => reason)).toEqual(reasons);
      await importFiles(test.database, { payouts, earnings, configs: [{ _id: testId(1) }] });
      const others = {
        configs: [{ _id: testId(7) }],
        earnings: [
          { ...earnings[0], _id: testId(7) },
          { ...earnings[0], _id: testId(8), paymentId: testId(10) },
        ],
        payouts: [
          { ...payouts[0], _id: testId(7) },
          { ...payouts[0], _id: testId(8), transactionId: 'UTR-2' },
        ],
      };
      const twice = await importFiles(test.database, others, ...words);
      expect(twice.rejected?.map((rejection) => rejection.reason)).toEqual(reasons);
      expect(twice.counts('payouts')).toEqual([2, 1, 0, 0, 1]);
    },
  );

  it('does not include amounts with more than two decimals, which are rounded half up and counted', async () => {
    const result = await importFiles(test.database, {
      payments: [
        { _id: testId(1), amount: 10.005, paymentDetails: { totalAmount: '2.004999', dueAmount: 3.1 } },
        { _id: testId(2), amount: { $numberDecimal: '0.125' } },
      ],
      bookings: [
        { _id: testId(3), services: [{ price: 1.999 }], userLocation: { coordinates: [72.87771, 19.07611] } },
      ],
    });
    expect(result).toMatchObject({ code: 0, rejected: null });
    expect(result.stdout).toContain('payments: 3 amounts rounded to a paisa');
    expect(result.stdout).toContain('bookings: 1 amounts rounded to a paisa');
    expect((await readAllRows(test.database))['payments']).toMatchObject([
      { amount_paise: 1001, total_paise: 200, due_paise: 310 },
      { amount_paise: 13 },
    ]);
  });
});
