import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const test = fileApplication({ now: new Date('2026-03-14T06:30:00Z') });

const newId = (kind: string, number: number) => `6a00000000000000${kind}${String(number).padStart(6, '0')}`;
const PEOPLE = {
  Bhavana: ['Bhavana Kulkarni', '+91 98200 12345', 'bhavana.k@example.in'],
  Deepak: ['दीपक शर्मा', '09876501234', null],
  Jyotsna: ['Jyotsna Deshmukh', '(022) 2567-8901', null],
  Senthil: ['செந்தில் குமார்', '94440 55667', null],
  Lakshmi: ['Lakshmi Venkatesan', '044-28151234 ext 12', null],
  Sourav: ['সৌরভ বন্দ্যোপাধ্যায়', '+919830098300', null],
  Debjani: ['Debjani Mukherjee', '9433112233', 'debjani@example.in'],
  Imran: ['Mohammed Imran Shaikh', '7000000001', null],
  Dnyaneshwar: ['ज्ञानेश्वर पाटील', '9922334455', null],
  Gurpreet: ['Gurpreet Singh', '9815012345', null],
  Raju: ['Raju Gupta', '98111-22334 / 98111-22335', null],
  Subrata: ['সুব্রত চক্রবর্তী', '9007008009', null],
  Prasad: ['பிரசாத் முருகன்', '+91 (0) 98765-43210 ext 12', null],
  Letchumi: ['லட்சுமி நாராயணன்', null, null],
  Yogesh: ['Yogesh Jadhav', null, null],
  Amruta: ['अमृता गायकवाड', null, null],
  Bhavesh: ['ભાવેશભાઈ પટેલ', null, null],
  Shubho: ['Shubho Roy', null, null],
  Francis: ['Francis Xavier Rao', null, null],
  Noor: ['Noor-ul-Haq', null, null],
  Zeb: ['Zeb un Nisa', null, null],
  Zutshi: ['J.P. Zutshi', null, null],
  Zarapkar: ['K. R. Zarapkar', null, null],
  Zamorin: ['Ravi V K Zamorin', null, null],
} as const;
type Person = keyof typeof PEOPLE;
const NAMES = Object.keys(PEOPLE) as readonly Person[];

beforeAll(async () => {
  const headers = await serviceKeyHeader(test.database, 'users');
  const ingest = (collection: string, body: readonly object[]) =>
    test.call('POST', `/ingest/${collection}`, { headers, body: [...body] });
  await ingest(
    'users',
    Object.values(PEOPLE).map(([name, phone, email], index) => ({
      _id: newId('c0', index),
      name,
      phone_number: phone,
      email,
    })),
  );
  await test.sql(
    `INSERT INTO mechanics (id, name, phone, email) SELECT replace(id, 'c0', 'd0'), name, phone, email FROM users`,
  );
  await test.sql(
    `INSERT INTO bookings (id, customer_id, status, total_paise, created_at)
     SELECT replace(id, 'c0', 'b0'), id, 'pending', 107850 + 100000 * right(id, 6)::int, '2026-03-01T09:00:00Z'::timestamptz + right(id, 6)::int * interval '1 day'
     FROM users`,
  );
  await test.sql(
    `INSERT INTO payments (id, booking_id, customer_id, amount_paise) SELECT replace(id, 'b0', 'f0'), id, customer_id, total_paise FROM bookings`,
  );
});

async function foundBy(path: string, search: string): Promise<string[]> {
  const { status, body } = await test.get(path, { search });
  expect(status).toBe(200);
  return body.data.map(({ _id }: { _id: string }) => NAMES[Number(_id.slice(-6))] ?? _id).sort();
}

/** The lists of people and of their records. The global search uses the same rules (WORK-03). */
const LISTS = ['/user/allusers', '/mechanic/allmechnic', '/booking/admin/booking', '/booking/get/payments'];

async function foundInEachList(spoken: string): Promise<readonly string[][]> {
  const found: string[][] = [];
  for (const path of LISTS) found.push(await foundBy(path, spoken));
  return found;
}

/** What an agent types during a call, and the people that the search must find. */
describe('[FIND-01, FIND-02, FIND-03] the searches of people, bookings and payments find the people that a caller names', () => {
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
    ['sharmaji', 'Deepak'],
    ['Sharma-ji', 'Deepak'],
    ['दीपक जी', 'Deepak'],
    ['Smt. Deshmukhsaheb', 'Jyotsna'],
    ['guptaji', 'Raju'],
    ['गुप्ताजी', 'Raju'],
    ['raju bhai', 'Raju'],
    ['Rajubhai', 'Raju'],
    ['राजूभाई', 'Raju'],
    ['Sri Raju', 'Raju'],
    ['Bhavesh bhai', 'Bhavesh'],
    ['Bhaveshbhai Patel', 'Bhavesh'],
    ['भावेश पटेल', 'Bhavesh'],
    ['Jotsna', 'Jyotsna'],
    ['জ্যোৎস্না', 'Jyotsna'],
    ['ஜோத்ஸ்னா', 'Jyotsna'],
    ['Subroto', 'Subrata'],
    ['Shubrata Chakravarty', 'Subrata'],
    ['सुब्रत चक्रवर्ती', 'Subrata'],
    ['Subho Ray', 'Shubho'],
    ['শুভ রায়', 'Shubho'],
    ['দেবযানী', 'Debjani'],
    ['Devjani Mukharji', 'Debjani'],
    ['মুখার্জি', 'Debjani'],
    ['Prasath', 'Prasad'],
    ['Prasad Murugan', 'Prasad'],
    ['मुरुगन', 'Prasad'],
    ['Lokkhi', 'Lakshmi', 'Letchumi'],
    ['லட்சுமி வெங்கடேசன்', 'Lakshmi'],
    ['Laxmi Narayanan', 'Letchumi'],
    ['Jogesh Jadav', 'Yogesh'],
    ['योगेश जाधव', 'Yogesh'],
    ['যোগেশ', 'Yogesh'],
    ['Amrita Gaekwad', 'Amruta'],
    ['அம்ரிதா', 'Amruta'],
    ['Fransis', 'Francis'],
    ['फ्रांसिस राव', 'Francis'],
    ['noor ul haq', 'Noor'],
    ['noor-ul-haq', 'Noor'],
    ['Nur ul Haq', 'Noor'],
    ['zeb-un-nisa', 'Zeb'],
    ['zeb un nissa', 'Zeb'],
    ['jp zutshi', 'Zutshi'],
    ['J P Zutshi', 'Zutshi'],
    ['kr zarapkar', 'Zarapkar'],
    ['K.R. Zarapkar', 'Zarapkar'],
    ['ravi vk zamorin', 'Zamorin'],
    ['98765/43210', 'Prasad'],
    ['98765, 43210', 'Prasad'],
    ['+91 (0) 98765-43210 ext 12', 'Prasad'],
    ['plus 91 98765 43210', 'Prasad'],
    ['९८१११ २२३३५', 'Raju'],
    ['98111 22334 / 98111 22335', 'Raju'],
    ['98111 22335, 90070 08009', 'Raju', 'Subrata'],
    ['022-25678901/02', 'Jyotsna'],
    ['मोबाइल नंबर 98200 12345', 'Bhavana'],
    ['போன் 94440 55667', 'Senthil'],
  ])('%j', async (spoken, ...people) => {
    const sorted = people.toSorted();
    expect(await foundInEachList(spoken)).toEqual(LISTS.map(() => sorted));
  });
});

describe('[BOOK-15] the booking search finds a spoken amount', () => {
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

describe('[BOOK-15] the booking search finds a spoken day', () => {
  it.each(['4 March', '04/03/2026', '4/3/26', '4th march 2026', 'Mar 4', '4 मार्च', '2026-03-04'])(
    '%j',
    async (spoken) => {
      expect(await foundBy('/booking/admin/booking', spoken)).toEqual(['Senthil']);
    },
  );
});

describe('[FIND-01] the booking search finds an id as it is read aloud', () => {
  it.each(['b0 0000 03', '00b0 0000 03', 'booking no. 00b00000 03', 'ID: 00 b0 00 00 03', '# 00b0-0000-03'])(
    '%j',
    async (spoken) => {
      expect(await foundBy('/booking/admin/booking', spoken)).toEqual(['Senthil']);
    },
  );
});
