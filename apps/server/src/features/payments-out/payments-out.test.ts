import { beforeAll, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';

const test = fileApplication();

const id = (kind: string, number: number) => `65f0000000000000000${kind}${number.toString(16).padStart(4, '0')}`;
const [RAVI, MEENA] = [id('a', 1), id('b', 1)];
/** One payout a day from 1 September. The last payout is at the end of its day in India. */
const PAYOUTS = 120;

beforeAll(async () => {
  const { pool } = test.database;
  await pool.query(`INSERT INTO mechanics (id, name, phone) VALUES ($1, 'रवि कुमार Kumar', '+91 98765 43210')`, [
    RAVI,
  ]);
  await pool.query(
    `INSERT INTO users (id, name, phone, email) VALUES ($1, 'Meena Sharma', '9123456780', 'meena@example.in')`,
    [MEENA],
  );
  await pool.query(
    `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise, method, paid_at)
     SELECT '65f0000000000000000c' || lpad(to_hex(n), 4, '0'), $1, 'UTR-' || n, 'utr-' || n, n * 100, 'bank_transfer',
       timestamptz '2026-09-01T18:00:00Z' + (n - 1) * interval '1 day'
     FROM generate_series(1, $2::int) AS n`,
    [RAVI, PAYOUTS],
  );
  const loyalty = `INSERT INTO loyalty_payouts (id, user_id, mechanic_id, transaction_id, transaction_key, request_hash, amount_paise, paid_at)
    VALUES ($1, $2, $3, $4, lower($4), '', $5, $6)`;
  await pool.query(loyalty, [id('d', 1), MEENA, null, 'LOY_50%', 25_050, '2026-10-31T18:29:59Z']);
  await pool.query(loyalty, [id('d', 2), null, RAVI, 'LOYB', 10_000, '2026-10-31T18:30:00Z']);
  await pool.query(`INSERT INTO payouts (id, mechanic_id, amount_paise) VALUES ($1, $2, 700)`, [id('e', 1), RAVI]);
});

const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await test.get('/admin/payments-out', query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const ids = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id);

describe('the list of payments out', () => {
  it('[VIEW-01] contains payouts and loyalty payments, newest first, with payee, transaction id and the total', async () => {
    const body = await list({ limit: '100' });
    expect(body).toMatchObject({ total: PAYOUTS + 3, totalPages: 2, currentPage: 1 });
    expect(body.sum).toBe((PAYOUTS * (PAYOUTS + 1)) / 2 + 250.5 + 100 + 7);
    const [first] = body.data;
    expect(first).toEqual({
      _id: id('c', PAYOUTS),
      kind: 'payout',
      payeeKind: 'mechanic',
      payee: { _id: RAVI, name: 'रवि कुमार Kumar', phone_number: '+91 98765 43210', email: null },
      amount: PAYOUTS,
      paymentMethod: 'bank_transfer',
      transactionId: `UTR-${PAYOUTS}`,
      paidAt: '2026-12-29T18:00:00.000Z',
      requestedBy: null,
      ...{ voidOf: null, voidOfKind: null, voidedAt: null, voidedBy: null, voidReason: null },
    });
    expect(ids(await list({ limit: '100', page: '2' })).at(-1)).toBe(id('e', 1));
    expect(ids(await list({ sort: 'date', limit: '2' }))).toEqual([id('e', 1), id('c', 1)]);
  });

  it('[VIEW-01] filters by business days, both included, and totals the filtered rows', async () => {
    const october = await list({ from: '2026-10-01', to: '2026-10-31', limit: '100' });
    // The second loyalty payment is at midnight in India, so it belongs to 1 November.
    expect(october).toMatchObject({ total: 32, sum: (31 * (31 + 61)) / 2 + 250.5 });
    expect(await list({ from: '2026-10-01', to: '2026-10-31', kind: 'loyalty' })).toMatchObject({
      total: 1,
      sum: 250.5,
    });
    expect(await list({ from: '2026-11-01', to: '2026-11-01' })).toMatchObject({ total: 2, sum: 62 + 100 });
  });

  it.each([
    ['utr-12', [120, 12].map((number) => id('c', number))],
    ['50%', [id('d', 1), id('c', 50)]],
    ['y_50', [id('d', 1)]],
    ['loy-50', [id('d', 1)]],
    ['sharma meena', [id('d', 1)]],
    ['098765-43210', null],
    ['रवि', null],
    ['250.5', [id('d', 1)]],
    [`#${id('d', 2).slice(-6)}`, [id('d', 2)]],
    ['meena@example.in', [id('d', 1)]],
    ['nobody', []],
  ])('[VIEW-01] matches the search %j', async (search, found) => {
    const body = await list({ search, limit: '100' });
    if (found === null) expect(body.total).toBe(PAYOUTS + 2);
    else expect(ids(body)).toEqual(found);
    if (found?.length === 0) expect(body.sum).toBe(0);
  });

  it('[VIEW-02] has the same order on every page, whether counters are used or rows are read', async () => {
    const whole: string[] = [];
    for (const page of [1, 2]) whole.push(...ids(await list({ limit: '100', page: String(page) })));
    expect(new Set(whole).size).toBe(PAYOUTS + 3);
    for (const page of ['1', '9', '18', '25'])
      expect(ids(await list({ limit: '5', page }))).toEqual(whole.slice((Number(page) - 1) * 5, Number(page) * 5));
  });

  it('[OWN-02] returns one payment by its kind and id, and otherwise 404', async () => {
    const { body } = await test.get(`/admin/payments-out/loyalty/${id('d', 1)}`);
    expect(body.data).toMatchObject({
      kind: 'loyalty',
      payeeKind: 'customer',
      transactionId: 'LOY_50%',
      amount: 250.5,
    });
    for (const other of [`loyalty/${id('d', 9)}`, `payout/${id('d', 1)}`])
      expect((await test.get(`/admin/payments-out/${other}`)).status).toBe(404);
  });

  it('[VIEW-08] is exported with its filters', async () => {
    const { body } = await test.get('/admin/export/payments-out', {
      from: '2026-10-31',
      to: '2026-11-01',
      sort: 'date',
    });
    const lines = String(body).trim().split('\r\n');
    expect(lines[0]).toBe(
      'Paid,Kind,Transaction ID,Amount (INR),Method,Paid to,Payee,Payee ID,Phone,Requested by,Payment ID,Void of,Voided,Voided by,Void reason',
    );
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 4).join())).toEqual([
      '2026-10-31 23:30:00,payout,UTR-61,61',
      '2026-10-31 23:59:59,loyalty,LOY_50%,250.5',
      '2026-11-01 00:00:00,loyalty,LOYB,100',
      '2026-11-01 23:30:00,payout,UTR-62,62',
    ]);
  });
});
