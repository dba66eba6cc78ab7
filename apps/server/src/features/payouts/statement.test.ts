import { describe, expect, it } from 'vitest';
import { booksUnderTest, RAVI, SITA } from '../../testing/books-under-test.ts';

const books = booksUnderTest();
const { get, table } = books;

const statement = async (id: string, query: Record<string, string> = {}) =>
  (await get(`/admin/mechanics/${id}/statement`, query)).body;

describe('[CLOS-02] the statement of a mechanic', () => {
  it('starts with the balance before the period and ends with the balance after it, in posting order', async () => {
    const response = await statement(RAVI, { from: '2025-11-01', to: '2025-12-20' });
    // Opening balance ₹1,062.09 from October; − ₹172.46 in cash; + ₹131 late; + ₹50; − ₹100; − ₹200, which the bank
    // returns later.
    expect([response.opening, response.closing, response.total]).toEqual([1062.09, 770.63, 5]);
    type Line = { entry: { kind: string; balance: number }; balance: number; aboutDay: string; bookedAt: string };
    expect(
      response.data.map(({ entry, balance, aboutDay, bookedAt }: Line) => [
        entry.kind,
        entry.balance,
        balance,
        aboutDay,
        bookedAt,
      ]),
    ).toEqual([
      ['earning', -172.46, 889.63, null, '2025-10-31T20:00:00.000Z'],
      // The late entry is posted on the first open day and also states the day of the earning.
      ['earning', 131, 1020.63, '2025-11-20', '2025-11-30T18:30:00.000Z'],
      ['adjustment', 50, 1070.63, null, '2025-12-20T06:00:00.000Z'],
      ['payout', -100, 970.63, null, '2025-12-20T06:00:00.000Z'],
      ['payout', -200, 770.63, null, '2025-12-20T06:00:00.000Z'],
    ]);
  });

  it('is returned in pages, each with the balance after its lines', async () => {
    const days = { from: '2025-11-01', to: '2025-12-20', limit: '2' };
    const second = await statement(RAVI, { ...days, page: '2' });
    expect([second.totalPages, second.currentPage, second.opening, second.closing]).toEqual([
      3, 2, 1062.09, 770.63,
    ]);
    expect(second.data.map(({ balance }: { balance: number }) => balance)).toEqual([1070.63, 970.63]);
  });

  it('is open-ended when a day is omitted, and has the same balance when there are no entries', async () => {
    const all = await statement(RAVI);
    const { body } = await get(`/admin/mechanics/${RAVI}/balance`);
    expect([all.opening, all.closing, all.total]).toEqual([0, body.data.netBalance, 7]);
    const before = await statement(RAVI, { to: '2025-10-31' });
    expect([before.opening, before.closing, before.total]).toEqual([0, 1062.09, 1]);
    const quiet = await statement(RAVI, { from: '2025-11-02', to: '2025-11-30' });
    expect([quiet.opening, quiet.closing, quiet.data]).toEqual([889.63, 889.63, []]);
  });

  it('is exported between an opening and a closing balance', async () => {
    const rows = await table('statement', { mechanic: RAVI, from: '2025-11-01', to: '2025-12-20' });
    expect(
      rows.map((row) => [
        row['Entry'],
        row['Date'],
        row['About'],
        row['Change of balance (INR)'],
        row['Balance (INR)'],
      ]),
    ).toEqual([
      ['Opening balance', '', '', '', '1062.09'],
      ['earning', '2025-11-01 01:30:00', '', '-172.46', '889.63'],
      ['earning', '2025-12-01 00:00:00', '2025-11-20', '131', '1020.63'],
      ['adjustment', '2025-12-20 11:30:00', '', '50', '1070.63'],
      ['payout', '2025-12-20 11:30:00', '', '-100', '970.63'],
      ['payout', '2025-12-20 11:30:00', '', '-200', '770.63'],
      ['Closing balance', '', '', '', '770.63'],
    ]);
    await books.sql(`UPDATE mechanics SET name = 'Pallavi Hegde' WHERE id = $1`, [RAVI]);
    const { headers } = await get('/admin/export/statement', { mechanic: RAVI, from: '2025-11-01' });
    expect(headers['x-total-rows']).toBe('8');
    expect(headers['content-disposition']).toMatch(/"statement-pallavi-hegde-2025-11-01-to-now\.csv"/);
    const month = { mechanic: RAVI, from: '2025-11-01', to: '2025-11-30' };
    const { headers: ofMonth } = await get('/admin/export/statement', month);
    expect(ofMonth['content-disposition']).toMatch(/"statement-pallavi-hegde-2025-11\.csv"/);
  });

  it('contains all entries, without opening and closing balance, when there is no date range', async () => {
    const rows = await table('statement', { mechanic: SITA });
    expect(rows.map((row) => row['Entry'])).toEqual(['earning', 'earning', 'adjustment', 'reversal']);
    expect(Object.keys(rows[0] ?? {})).not.toContain('About');
  });

  it('returns 404 for an unknown mechanic, 400 for a missing day, and 403 for roles that may not read payouts', async () => {
    const path = `/admin/mechanics/${RAVI}/statement`;
    expect((await get('/admin/mechanics/65f00000000000000000dead/statement')).status).toBe(404);
    expect((await get(path, { from: '2025-02-30' })).body.errors[0]).toEqual({
      field: 'from',
      message: 'must be a day like 2026-02-28',
    });
    expect((await get(path, {}, await books.test.signIn('support'))).status).toBe(403);
    expect((await get(path, {}, await books.test.signIn('viewer'))).status).toBe(200);
  });
});
