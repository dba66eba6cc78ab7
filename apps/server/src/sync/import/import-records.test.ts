import { describe, expect, it } from 'vitest';
import { importDatabase, testId } from '../../testing/import-database.ts';
import { importFiles, readAllRows, recountCounters } from '../../testing/import-run.ts';

const test = importDatabase();
const when = '2024-01-05T10:00:00.000Z';

/** One record of every collection in the plain format. */
const plain = {
  configs: [{ _id: testId(1), charge_per_km: 8, platform_fee: 20, commision_percentage: 12.5, Loyality_points: 5 }],
  users: [{ _id: testId(2), name: 'Asha', phone_number: '9876543210', vehicle_type: ['car'], wallet_amount: 99.5 }],
  mechanics: [
    { _id: testId(3), name: 'Ravi', phone_number: '9123456780', status: 'sendforverification', createdAt: when },
  ],
  companies: [{ _id: testId(4), companyname: 'Tata' }],
  slots: [{ _id: testId(5), starttime: '10 am', endtime: '11 am', no_of_hour: '1 hour' }],
  sosservices: [{ _id: testId(6), servicename: 'Towing', vehicle_type: 'car', price: 500 }],
  services: [{ _id: testId(7), servicename: 'Oil change', vehicle_type: 'bike', createdAt: when }],
  parts: [{ _id: testId(8), serviceId: testId(7), partname: 'Filter', amount: 120 }],
  bookings: [
    {
      _id: testId(9),
      bookingtype: 'services',
      status: 'accecpted',
      services: [{ servicename: 'Oil change', price: 499.5 }],
      userLocation: { type: 'Point', coordinates: [72.8777, 19.076] },
      reviewstar: 4,
      createdAt: when,
      userid: testId(2),
      mechanicid: testId(3),
      payment_details: { totalamount: 519.5, paidamount: 0 },
      payment_ser_summary: { platform_fee: 20 },
    },
  ],
  payments: [
    {
      _id: testId(10),
      bookingId: testId(9),
      amount: 519.5,
      paymentMethod: 'cash',
      status: 'paid',
      transactionDate: when,
      mechnaicId: testId(3),
    },
  ],
  earnings: [
    { _id: testId(11), mechanicId: testId(3), paymentId: testId(10), grossEarning: 519.5, netEarning: -20 },
  ],
  payouts: [{ _id: testId(12), mechanicId: testId(3), transactionId: 'UTR 1', amount: 100, payoutDate: when }],
  notifications: [{ _id: testId(13), message: 'Hello', type: 'user', user_id: testId(2), createdAt: when }],
};

const asOid = (value: string) => ({ $oid: value });
const canonicalNumber = (value: number) =>
  Number.isInteger(value) ? { $numberInt: String(value) } : { $numberDouble: String(value) };

/** Converts a record to the format of `mongoexport --jsonFormat=canonical`. */
function canonical(value: unknown): unknown {
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value === 'string' && /^65f0/.test(value)) return asOid(value);
  if (value === when) return { $date: { $numberLong: String(Date.parse(when)) } };
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, canonical(inner)]));
  return value;
}

/** The same records with people embedded, phone numbers as numbers and amounts as text. */
const populated = {
  ...plain,
  users: plain.users.map((user) => ({ ...user, phone_number: 9876543210, wallet_amount: '99.50' })),
  bookings: plain.bookings.map((booking) => ({
    ...booking,
    userid: { _id: asOid(testId(2)), name: 'Somebody', phone_number: 1 },
    mechanicid: { _id: testId(3), name: 'Ravi' },
    createdAt: { $date: '2024-01-05T15:30:00+05:30' },
  })),
  payments: plain.payments.map((payment) => ({
    ...payment,
    bookingId: { _id: testId(9) },
    amount: { $numberDecimal: '519.50' },
  })),
};

const asLists = (files: Record<string, readonly object[]>, indent?: number) =>
  Object.fromEntries(Object.entries(files).map(([name, list]) => [name, JSON.stringify(list, null, indent)]));

describe('[IMPO-01] every collection', () => {
  it('is imported with every field', async () => {
    const result = await importFiles(test.database, plain);
    expect(result).toMatchObject({ code: 0, rejected: null });
    for (const name of Object.keys(plain)) expect(result.counts(name)).toEqual([1, 1, 0, 0, 0]);
    const rows = await readAllRows(test.database);
    expect(rows['bookings']).toMatchObject([
      {
        id: testId(9),
        record_state: 'full',
        status: 'accepted',
        services: [{ name: 'Oil change', pricePaise: 49_950 }],
        latitude: 19.076,
        longitude: 72.8777,
        rating: 4,
        customer_id: testId(2),
        mechanic_id: testId(3),
        total_paise: 51_950,
        platform_fee_paise: 2000,
        created_at: new Date(when),
      },
    ]);
    expect(rows['users']).toMatchObject([{ phone: '9876543210', vehicle_types: ['car'], wallet_paise: 9950 }]);
    expect(rows['mechanics']).toMatchObject([{ status: 'sent_for_verification', wallet_paise: null }]);
    expect(rows['payments']).toMatchObject([
      { booking_id: testId(9), mechanic_id: testId(3), amount_paise: 51_950 },
    ]);
    expect(rows['earnings']).toMatchObject([{ payment_id: testId(10), gross_paise: 51_950, net_paise: -2000 }]);
    expect(rows['payouts']).toMatchObject([{ transaction_key: 'utr 1', amount_paise: 10_000 }]);
    expect(rows['configurations']).toMatchObject([{ commission_percent: 12.5, loyalty_points: 5 }]);
    expect(rows['parts']).toMatchObject([{ service_id: testId(7), price_paise: 12_000 }]);
    const { kept, recounted } = await recountCounters(test.database);
    expect(kept).toEqual(recounted);
  });

  it.each([
    ['canonical Extended JSON', canonical(plain)],
    ['populated references, phones as numbers, amounts as text', populated],
    ['lists', asLists(plain)],
    [
      'pretty-printed lists with a byte order mark',
      Object.fromEntries(Object.entries(asLists(plain, 2)).map(([name, text]) => [name, `\uFEFF${text}`])),
    ],
    ['ids in capitals', JSON.parse(JSON.stringify(plain).replaceAll(/65f0\w+/g, (text) => text.toUpperCase()))],
  ])('is imported with the same result from %s', async (_, files) => {
    await importFiles(test.database, plain);
    const before = await readAllRows(test.database);
    const again = await importFiles(test.database, files as typeof plain);
    expect(again).toMatchObject({ code: 0, rejected: null });
    for (const name of Object.keys(plain)) expect([name, ...again.counts(name)]).toEqual([name, 1, 0, 0, 1, 0]);
    expect(await readAllRows(test.database)).toEqual(before);
  });

  it('stores a missing date as missing and an unknown status unchanged', async () => {
    await importFiles(test.database, { bookings: [{ _id: testId(1), status: 'on_hold' }] });
    expect((await readAllRows(test.database))['bookings']).toMatchObject([{ status: 'on_hold', created_at: null }]);
  });

  it('[BOOK-05, MECH-09] stores a status that equals an internal status unchanged, and approves nobody because of it', async () => {
    await importFiles(test.database, {
      bookings: [{ _id: testId(1), status: 'accepted' }],
      mechanics: [{ _id: testId(3), status: 'approved' }],
    });
    const rows = await readAllRows(test.database);
    expect(rows['bookings']).toMatchObject([{ status: 'unknown:accepted' }]);
    expect(rows['mechanics']).toMatchObject([{ status: 'unknown:approved' }]);
  });

  it('can be imported from any subset of the files, and references to missing records are reported', async () => {
    const result = await importFiles(test.database, { bookings: plain.bookings });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('bookings: 2 references to records that are not here (they read N/A)');
    const rows = await readAllRows(test.database);
    expect(rows['users']).toMatchObject([{ id: testId(2), record_state: 'stub', name: null }]);
    const later = await importFiles(test.database, { users: plain.users, mechanics: plain.mechanics });
    expect(later.counts('users')).toEqual([1, 1, 0, 0, 0]);
    const healed = await readAllRows(test.database);
    expect(healed['users']).toMatchObject([{ id: testId(2), record_state: 'full', name: 'Asha' }]);
    const { kept, recounted } = await recountCounters(test.database);
    expect(kept).toEqual(recounted);
    const again = await importFiles(test.database, { bookings: plain.bookings });
    expect(again.stdout).not.toContain('references');
  });
});
