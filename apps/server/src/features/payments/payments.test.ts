import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication();

const [CUSTOMER, MECHANIC, BOOKING] = [
  '65f0000000000000000000a1',
  '65f0000000000000000000a2',
  '65f0000000000000000000b1',
];
const paymentId = (number: number) => `65f0000000000000000c${number.toString(16).padStart(4, '0')}`;
const { sql } = test;

beforeAll(async () => {
  await sql(
    `INSERT INTO users (id, name, email, phone) VALUES ($1, 'Meena Sharma', 'meena@example.in', '9123456780')`,
    [CUSTOMER],
  );
  await sql(`INSERT INTO mechanics (id, name, phone) VALUES ($1, 'Ravi Kumar', '9876543210')`, [MECHANIC]);
  await sql('INSERT INTO bookings (id) VALUES ($1)', [BOOKING]);
  // Payment 30 is the newest. Three out of four payments are paid.
  for (let number = 1; number <= 30; number += 1)
    await sql(
      `INSERT INTO payments (id, booking_id, customer_id, mechanic_id, amount_paise, method, status, type, total_paise, discount_paise,
         paid_paise, due_paise, transacted_at, created_at)
       VALUES ($1, $2, $3, $4, $5, 'upi', $6, 'full payment', 30000, 500, 25000, 4500, $7, '2026-01-01T00:00:00Z')`,
      [
        paymentId(number),
        BOOKING,
        CUSTOMER,
        MECHANIC,
        number * 1050,
        number % 4 === 0 ? 'refunded' : 'paid',
        `2026-02-01T10:${String(number).padStart(2, '0')}:00Z`,
      ],
    );
  await sql(
    `INSERT INTO payments (id, status, screenshot, created_at) VALUES ($1, 'pending', '/files/documents/${'a'.repeat(32)}.webp', '2026-03-01T00:00:00Z')`,
    [paymentId(999)],
  );
  await sql(`INSERT INTO payments (id, record_state) VALUES ($1, 'stub')`, [paymentId(1000)]);
});

const list = async (query: Record<string, string> = {}) => (await test.get('/booking/get/payments', query)).body;
const _ids = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id);

describe('the list of payments', () => {
  it('[VIEW-01] includes the last possible instant when the range has no end', async () => {
    await sql(`INSERT INTO payments (id, transacted_at) VALUES ($1, '9999-12-31T23:59:59Z')`, [paymentId(998)]);
    const page = async (query: Record<string, string>) => {
      const body = await list({ from: '2026-07-21', ...query });
      return [body.total, _ids(body)];
    };
    expect(await page({})).toEqual([1, [paymentId(998)]]);
    expect(await page({ sort: 'amount' })).toEqual([1, [paymentId(998)]]);
    expect(await page({ page: '60' })).toEqual([1, []]);
    await sql('DELETE FROM payments WHERE id = $1', [paymentId(998)]);
  });

  it('[API-08] has the newest first with API field names, and includes customer and mechanic', async () => {
    const body = await list({ limit: '2' });
    expect(body).toMatchObject({
      status: true,
      total: 31,
      totalPages: 16,
      currentPage: 1,
      message: 'Payments fetched successfully',
    });
    expect(body.data[1]).toEqual({
      _id: paymentId(30),
      bookingId: BOOKING,
      amount: 315,
      paymentMethod: 'upi',
      status: 'paid',
      type: 'full payment',
      transactionDate: '2026-02-01T10:30:00.000Z',
      createdAt: '2026-01-01T00:00:00.000Z',
      paymentscreenshot: null,
      userId: { _id: CUSTOMER, name: 'Meena Sharma', phone_number: '9123456780', email: 'meena@example.in' },
      mechnaicId: { _id: MECHANIC, name: 'Ravi Kumar', phone_number: '9876543210', email: null },
      paymentDetails: { totalAmount: 300, discount: 5, paidAmount: 250, dueAmount: 45 },
    });
  });

  it('[API-08] returns null for missing values, and a signed link for a screenshot that Wayside stores', async () => {
    const { data } = await list({ limit: '1' });
    expect(data[0]).toMatchObject({
      _id: paymentId(999),
      bookingId: null,
      userId: null,
      mechnaicId: null,
      amount: null,
    });
    expect(data[0].paymentscreenshot).toMatch(
      /^\/files\/documents\/a{32}\.webp\?expires=\d+&session=[0-9a-f]{24}&key=[0-9a-f]{16}&signature=/,
    );
  });

  it('[BOOK-14] filters by booking or customer, with pages and in combination with a status', async () => {
    const other = '65f0000000000000000000b2';
    expect(await list({ bookingId: BOOKING, page: '3' })).toMatchObject({ total: 30, totalPages: 3 });
    expect(await list({ bookingId: BOOKING, status: 'refunded' })).toMatchObject({ total: 7 });
    expect(await list({ userId: CUSTOMER, bookingId: BOOKING })).toMatchObject({ total: 30 });
    expect(await list({ userId: other })).toMatchObject({ total: 0, data: [] });
    expect((await test.get('/booking/get/payments', { bookingId: 'x' })).status).toBe(400);
  });
});

it('[API-17] returns one payment by id', async () => {
  const read = (id: string) => test.get(`/admin/payments/${id}`);
  expect((await read(paymentId(7))).body.data).toMatchObject({ _id: paymentId(7), amount: 73.5 });
  expect((await read(paymentId(1000))).status).toBe(404);
});
