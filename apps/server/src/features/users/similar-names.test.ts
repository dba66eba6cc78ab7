import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const test = fileApplication();

const newId = (kind: string, number: number) => `6a00000000000000${kind}${String(number).padStart(6, '0')}`;
const CUSTOMERS = ['Bhavana Patil', 'भावना शर्मा', 'பாவனா', 'Mohammed Rafi', 'ভাবনা দাস', 'José D’Souza'];
const [BOOKING, PAYMENT] = [newId('b0', 1), newId('f0', 1)];

beforeAll(async () => {
  const headers = await serviceKeyHeader(test.database, 'users', 'mechanics', 'bookings', 'payments');
  const ingest = (collection: string, ...body: object[]) =>
    test.call('POST', `/ingest/${collection}`, { headers, body });
  await ingest(
    'users',
    ...CUSTOMERS.map((name, index) => ({ _id: newId('c0', index), name, phone_number: `+91 98200-1234${index}` })),
  );
  await ingest('mechanics', { _id: newId('d0', 1), name: 'Lakshmi Iyer', status: 'approve' });
  await ingest('bookings', { _id: BOOKING, userid: newId('c0', 0), mechanicid: newId('d0', 1), totalamount: 100 });
  await ingest('payments', { _id: PAYMENT, bookingId: BOOKING, userId: newId('c0', 0), amount: 100 });
});

async function find(path: string, search: string): Promise<{ names: string[]; similar: unknown; total: number }> {
  const { status, body } = await test.get(path, { search });
  expect(status).toBe(200);
  const names = body.data.map(({ name, _id }: { name?: string; _id: string }) => name ?? _id);
  return { names: names.sort(), similar: body.similar, total: body.totalUsers ?? body.total };
}
const customers = (search: string) => find('/user/allusers', search);

describe('[FIND-03] the lists with similar names', () => {
  it.each([
    ['Bhavna', ['Bhavana Patil', 'भावना शर्मा', 'பாவனா', 'ভাবনা দাস']],
    ['bhawna paatil', ['Bhavana Patil']],
    ['Muhamed Rafy', ['Mohammed Rafi']],
    ['ભાવના', ['Bhavana Patil', 'भावना शर्मा', 'பாவனா', 'ভাবনা দাস']],
    ['Mohd Raffi', ['Mohammed Rafi']],
    ['मोहम्मद रफी', ['Mohammed Rafi']],
    ['Mohammed Rafit', ['Mohammed Rafi']],
  ])('find customers with names that sound like %s', async (search, names) => {
    expect(await customers(search)).toEqual({ names: names.sort(), similar: true, total: names.length });
  });

  it('find nothing similar when there is an exact match or the text is not a name', async () => {
    expect(await customers('Bhavana')).toEqual({ names: ['Bhavana Patil'], similar: undefined, total: 1 });
    for (const search of ['7777777777', 'bhavna@example.in', 'Xyzzy'])
      expect([search, await customers(search)]).toEqual([search, { names: [], similar: undefined, total: 0 }]);
  });

  it('find mechanics, bookings and payments of people with similar names', async () => {
    expect(await find('/mechanic/allmechnic', 'Laxmi Ayyar')).toMatchObject({
      names: ['Lakshmi Iyer'],
      similar: true,
    });
    for (const search of ['Bhavna Patil', 'laxmi'])
      expect(await find('/booking/admin/booking', search)).toEqual({ names: [BOOKING], similar: true, total: 1 });
    expect(await find('/booking/get/payments', 'Bhavna Patil')).toMatchObject({
      names: [PAYMENT],
      similar: true,
    });
  });
});

describe('[FIND-01, FIND-02] the list of customers', () => {
  it.each([
    ["jose d'souza", 5],
    ['JOSE\u0301', 5],
    ['ｊｏｓｅ', 5],
    ['भा\u200dवना', 1],
    ['+91-98200–12342 ext 4', 2],
    ['०९८२०० १२३४३', 3],
  ])('finds %j', async (search, index) => {
    expect(await customers(search)).toEqual({ names: [CUSTOMERS[index]], similar: undefined, total: 1 });
  });
});
