import { describe, expect, it } from 'vitest';
import { booksUnderTest } from '../../testing/books-under-test.ts';

const books = booksUnderTest();
const { get, sql } = books;

const NOTHING = {
  ...{ commission: 0, platformFee: 0, reversed: 0, credits: 0, debits: 0, netIncome: 0 },
  ...{ difference: 0, loyaltyGranted: 0, loyaltyPaid: 0 },
};
const income = async (query: Record<string, string>) => (await get('/admin/income', query)).body;

describe('[CLOS-02] the platform’s income', () => {
  it('is summed by month of the books, with adjustments as cost and with reversals', async () => {
    const { data, total } = await income({ from: '2025-09', to: '2025-12' });
    expect(data).toEqual([
      { month: '2025-09', ...NOTHING },
      // 10 % of ₹1,234.55, the fee of ₹49, and the imported row.
      {
        ...NOTHING,
        ...{
          month: '2025-10',
          commission: 213.46,
          platformFee: 59,
          netIncome: 272.46,
          difference: 50,
        },
      },
      // The cash payment on 1 November in India, and the payment that is refunded later.
      { ...NOTHING, month: '2025-11', commission: 173.46, platformFee: 98, netIncome: 271.46 },
      // The late payment of November, a credit of ₹50 and a debit of ₹30.
      {
        ...NOTHING,
        ...{
          month: '2025-12',
          commission: 20,
          platformFee: 49,
          credits: 50,
          debits: 30,
          netIncome: 20 + 49 - 50 + 30,
        },
      },
    ]);
    expect(total).toEqual({
      ...NOTHING,
      ...{ commission: 406.92, platformFee: 206, credits: 50, debits: 30, netIncome: 592.92, difference: 50 },
    });
  });

  it('includes refunds, and loyalty granted and paid out, in the month in which they happen', async () => {
    const month = await books.presentMonth();
    const { data } = await income({ from: month, to: month });
    // 200 + 50 are granted; 250 is paid, returned and paid again.
    expect(data).toEqual([
      {
        ...{ ...NOTHING, month, commission: -50, platformFee: -49, reversed: -99, netIncome: -99 },
        ...{ loyaltyGranted: 250, loyaltyPaid: 250 },
      },
    ]);
  });

  it('covers the last 12 months by default, in the business time zone', async () => {
    const months = async (query = {}) => (await income(query)).data.map(({ month }: { month: string }) => month);
    expect(await months()).toEqual([
      '2025-01',
      ...['2025-02', '2025-03', '2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10'],
      ...['2025-11', '2025-12'],
    ]);
    expect(await months({ to: '2024-02' })).toEqual(expect.arrayContaining(['2023-03', '2024-02']));
    expect(await months({ from: '2025-11' })).toEqual(['2025-11', '2025-12']);
    books.test.clock.now = new Date('2025-12-31T18:30:00Z');
    const token = await books.test.signIn();
    const { body } = await get('/admin/income', {}, token);
    expect(body.data.at(-1).month).toBe('2026-01');
    books.test.clock.now = new Date('2025-12-20T06:00:00Z');
  });

  it('rejects months that cannot be summed', async () => {
    const wrong = async (query: Record<string, string>) => {
      const { status, body } = await get('/admin/income', query);
      return [status, body.errors[0]];
    };
    expect(await wrong({ from: '2025-13' })).toEqual([
      400,
      { field: 'from', message: 'must be a month like 2026-02' },
    ]);
    expect(await wrong({ from: '2025-02', to: '2025-01' })).toEqual([
      400,
      { field: 'to', message: 'must not be before from' },
    ]);
    expect(await wrong({ from: '1990-01', to: '2025-01' })).toEqual([
      400,
      { field: 'from', message: 'must be at most 120 months back' },
    ]);
  });

  it('is exported with its total, and the export is logged', async () => {
    const rows = await books.table('income', { from: '2025-10', to: '2025-12' });
    expect(rows.map((row) => [row['Month'], row['Net income (INR)'], row['Credits to mechanics (INR)']])).toEqual([
      ['2025-10', '272.46', '0'],
      ['2025-11', '271.46', '0'],
      ['2025-12', '49', '-50'],
      ['Total', '592.92', '-50'],
    ]);
    const logged = await sql("SELECT changes FROM activity WHERE action = 'exported' ORDER BY id DESC LIMIT 1");
    expect(logged.rows[0].changes.map(({ after }: { after: unknown }) => after)).toEqual([
      'income',
      '2025-10',
      '2025-12',
      4,
    ]);
  });
});

describe('[CLOS-02, EDIT-01] a journal account', () => {
  const accounts = async () => (await get('/admin/income/accounts')).body.data;
  const update = (id: string, body: object, options: { role?: 'viewer' | 'finance'; etag?: string } = {}) =>
    books.test.signIn(options.role ?? 'finance').then((token) =>
      books.test.call('PATCH', `/admin/income/accounts/${id}`, {
        token,
        body,
        ...(options.etag ? { headers: { 'if-match': options.etag } } : {}),
      }),
    );

  it('has a code and a name by default, one account for each purpose', async () => {
    expect(
      (await accounts()).map(({ purpose, code, name }: Record<string, string>) => [code, purpose, name]),
    ).toEqual([
      ['1010', 'bank', 'Bank'],
      ['1020', 'gateway_clearing', 'Payment gateway clearing'],
      ['2010', 'mechanics_payable', 'Payable to mechanics'],
      ['2020', 'wallets_payable', 'Wallets payable'],
      ['3010', 'opening_balances', 'Opening balances of wallets'],
      ['4010', 'commission_income', 'Commission income'],
      ['4020', 'platform_fee_income', 'Platform fee income'],
      ['5010', 'adjustments', 'Adjustments of balances'],
      ['5020', 'loyalty_expense', 'Loyalty expense'],
      ['5030', 'differences', 'Differences of imported earnings'],
    ]);
  });

  it('can be renamed, with trimmed text and a log entry; saving an outdated version returns 412', async () => {
    const [bank] = await accounts();
    const changed = await update(bank._id, { name: '  HDFC current account  ' }, { etag: bank._etag });
    expect(changed.body.data).toMatchObject({ code: '1010', name: 'HDFC current account', purpose: 'bank' });
    const late = await update(bank._id, { name: 'Other' }, { etag: bank._etag });
    expect([late.status, late.body.changes.map(({ field }: { field: string }) => field)]).toEqual([412, ['name']]);
    const { rows } = await sql("SELECT action, changes FROM activity WHERE entity = 'ledger_account'");
    expect(rows).toEqual([
      { action: 'updated', changes: [{ field: 'name', before: 'Bank', after: 'HDFC current account' }] },
    ]);
    const [line] = (await books.table('journal')).filter((each) => each['Account code'] === '1010');
    expect(line?.['Account name']).toBe('HDFC current account');
  });

  it('cannot have the code of another account, in any letter case, and the error names that account', async () => {
    const [bank, gateway] = await accounts();
    const taken = await update(bank._id, { code: gateway.code });
    const message = `The code ${gateway.code} is in use by the account "${gateway.name}". Choose another one.`;
    expect([taken.status, taken.body.message, taken.body.errors]).toEqual([
      409,
      message,
      [{ field: 'code', message }],
    ]);
    expect((await update(gateway._id, { code: 'Pg-1' })).status).toBe(200);
    expect((await update(bank._id, { code: ' pG-1 ' })).status).toBe(409);
    expect((await update(gateway._id, { code: 'PG-1' })).status).toBe(200);
    expect((await update(gateway._id, { code: gateway.code })).status).toBe(200);
    const both = await Promise.all([bank, gateway].map(({ _id }) => update(_id, { code: '9090' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const { _id, code } of [bank, gateway]) expect((await update(_id, { code })).status).toBe(200);
  });

  it('keeps a code shared with another account from before codes were unique, until the code is changed', async () => {
    const [bank, gateway] = await accounts();
    await sql('ALTER TABLE ledger_accounts DISABLE TRIGGER require_free_account_code');
    await sql('UPDATE ledger_accounts SET code = $2 WHERE id = $1', [gateway._id, bank.code]);
    await sql('ALTER TABLE ledger_accounts ENABLE TRIGGER require_free_account_code');
    expect((await update(gateway._id, { name: 'Gateway', code: bank.code })).status).toBe(200);
    expect((await update(gateway._id, { name: gateway.name, code: gateway.code })).status).toBe(200);
    expect((await update(gateway._id, { code: bank.code })).status).toBe(409);
  });

  it('returns 400 for an empty or too long value, and 403 for users who may not move money', async () => {
    const [bank] = await accounts();
    for (const body of [{ code: '  ' }, { code: 'x'.repeat(41) }, { name: '' }, { name: 'x'.repeat(101) }])
      expect((await update(bank._id, body)).status, JSON.stringify(body)).toBe(400);
    expect((await update(bank._id, { code: 'x'.repeat(40), name: 'x'.repeat(100) })).status).toBe(200);
    expect((await update(bank._id, { name: 'Bank' }, { role: 'viewer' })).status).toBe(403);
    expect((await update('65f00000000000000000dead', { name: 'Bank' })).status).toBe(404);
  });
});
