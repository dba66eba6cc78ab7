import { describe, expect, it } from 'vitest';
import { paymentRunsUnderTest } from '../../testing/payment-runs-under-test.ts';

const runs = paymentRunsUnderTest();
const { mechanic, sent, applyResults, signIn, sql, utr } = runs;

const download = async (path: string, query: Record<string, string> = {}, by?: string) =>
  runs.test.call('GET', `/admin/export/${path}`, { token: by ?? (await signIn('finance')), query });
const linesOf = (body: unknown) => String(body).replace('\ufeff', '').trimEnd().split('\r\n');
const exportsOf = async (entity: string, id: string | null) => {
  const { rows } = await sql(
    `SELECT changes FROM activity WHERE action = 'exported' AND entity = $1 AND entity_id IS NOT DISTINCT FROM $2`,
    [entity, id],
  );
  return JSON.stringify(rows);
};

/** Creates a run of two payments, one of which is paid, and a result file with one line that a user must check. */
async function recordedRun() {
  const ids = [await mechanic(1000, { bank_account_number: '500088887777' }), await mechanic(2000.5)];
  const { id, rows } = await sent(ids);
  const number = utr();
  const file = await applyResults([
    { reference: rows[0]?.reference ?? '', status: 'Paid', amount: 1000, utr: number },
    { reference: 'W0UNKNOWN', status: 'Paid', amount: 1, utr: utr() },
  ]);
  return { id, rows, number, file: file._id as string };
}

describe('[VIEW-08] an export of payment runs', () => {
  it('contains each filtered run with its counts and a masked account', async () => {
    const { id } = await recordedRun();
    const { status, headers, body } = await download('payment-runs', { state: 'sent' });
    expect([status, headers['x-total-rows'], headers['content-disposition']]).toEqual([
      200,
      '1',
      'attachment; filename="payment-runs-2026-11-05.csv"',
    ]);
    const [headings, row, ...others] = linesOf(body);
    expect(others).toEqual([]);
    expect(headings).toMatch(
      /^Run,Status,Format,Debit account,Payments,Total \(INR\),Reserved,With the bank,Paid,/,
    );
    expect(row).toMatch(/^\d+,With the Bank,ICICI Bank,••••0123,2,3000\.5,0,1,1,0,0,0,2026-11-05 09:05:00,/);
    expect(row?.endsWith(`,${id}`)).toBe(true);
    expect(linesOf((await download('payment-runs', { state: 'rejected' })).body)).toHaveLength(1);
    expect(await exportsOf('export', null)).toContain('payment-runs');
  });

  it('contains the filtered rows of one run in file order, with masked accounts', async () => {
    const { id, rows, number } = await recordedRun();
    const { headers, body } = await download('payment-run-rows', { run: id });
    expect(headers['x-total-rows']).toBe('2');
    const [, first, second] = linesOf(body);
    const [paid, open] = rows;
    expect(first).toContain(`${paid?.reference},`);
    expect(first).toContain(`,1000,NEFT,••••7777,Paid,${number},`);
    expect(second).toContain(`${open?.reference},`);
    expect(String(body)).not.toContain('500088887777');
    expect(linesOf((await download('payment-run-rows', { run: id, state: 'paid' })).body)).toHaveLength(2);
    expect(await exportsOf('payment_run', id)).toContain('payment-run-rows');
    expect((await download('payment-run-rows', { run: runs.newId() })).status).toBe(404);
  });

  it('contains the lines of a bank result file that need review, with line numbers', async () => {
    const { file } = await recordedRun();
    const { headers, body } = await download('bank-result-issues', { file });
    expect(headers['x-total-rows']).toBe('1');
    expect(linesOf(body)).toEqual([
      'Line,Reference,Issue,Explanation,Run ID',
      '3,W0UNKNOWN,Unknown reference,No payment of Wayside has this reference.,',
    ]);
    expect(await exportsOf('bank_answer', file)).toContain('bank-result-issues');
    expect((await download('bank-result-issues', { file: runs.newId() })).status).toBe(404);
  });
});
