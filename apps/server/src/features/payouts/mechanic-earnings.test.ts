import { once } from 'node:events';
import { get } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';
import { moneyRecords } from '../../testing/money-records.ts';

const test = fileApplication({ now: new Date('2026-11-05T03:35:00Z') });

const NEVER = '65f0000000000000000000a0';
const RAVI = '65f0000000000000000000a1';
const SITA = '65f0000000000000000000a2';
const GONE = '65f0000000000000000000a3';
const UNKNOWN_MECHANIC = '65f0000000000000000000a4';
const BUSY = '65f0000000000000000000a5';
const BOOKING = '65f0000000000000000000b1';
/** More rows than one database page of the response. */
const BUSY_PAYMENTS = 2_300;

const paymentId = (number: number) => `65f0000000000000000c${number.toString(16).padStart(4, '0')}`;

beforeAll(async () => {
  const records = moneyRecords(test);
  await records.rates(10, 4900);
  await records.mechanic(NEVER, { name: 'Never Paid' });
  await records.mechanic(RAVI, { name: 'Ravi "the" Kumar', phone: '9876543210' });
  await records.mechanic(SITA, { name: 'सीता' });
  await records.mechanic(GONE, { name: 'Gone' });
  await records.mechanic(UNKNOWN_MECHANIC, { record_state: 'stub', status: null });
  await records.mechanic(BUSY, { name: 'Busy' });
  await records.booking(BOOKING, { mechanic_id: RAVI, platform_fee_paise: 1000 });
  await records.payment(paymentId(1), {
    booking_id: BOOKING,
    amount_paise: 100_000,
    transacted_at: '2026-02-01T10:00:00Z',
  });
  await records.payment(paymentId(2), {
    booking_id: BOOKING,
    amount_paise: 50_050,
    method: 'cash',
    transacted_at: '2026-02-02T10:00:00Z',
  });
  await records.payment(paymentId(3), { mechanic_id: SITA, amount_paise: 20_000, method: 'cash' });
  await records.payment(paymentId(4), { mechanic_id: UNKNOWN_MECHANIC, amount_paise: 10_000, transacted_at: null });
  await test.sql(
    `INSERT INTO payments (id, mechanic_id, amount_paise, status, method, created_at)
     SELECT '65f1' || lpad(to_hex(n), 20, '0'), $1, 10000 + n, 'paid', 'upi', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
     FROM generate_series(1, $2::int) AS n`,
    [BUSY, BUSY_PAYMENTS],
  );
  await records.post();
  await test.send('POST', '/booking/create/apyout', {
    mechanicid: RAVI,
    transaction_id: 'UTR1',
    amount: '100.5',
    paymentmethod: 'online',
  });
  await records.payment(paymentId(1), {
    booking_id: BOOKING,
    amount_paise: 100_000,
    status: 'refunded',
    transacted_at: '2026-02-01T10:00:00Z',
  });
  await records.post();
  await test.send('DELETE', `/mechanic/deletemechnic/${GONE}`);
});

interface Listed {
  readonly mechanicId: string;
  readonly totalNetEarning: number;
  readonly totalPayout: number;
  readonly totalPendingCommission: number;
  readonly totalCashKept: number;
  readonly netBalance: number;
  readonly earnings: readonly {
    readonly netEarning: number;
    readonly paymentMethod: string;
    readonly commission: number;
    readonly platformFee: number;
  }[];
  readonly payouts: readonly { readonly amount: number }[];
}
const everyone = async () =>
  (await test.get('/booking/earning/mechanic')).body as { success: boolean; data: Listed[] };
const paise = (rupees: number) => Math.round(rupees * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + paise(amount), 0);

describe('the earnings of every mechanic', () => {
  it('[API-07] contain complete histories with API field names', async () => {
    const { success, data } = await everyone();
    expect(success).toBe(true);
    expect(data.find(({ mechanicId }) => mechanicId === RAVI)).toEqual({
      mechanicId: RAVI,
      name: 'Ravi "the" Kumar',
      phone: '9876543210',
      totalNetEarning: 450.45,
      totalPayout: 100.5,
      totalPendingCommission: 50.05,
      totalCashKept: 450.45,
      netBalance: -150.55,
      earnings: [
        {
          transactionDate: '2026-02-01T10:00:00.000Z',
          bookingId: BOOKING,
          paymentMethod: 'upi',
          grossEarning: 1000,
          commission: 100,
          platformFee: 10,
          netEarning: 890,
        },
        {
          transactionDate: '2026-02-02T10:00:00.000Z',
          bookingId: BOOKING,
          paymentMethod: 'cash',
          grossEarning: 500.5,
          commission: 50.05,
          platformFee: 0,
          netEarning: 450.45,
        },
        {
          transactionDate: expect.any(String),
          bookingId: BOOKING,
          paymentMethod: 'upi',
          grossEarning: -1000,
          commission: -100,
          platformFee: -10,
          netEarning: -890,
        },
      ],
      payouts: [{ payoutDate: '2026-11-05T03:35:00.000Z', transactionId: 'UTR1', amount: 100.5 }],
    });
  });

  it('[API-07, PAYO-08] have totals that equal the sums of their histories of any length', async () => {
    const { data } = await everyone();
    for (const { earnings, payouts, ...totals } of data) {
      const cash = earnings.filter(({ paymentMethod }) => paymentMethod === 'cash');
      expect(paise(totals.totalNetEarning), totals.mechanicId).toBe(
        sum(earnings.map(({ netEarning }) => netEarning)),
      );
      expect(paise(totals.totalCashKept)).toBe(sum(cash.map(({ netEarning }) => netEarning)));
      expect(paise(totals.totalPendingCommission)).toBe(
        sum(cash.flatMap(({ commission, platformFee }) => [commission, platformFee])),
      );
      expect(paise(totals.totalPayout)).toBe(sum(payouts.map(({ amount }) => amount)));
      expect(paise(totals.netBalance)).toBe(
        paise(totals.totalNetEarning) -
          paise(totals.totalCashKept) -
          paise(totals.totalPendingCommission) -
          paise(totals.totalPayout),
      );
    }
    expect(data.find(({ mechanicId }) => mechanicId === BUSY)?.earnings).toHaveLength(BUSY_PAYMENTS);
  });

  it('[API-07, MECH-13] include every mechanic with a full record, and others that have a balance', async () => {
    const { data } = await everyone();
    expect(data.map(({ mechanicId }) => mechanicId)).toEqual([NEVER, RAVI, SITA, UNKNOWN_MECHANIC, BUSY]);
    expect(data[0]).toMatchObject({ totalNetEarning: 0, netBalance: 0, earnings: [], payouts: [] });
    expect(data[3]).toMatchObject({
      name: null,
      phone: null,
      netBalance: 41,
      earnings: [{ transactionDate: null, netEarning: 41 }],
    });
  });

  it('[API-07] are streamed, and the stream ends when the client closes the connection', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const address = test.app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const path = '/api/v1/booking/earning/mechanic';
    const asked = get({ host: '127.0.0.1', port, path, headers: { token: test.token }, agent: false });
    const [response] = await once(asked, 'response');
    const [first] = await once(response, 'data');
    expect(first.length).toBeGreaterThan(0);
    asked.on('error', () => undefined).destroy();
    expect((await everyone()).data).toHaveLength(5);
  });
});

describe('the payout summary', () => {
  it('[API-17, PAYO-01] has the same mechanics and totals as the earnings', async () => {
    const { data } = await everyone();
    const { body } = await test.get('/admin/payouts/summary');
    const column = (key: keyof Listed | 'name' | 'phone') => data.map((row): unknown => Reflect.get(row, key));
    expect(body).toEqual({
      status: true,
      mechanicId: column('mechanicId'),
      name: column('name'),
      phone: column('phone'),
      totalNetEarning: column('totalNetEarning'),
      totalPayout: column('totalPayout'),
      totalPendingCommission: column('totalPendingCommission'),
      totalCashKept: column('totalCashKept'),
      reserved: [],
      onItsWay: [],
    });
  });
});

describe('the ledger entries behind a sum', () => {
  const explain = async (name: string, query: Record<string, string> = {}) =>
    (await test.get('/admin/ledger', { sum: name, limit: '100', ...query })).body;

  it.each([
    ['earned', 'net', 3, 450.45],
    ['cashKept', 'net', 1, 450.45],
    ['paidOut', 'paidOut', 1, 100.5],
    ['balance', 'balance', 4, -150.55],
  ])('[API-17] add up to the returned sum for %s of a mechanic', async (name, part, total, amount) => {
    const body = await explain(name, { mechanic: RAVI });
    expect(body).toMatchObject({ status: true, total, sum: amount });
    expect(sum(body.data.map((row: Record<string, number>) => row[part] ?? 0))).toBe(paise(amount));
    expect(new Set(body.data.map((row: { mechanicId: string }) => row.mechanicId))).toEqual(new Set([RAVI]));
  });

  it('[API-17] add up to pendingCommission, the sum of the commissions and fees of all cash entries', async () => {
    const body = await explain('pendingCommission');
    expect(body).toMatchObject({ total: 2, sum: 50.05 + 69 });
    expect(
      sum(
        body.data.flatMap((row: { commission: number; platformFee: number }) => [row.commission, row.platformFee]),
      ),
    ).toBe(paise(50.05 + 69));
    expect(body.data[0]).toMatchObject({
      kind: 'earning',
      method: 'cash',
      mechanicName: 'Ravi "the" Kumar',
      commissionPercent: 10,
      isStated: false,
    });
  });

  it('[API-17] are returned in pages for all mechanics, newest first, with the sum over all pages', async () => {
    const { data } = await everyone();
    const whole = await explain('earned', { limit: '100', page: '1' });
    expect(whole).toMatchObject({ total: BUSY_PAYMENTS + 5, totalPages: 24 });
    expect(paise(whole.sum)).toBe(sum(data.map(({ totalNetEarning }) => totalNetEarning)));
    const last = await explain('earned', { limit: '100', page: '24' });
    expect(last.data).toHaveLength(5);
    expect(last.data.at(-1)).toMatchObject({ mechanicId: UNKNOWN_MECHANIC, occurredAt: null });
  });

  it('[API-17] return 400 for an unknown sum', async () => {
    expect((await test.get('/admin/ledger', { sum: 'profit' })).body.errors[0].field).toBe('sum');
  });

  it('[API-17, PAYO-04] are returned in pages for the earnings of one mechanic', async () => {
    const { body } = await test.get(`/admin/mechanics/${BUSY}/earnings`, { page: '3', limit: '50' });
    expect(body).toMatchObject({ total: BUSY_PAYMENTS, totalPages: 46, currentPage: 3 });
    expect(body.data[0]).toMatchObject({ gross: 122, kind: 'earning' });
  });
});
