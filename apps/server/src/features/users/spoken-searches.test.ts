import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const test = fileApplication({ now: new Date('2026-03-14T06:30:00Z') });

const newId = (kind: string, number: number) => `6a00000000000000${kind}${String(number).padStart(6, '0')}`;
const PEOPLE = [
  ['Bhavana Kulkarni', '+91 98200 12345', 'bhavana.k@example.in'],
  ['दीपक शर्मा', '09876501234', null],
  ['Jyotsna Deshmukh', '(022) 2567-8901', null],
  ['செந்தில் குமார்', '94440 55667', null],
  ['Lakshmi Venkatesan', '044-28151234 ext 12', null],
  ['সৌরভ বন্দ্যোপাধ্যায়', '+919830098300', null],
  ['Debjani Mukherjee', '9433112233', 'debjani@example.in'],
  ['Mohammed Imran Shaikh', '7000000001', null],
  ['ज्ञानेश्वर पाटील', '9922334455', null],
  ['Gurpreet Singh', '9815012345', null],
] as const;
type Person =
  | 'Bhavana'
  | 'Deepak'
  | 'Jyotsna'
  | 'Senthil'
  | 'Lakshmi'
  | 'Sourav'
  | 'Debjani'
  | 'Imran'
  | 'Dnyaneshwar'
  | 'Gurpreet';
const NAMES: readonly Person[] = [
  'Bhavana',
  'Deepak',
  'Jyotsna',
  'Senthil',
  'Lakshmi',
  'Sourav',
  'Debjani',
  'Imran',
  'Dnyaneshwar',
  'Gurpreet',
];

beforeAll(async () => {
  const headers = await serviceKeyHeader(test.database, 'users');
  const ingest = (collection: string, body: readonly object[]) =>
    test.call('POST', `/ingest/${collection}`, { headers, body: [...body] });
  await ingest(
    'users',
    PEOPLE.map(([name, phone, email], index) => ({ _id: newId('c0', index), name, phone_number: phone, email })),
  );
  await test.sql(
    `INSERT INTO bookings (id, customer_id, status, total_paise, created_at)
     SELECT replace(id, 'c0', 'b0'), id, 'pending', 107850 + 100000 * right(id, 6)::int, '2026-03-01T09:00:00Z'::timestamptz + right(id, 6)::int * interval '1 day'
     FROM users`,
  );
});

async function foundBy(path: string, search: string): Promise<string[]> {
  const { status, body } = await test.get(path, { search });
  expect(status).toBe(200);
  return body.data.map(({ _id }: { _id: string }) => NAMES[Number(_id.slice(-6))] ?? _id).sort();
}

/** Searches that agents type during a call, with the customers and bookings that must be found. */
describe('[FIND-01, FIND-02, FIND-03] the searches of customers and bookings find whom a caller names', () => {
  it.each<readonly [spoken: string, ...Person[]]>([
    ['bhavna kulkarni', 'Bhavana'],
    ['भावना कुलकर्णी', 'Bhavana'],
    ['Bhawna Kulkarny', 'Bhavana'],
    ['kulkarni madam', 'Bhavana'],
    ['Deepak Sharma', 'Deepak'],
    ['Dipak Sharma ji', 'Deepak'],
    ['Jyotsana Deshmuk', 'Jyotsna'],
    ['ज्योत्स्ना देशमुख', 'Jyotsna'],
    ['Senthil Kumar', 'Senthil'],
    ['Sendhil Kumaar', 'Senthil'],
    ['சென்தில்', 'Senthil'],
    ['Laxmi Venkatesan', 'Lakshmi'],
    ['Sourav Bandyopadhyay', 'Sourav'],
    ['Saurabh Banerjee'],
    ['সৌরভ', 'Sourav'],
    ['Debjani Mukharji', 'Debjani'],
    ['Mohd Imran', 'Imran'],
    ['Imraan Sheikh', 'Imran'],
    ['इमरान शेख', 'Imran'],
    ['Dnyaneshwar Patil', 'Dnyaneshwar'],
    ['Gyaneshwar Paatil', 'Dnyaneshwar'],
    ['Gurprit Sing', 'Gurpreet'],
    ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'Gurpreet'],
    ['Mr. Gurpreet', 'Gurpreet'],
    ['98 200 12 345', 'Bhavana'],
    ['982-001-2345', 'Bhavana'],
    ['0 98200 12345', 'Bhavana'],
    ['+91.98200.12345', 'Bhavana'],
    ['९८७६५ ०१२३४', 'Deepak'],
    ['022 2567 8901', 'Jyotsna'],
    ['044 2815 1234', 'Lakshmi'],
    ['Mob: 94331 12233', 'Debjani'],
    ['tel 94331 12233', 'Debjani'],
    ['phone no. 9433112233', 'Debjani'],
    ['bhavana.k at example.in', 'Bhavana'],
    ['bhavana.k @ example.in', 'Bhavana'],
  ])('%j', async (spoken, ...people) => {
    expect([await foundBy('/user/allusers', spoken), await foundBy('/booking/admin/booking', spoken)]).toEqual([
      people,
      people,
    ]);
  });
});

describe('[BOOK-15] the search of bookings matches a spoken amount', () => {
  it.each([
    '1078',
    '1078.5',
    '1,078.50',
    '₹ 1,078.50',
    'Rs. 1078.50',
    'rs 1078/-',
    'INR 1,078.50',
    '1078 rupees',
    '1078.50 rs',
    '१०७८',
    '1078 रुपये',
    'Rs 1,078/- only',
  ])('%j', async (spoken) => {
    expect(await foundBy('/booking/admin/booking', spoken)).toEqual(['Bhavana']);
  });
});

describe('[BOOK-15] the search of bookings matches a spoken day', () => {
  it.each(['4 March', '04/03/2026', '4/3/26', '4th march 2026', 'Mar 4', '4 मार्च', '2026-03-04'])(
    '%j',
    async (spoken) => {
      expect(await foundBy('/booking/admin/booking', spoken)).toEqual(['Senthil']);
    },
  );
});
