import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeReport,
  makeStatement,
  type ReportLine,
  settlementsUnderTest,
} from '../../testing/settlements-under-test.ts';

const { payment, report, linesOf, lines, match, newId, sql, verify, send } = settlementsUnderTest();

interface World {
  /** The files, whose lines have ids of one world. */
  readonly files: readonly { readonly content: string; readonly profile: string }[];
  /** The ids of the payments by their role in the test. */
  readonly payments: Readonly<Record<string, string>>;
  readonly tag: string;
}

/**
 * Creates files with repeated, corrected and competing lines, and lines that refer to other files. Worlds differ only
 * in their ids.
 */
async function worldOf(): Promise<World> {
  const tag = String(Number.parseInt(newId().slice(4), 16)).padStart(9, '0');
  const name = (short: string) => `pay_${tag}_${short}`;
  const old = { transacted_at: '2026-11-01T06:00:00Z' };
  const rrn = `650${tag}`;
  const booking = newId();
  await sql('INSERT INTO bookings (id, record_state) VALUES ($1, $2)', [booking, 'full']);
  const payments = {
    known: await payment(100, { ...old, transaction_id: name('known') }),
    byOrder: await payment(200, { ...old, booking_id: booking }),
    ofOrder: await payment(300, { ...old, booking_id: booking }),
    ownId: await payment(400, old),
    transfer: await payment(500, { ...old, transaction_id: rrn }),
  };
  const of = (settlement: string): Partial<ReportLine> => ({
    settlement: `setl_${tag}_${settlement}`,
    utr: `AXISCN${tag}${settlement}`,
    day: '01/11/2026',
    settledOn: '02/11/2026',
  });
  const known = { id: name('known'), amount: 100, fee: 2, ...of('1') };
  const refund = (short: string, paymentName: string, amount: number, day = '02/11/2026'): ReportLine => ({
    ...{ type: 'refund', id: `rfnd_${tag}_${short}`, paymentId: name(paymentName), amount, ...of('2'), day },
  });
  const reports: ReportLine[][] = [
    [
      known,
      { id: name('a'), order: booking, amount: 250, ...of('1') },
      { id: name('own'), order: payments.ownId, amount: 400, ...of('1') },
    ],
    // Refunds of payments whose lines are in another file. Together they exceed one of the payments.
    [refund('1', 'own', 300), refund('2', 'a', 50), refund('3', 'known', 60)],
    [refund('4', 'own', 200, '03/11/2026'), { ...refund('5', 'known', 60), type: 'dispute' }],
    // A correction, a repeated line and a second line of the same order.
    [{ ...known, amount: 90 }, known, { id: name('b'), order: booking, amount: 200, ...of('3') }],
    [
      { id: name('c'), order: booking, amount: 300, ...of('3') },
      { id: name('d'), rrn, amount: 500, ...of('3') },
    ],
  ];
  const credits = [
    [
      { narration: `NEFT AXISCN${tag}1`, amount: 748 },
      { narration: `UPI ${rrn}`, amount: 500 },
    ],
    [
      { narration: `NEFT AXISCN${tag}1 AGAIN`, amount: 700 },
      { narration: `NEFT AXISCN${tag}3`, amount: 1000 },
    ],
  ];
  return {
    tag,
    payments,
    files: [
      ...reports.map((each) => ({ content: makeReport(each), profile: 'razorpay' })),
      ...credits.map((each) => ({ content: makeStatement(each, 1_000_000), profile: 'hdfc-statement' })),
    ],
  };
}

/** Uploads the files in the given order. @returns the stored result, with names instead of ids */
async function endStateOf({ files, payments, tag }: World, order: readonly number[], matchesBetween: boolean) {
  const names = new Map(Object.entries(payments).map(([name, id]) => [id, name]));
  const uploaded: Awaited<ReturnType<typeof report>>[] = [];
  for (const index of order) {
    const { content = '', profile } = files[index] ?? {};
    uploaded.push(await report(content, profile, matchesBetween));
  }
  await match();
  const all = (await Promise.all(uploaded.map(linesOf))).flat();
  const withoutTag = (value: unknown) => JSON.stringify(value).replaceAll(tag, '');
  const missing = (await lines('state=missing_there'))
    .filter(({ paymentId, reference }) => names.has(paymentId ?? '') || String(reference).includes(tag))
    .map(({ paymentId, reference, amount, day }) =>
      withoutTag([names.get(paymentId ?? '') ?? reference, amount, day]),
    );
  const { body } = await send('GET', '/settlements?limit=100');
  return {
    missing: missing.toSorted(),
    settlements: body.data
      .filter(({ reference }: { reference: string }) => reference.includes(tag))
      .map(({ _id, ...settlement }: { _id: string }) => withoutTag(settlement))
      .toSorted(),
    lines: all
      .map(({ type, reference, utr, amount, state, step, isOpen, expected, paymentId, day }) =>
        withoutTag([
          type,
          reference,
          utr,
          amount,
          state,
          step,
          isOpen,
          expected,
          names.get(paymentId ?? '') ?? null,
          day,
        ]),
      )
      .toSorted(),
  };
}

describe('[RECON-02] the order in which files arrive', () => {
  it('does not affect the state of a line, a settlement or a missing payment', async () => {
    const expected = await endStateOf(await worldOf(), [0, 1, 2, 3, 4, 5, 6], true);
    const orders = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 });
    await fc.assert(
      fc.asyncProperty(orders, fc.boolean(), async (order, matchesBetween) => {
        expect(await endStateOf(await worldOf(), order, matchesBetween)).toEqual(expected);
      }),
      {
        numRuns: 12,
        examples: [
          [[6, 5, 4, 3, 2, 1, 0], true],
          [[1, 0, 2, 3, 4, 5, 6], true],
        ],
      },
    );
    await verify();
  });
});
