import { describe, expect, it } from 'vitest';
import { booksUnderTest, CUSTOMER, RAVI, SITA } from '../../testing/books-under-test.ts';
import { moneyRecords } from '../../testing/money-records.ts';

const books = booksUnderTest();
const { sql, table } = books;

type Line = Record<string, string>;
const paise = (rupees: string | undefined) => Math.round(Number(rupees ?? 0) * 100);
const debitOf = (line: Line) => paise(line['Debit (INR)']);
const creditOf = (line: Line) => paise(line['Credit (INR)']);
/** Returns debits less credits for each account. */
const sums = (lines: readonly Line[]) => {
  const found: Record<string, number> = {};
  for (const line of lines) {
    const name = line['Account name'] ?? '';
    found[name] = (found[name] ?? 0) + debitOf(line) - creditOf(line);
  }
  return found;
};
function grouped(lines: readonly Line[]): Map<string, Line[]> {
  const found = new Map<string, Line[]>();
  for (const line of lines) found.set(line['Entry'] ?? '', [...(found.get(line['Entry'] ?? '') ?? []), line]);
  return found;
}
/** Formats a line as "Bank Dr 100". */
const short = (line: Line) =>
  `${line['Account name']} ${debitOf(line) > 0 ? `Dr ${line['Debit (INR)']}` : `Cr ${line['Credit (INR)']}`}`;
const linesOf = (lines: readonly Line[], field: string, value: string, kind: string) =>
  lines.filter((line) => line[field] === value && line['Kind'] === kind).map(short);

describe('[CLOS-02] the journal', () => {
  it('balances as a whole and for each entry, without negative amounts or empty lines', async () => {
    const lines = await table('journal');
    expect(lines.reduce((sum, line) => sum + debitOf(line) - creditOf(line), 0)).toBe(0);
    for (const [entry, own] of grouped(lines))
      expect(
        own.reduce((sum, line) => sum + debitOf(line) - creditOf(line), 0),
        entry,
      ).toBe(0);
    for (const line of lines) {
      expect([debitOf(line) > 0, creditOf(line) > 0].filter(Boolean), JSON.stringify(line)).toHaveLength(1);
      expect(Math.min(debitOf(line), creditOf(line))).toBe(0);
    }
    const { rows } = await sql(
      'SELECT (SELECT count(*) FROM ledger_entries) + (SELECT count(*) FROM wallet_entries) AS count',
    );
    expect(grouped(lines).size).toBe(Number(rows[0].count));
  });

  it('posts each kind of entry to its accounts', async () => {
    const lines = await table('journal');
    const payment = (number: number, kind: string) =>
      linesOf(lines, 'Payment ID', `65f0000000000000000d000${number}`, kind);
    expect(payment(1, 'platform_earning')).toEqual([
      'Payment gateway clearing Dr 1234.55',
      'Payable to mechanics Cr 1062.09',
      'Commission income Cr 123.46',
      'Platform fee income Cr 49',
    ]);
    expect(payment(2, 'cash_earning')).toEqual([
      'Payable to mechanics Dr 172.46',
      'Commission income Cr 123.46',
      'Platform fee income Cr 49',
    ]);
    expect(payment(3, 'platform_earning_reversal')).toEqual([
      'Payable to mechanics Dr 401',
      'Commission income Dr 50',
      'Platform fee income Dr 49',
      'Payment gateway clearing Cr 500',
    ]);
    expect(lines.filter((line) => line['Account name'] === 'Differences of imported earnings').map(short)).toEqual([
      'Differences of imported earnings Cr 50',
    ]);
    expect(linesOf(lines, 'Mechanic ID', RAVI, 'adjustment')).toEqual([
      'Adjustments of balances Dr 50',
      'Payable to mechanics Cr 50',
    ]);
    expect(linesOf(lines, 'Mechanic ID', SITA, 'adjustment')).toEqual([
      'Payable to mechanics Dr 30',
      'Adjustments of balances Cr 30',
    ]);
    expect(linesOf(lines, 'Transaction ID', 'UTR-2', 'payout')).toEqual([
      'Payable to mechanics Dr 200',
      'Bank Cr 200',
    ]);
    expect(linesOf(lines, 'Transaction ID', 'UTR-2', 'payout_reversal')).toEqual([
      'Bank Dr 200',
      'Payable to mechanics Cr 200',
    ]);
    const wallet = (kind: string) => linesOf(lines, 'Customer ID', CUSTOMER, kind);
    expect(wallet('opening')).toEqual(['Opening balances of wallets Dr 200', 'Wallets payable Cr 200']);
    expect(wallet('source_change')).toEqual(['Loyalty expense Dr 50', 'Wallets payable Cr 50']);
    expect(linesOf(lines, 'Transaction ID', 'LOYAL-1', 'loyalty_payout')).toEqual([
      'Wallets payable Dr 250',
      'Bank Cr 250',
    ]);
    expect(linesOf(lines, 'Transaction ID', 'LOYAL-1', 'void')).toEqual(['Bank Dr 250', 'Wallets payable Cr 250']);
  });

  it('matches balances, wallets and income, by account', async () => {
    const totals = sums(await table('journal'));
    const { rows } = await sql(
      `SELECT (SELECT sum(balance_paise) FROM mechanic_balances) AS balances, (SELECT sum(wallet_paise) FROM users) AS wallets`,
    );
    expect(totals['Payable to mechanics']).toBe(-Number(rows[0].balances));
    expect(totals['Wallets payable'] ?? 0).toBe(-Number(rows[0].wallets) || 0);
    const { total } = (await books.get('/admin/income', { from: '2025-01', to: await books.presentMonth() })).body;
    expect([
      totals['Commission income'],
      totals['Platform fee income'],
      totals['Adjustments of balances'],
      totals['Differences of imported earnings'],
    ]).toEqual(
      [-total.commission, -total.platformFee, total.credits - total.debits, -total.difference].map((each) =>
        Math.round(each * 100),
      ),
    );
  });

  it('matches the entries of closed days, and states the day that a late entry belongs to', async () => {
    const of = (from: string, to: string) => table('journal', { from, to });
    const changes = async (from: string, until: string) => {
      const { rows } = await sql(
        `SELECT sum(balance_paise)::bigint AS paise FROM ledger_entries
         WHERE coalesce(booked_at, least(occurred_at, recorded_at)) >= $1 AND coalesce(booked_at, least(occurred_at, recorded_at)) < $2`,
        [from, until],
      );
      return rows[0].paise;
    };
    const closed = await of('2025-10-01', '2025-11-30');
    expect(sums(closed)['Payable to mechanics']).toBe(-(await changes('2025-09-30T18:30Z', '2025-11-30T18:30Z')));
    expect(closed.some((line) => line['About'] !== '')).toBe(false);
    const december = await of('2025-12-01', '2025-12-01');
    expect(december.map((line) => [line['Date'], line['About'], line['Payment ID']])).toEqual(
      Array.from({ length: 4 }, () => ['2025-12-01', '2025-11-20', '65f0000000000000000d0004']),
    );
    const [first] = await of('2025-11-01', '2025-11-01');
    expect(first).toMatchObject({ Date: '2025-11-01', Kind: 'cash_earning', About: '' });
  });

  it('includes the reasons of adjustments and voids, and states its number of lines in a header', async () => {
    const lines = await table('journal');
    const texts = (kind: string) => [
      ...new Set(lines.filter((line) => line['Kind'] === kind).map((line) => line['Text'])),
    ];
    expect(texts('adjustment')).toEqual(['Adjustment: Reason 1', 'Adjustment: Reason 2']);
    expect(texts('payout_reversal')).toEqual(['Reversal: payout: Returned']);
    expect(texts('void')).toEqual(['Reversal: loyalty payout: Returned']);
    expect(texts('payout')).toEqual(['Payout']);
    const { headers } = await books.get('/admin/export/journal', {});
    expect(headers['x-total-rows']).toBe(String(lines.length));
    const workbook = await books.get('/admin/export/journal', { format: 'xlsx' });
    expect(workbook.headers['content-type']).toContain('spreadsheetml');
  });

  it('contains every entry once across many pages, including simultaneous ledger and wallet entries', async () => {
    const at = '2025-12-05T06:00:00Z';
    await sql(
      `INSERT INTO adjustments (id, mechanic_id, amount_paise, made_at, request_key)
       SELECT '65f1' || lpad(to_hex(n), 20, '0'), $1, n, $2, 'many ' || n FROM generate_series(1, 1100) AS n`,
      [SITA, at],
    );
    await moneyRecords(books.test).post();
    await sql(
      `INSERT INTO wallet_entries (mechanic_id, kind, amount_paise, recorded_at)
       SELECT $1, 'source_change', n, $2 FROM generate_series(1, 1100) AS n`,
      [SITA, at],
    );
    const lines = await table('journal', { from: '2025-12-05', to: '2025-12-05' });
    const entries = [...grouped(lines).keys()];
    expect(entries).toHaveLength(2_200);
    expect(lines).toHaveLength(4_400);
    expect(entries.slice(0, 1_100).every((entry) => entry.startsWith('ledger '))).toBe(true);
    const sum = (1_100 * 1_101) / 2;
    expect(sums(lines)).toEqual({
      'Adjustments of balances': sum,
      'Loyalty expense': sum,
      'Payable to mechanics': -sum,
      'Wallets payable': -sum,
    });
  });
});
