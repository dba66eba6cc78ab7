import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReportLine, settlementsUnderTest } from '../../testing/settlements-under-test.ts';

const { payment, report, statement, linesOf, newId, sql, match, verify, send } = settlementsUnderTest();

/** The kinds of payment and line in a random file; most of them contain a fault. */
const FAULTS = [
  'right',
  'by order',
  'by RRN',
  'other amount',
  'pending here',
  'late here',
  'changed here',
  'deleted here',
  'missing here',
  'missing there',
  'twice in the file',
  'paid twice',
  'refunded',
  'part refunded',
  'refunded twice',
  'chargeback after refund',
] as const;
type Fault = (typeof FAULTS)[number];

interface Case {
  readonly fault: Fault;
  readonly paise: number;
  readonly feePaise: number;
}

const CASES = fc.array(
  fc.record({
    fault: fc.constantFrom(...FAULTS),
    paise: fc.integer({ min: 200, max: 500_000 }),
    feePaise: fc.nat(99),
  }),
  { minLength: 1, maxLength: 30 },
);

interface Expected {
  readonly state: string;
  readonly line: ReportLine;
}

/** The lines and their expected states according to docs/money.md, computed without the SQL under test. */
interface World {
  readonly lines: Expected[];
  readonly late: (() => Promise<unknown>)[];
}

/** Adds a payment and the report lines about it, with their expected final states. */
async function add({ fault, paise, feePaise }: Case, { lines, late }: World): Promise<void> {
  const reference = `pay_${newId()}`;
  const rupees = paise / 100;
  const fee = { fee: feePaise / 100, tax: 0.18 };
  const line = (state: string, other: Partial<ReportLine> = {}) =>
    lines.push({ state, line: { id: reference, amount: rupees, ...fee, ...other } });
  const refund = (state: string, amount: number, type: 'refund' | 'dispute' = 'refund') =>
    lines.push({ state, line: { id: `rfnd_${newId()}`, type, paymentId: reference, amount } });
  const known = { transaction_id: reference };
  if (fault === 'missing here') return void line('missing_here');
  if (fault === 'late here') {
    late.push(() => payment(rupees, known));
    return void line('matched');
  }
  const rrn = `6${String(Number.parseInt(newId().slice(4), 16)).padStart(11, '0')}`;
  const byOther = fault === 'by RRN' ? { transaction_id: rrn } : {};
  const own = fault === 'by order' || fault === 'by RRN' ? byOther : known;
  const status = fault === 'pending here' ? 'pending' : 'paid';
  const id = await payment(rupees, { ...own, status, transacted_at: '2026-11-01T06:00:00Z' });
  switch (fault) {
    case 'by order':
      return void line('matched', { order: `receipt-${id}` });
    case 'by RRN':
      return void line('matched', { rrn });
    case 'other amount':
      return void line('amount_differs', { amount: rupees - 0.01 });
    case 'pending here':
      return void line('amount_differs');
    case 'changed here':
      late.push(() => sql('UPDATE payments SET amount_paise = amount_paise + 1 WHERE id = $1', [id]));
      return void line('amount_differs');
    case 'deleted here':
      late.push(() => sql('DELETE FROM payments WHERE id = $1', [id]));
      return void line('missing_here');
    case 'missing there':
      return;
    case 'twice in the file':
      line('matched');
      return void line('duplicate');
    case 'paid twice':
      line('matched');
      return void line('duplicate', { id: `pay_${newId()}`, order: id });
    default:
  }
  line('matched');
  if (fault === 'part refunded') refund('refunded', (paise - 100) / 100);
  if (fault === 'refunded') refund('refunded', rupees);
  if (fault === 'refunded twice') {
    refund('refunded', rupees);
    refund('amount_differs', rupees);
  }
  if (fault === 'chargeback after refund') {
    refund('refunded', rupees);
    refund('amount_differs', rupees, 'dispute');
  }
}

describe('[RECON-04] random files with every kind of fault', () => {
  it('end in the states of the reference table, with sums that equal the totals of the file and its settlement', async () => {
    await fc.assert(
      fc.asyncProperty(CASES, async (cases) => {
        const world: World = { lines: [], late: [] };
        for (const each of cases) await add(each, world);
        const { lines, late } = world;
        const settlement = `setl_${newId()}`;
        const utr = `AXISCN${newId().slice(-10)}`;
        const of = { settlement, utr };
        if (lines.length === 0) return;
        const file = await report(lines.map(({ line }) => ({ ...line, ...of })));
        for (const change of late) await change();
        await match();
        expect((await linesOf(file)).map(({ state }) => state)).toEqual(lines.map(({ state }) => state));
        const { body } = await send('GET', '/settlements?limit=100');
        const found = body.data.find(({ reference }: { reference: string }) => reference === settlement);
        const counted = new Set<string>();
        const paise = lines.reduce((sum, { line: { id, type = 'payment', amount, fee = 0, tax = 0 } }) => {
          if (counted.has(id)) return sum;
          counted.add(id);
          const sign = type === 'payment' ? 1 : -1;
          return sum + sign * Math.round(amount * 100) - Math.round(fee * 100) - Math.round(tax * 100);
        }, 0);
        expect([Math.round(found.net * 100), found.unexplained]).toEqual([paise, 0]);
        if (paise > 0) {
          const paid = await statement([{ narration: `NEFT ${utr}`, amount: paise / 100 }]);
          expect((await linesOf(paid)).map(({ state }) => state)).toEqual(['matched']);
        }
        await verify();
      }),
      { numRuns: 25 },
    );
  });
});
