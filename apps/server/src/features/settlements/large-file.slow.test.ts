import { expect, it } from 'vitest';
import { makeReport, type ReportLine, settlementsUnderTest } from '../../testing/settlements-under-test.ts';

const { test, upload, match, sql, send } = settlementsUnderTest();

const LINES = 100_000;
/** More than any batch needs, and much less than all lines need. */
const FLAT_BYTES = 40_000_000;

const hex = (index: number) => index.toString(16).padStart(24, '0');

/** Returns a report line for a payment. The index determines which identifiers they share. */
function lineOf(index: number): ReportLine {
  const line = { id: `pay_${index}`, amount: 100 + (index % 900), settlement: `setl_${index % 50}` };
  if (index % 10 === 9) return line;
  return index % 2 === 0 ? line : { ...line, order: hex(index) };
}

const LONGEST_MS = 600_000;

it(
  '[RECON-04] 100,000 lines are matched without loading lines into memory',
  async () => {
    await sql(
      `INSERT INTO payments (id, amount_paise, status, method, transacted_at, transaction_id)
     SELECT lpad(to_hex(n), 24, '0'), (100 + n % 900) * 100, 'paid', 'online', '2026-11-04T06:00:00Z', CASE WHEN n % 2 = 0 THEN 'pay_' || n END
     FROM generate_series(0, $1::int - 1) AS n WHERE n % 10 <> 9`,
      [LINES],
    );
    const { status, body } = await upload(makeReport(Array.from({ length: LINES }, (_, index) => lineOf(index))));
    expect(status, body.message).toBe(200);
    let peak = 0;
    const before = process.memoryUsage().heapUsed;
    const sampling = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().heapUsed - before);
    }, 20);
    await match();
    clearInterval(sampling);
    expect(peak).toBeLessThan(FLAT_BYTES);
    const { data } = (await send('GET', `/settlement-files/${body.data._id}`)).body;
    expect(data.sums.map(({ state, count }: { state: string; count: number }) => [state, count])).toEqual([
      ['matched', 90_000],
      ['missing_here', 10_000],
    ]);
    expect((await test.get('/admin/settlements', { limit: '100' })).body.data).toHaveLength(50);
  },
  LONGEST_MS,
);
