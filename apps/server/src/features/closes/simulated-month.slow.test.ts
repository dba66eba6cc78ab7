import { expect, it } from 'vitest';
import { checkCloseFile } from '../../money/closing/close-file.ts';
import { type BookOnWire, closesUnderTest } from '../../testing/closes-under-test.ts';
import type { ResultLine } from '../../testing/payment-runs-under-test.ts';

const { runs, paid, close, closed, exported, issues } = closesUnderTest();
const { mechanic, sent, applyResults, outcome, sql, balance } = runs;

/** Returns noon in India on a day of October. */
const noon = (day: number) => `2026-10-${String(day).padStart(2, '0')}T06:30:00Z`;
const dayOf = (day: number) => `2026-10-${String(day).padStart(2, '0')}`;

/** Sets the clock to 11:00 in India on a day of October. */
async function goTo(day: number): Promise<void> {
  runs.test.clock.now = new Date(`2026-10-${String(day).padStart(2, '0')}T05:30:00Z`);
  await runs.begin();
}

/** Returns the net amount that the bank has paid so far: all payouts less returned payouts. */
async function paidByBank(): Promise<number> {
  const { rows: sums } = await sql(
    `SELECT (SELECT coalesce(sum(amount_paise), 0) FROM payouts)::bigint - (SELECT coalesce(sum(amount_paise), 0) FROM payout_voids)::bigint AS paise`,
  );
  return Number(sums[0].paise) / 100;
}

/** A simulated bank that tracks the payment run rows it has received and their outcome, in rupees. */
class Bank {
  readonly #open = new Map<string, { readonly run: string; readonly amount: number }>();
  #utrs = 0;
  /** The total that payments have debited from the account. */
  left = 0;
  /** The amount that was returned after success. The database dates it today, which is not closed. */
  back = 0;

  #newUtr(): string {
    this.#utrs += 1;
    return `HDFCN5202610${String(this.#utrs).padStart(10, '0')}`;
  }

  /** Receives the file of a payment run. */
  async take(team: readonly string[]): Promise<void> {
    const made = await sent(team);
    for (const { reference, amount } of made.rows) this.#open.set(reference, { run: made.id, amount });
  }

  /**
   * Of every six rows, the bank pays three (one of them appears twice in its file), changes the amount of one, fails
   * one and omits one.
   */
  #lineOf(reference: string, amount: number, index: number): ResultLine[] {
    const fate = index % 6;
    if (fate === 5) return [];
    if (fate === 3) return [{ reference, status: 'SUCCESS', amount: amount + 1, utr: this.#newUtr() }];
    this.#open.delete(reference);
    if (fate === 4) return [{ reference, status: 'FAILED', amount, reason: 'Account closed' }];
    this.left += amount;
    const line = { reference, status: 'SUCCESS', amount, utr: this.#newUtr() };
    return fate === 0 ? [line, line] : [line];
  }

  /** Sends a result file in reverse order, and the same file again when requested. */
  async answer(): Promise<void> {
    const lines = [...this.#open].flatMap(([reference, { amount }], index) =>
      this.#lineOf(reference, amount, index),
    );
    const strange = { reference: 'W9999XXXXX1', status: 'SUCCESS', amount: 5, utr: this.#newUtr() };
    const given = [...lines.toReversed(), strange];
    const kinds = (await applyResults(given)).issues.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['unknown_reference', 'duplicate', 'amount_differs']));
    expect((await applyResults(given)).message).toMatch(/^This file was already read/);
  }

  /**
   * Records payments that are missing from the bank's files as paid. Then the bank returns one of the last payments.
   */
  async finish(): Promise<void> {
    for (const [reference, { run: id, amount }] of this.#open) {
      const recorded = await outcome(id, reference, { status: 'paid', transactionId: this.#newUtr() });
      expect(recorded.status).toBe(200);
      this.left += amount;
    }
    this.#open.clear();
    const { rows } = await sql(
      "SELECT reference, run_id AS run, amount_paise AS paise FROM payment_run_rows WHERE state = 'paid' ORDER BY changed_at DESC, reference LIMIT 1",
    );
    const [{ run, reference, paise }] = rows;
    expect((await outcome(run, reference, { status: 'reversed', reason: 'Returned' })).status).toBe(200);
    this.left -= paise / 100;
    this.back += paise / 100;
  }
}

/** Adds a customer payment for each mechanic, and a cash payment for every fifth one. */
async function payIn(team: readonly string[], day: number): Promise<void> {
  for (const [index, id] of team.entries()) {
    await paid(id, 100 + index + day / 100, noon(day));
    if ((index + day) % 5 === 0) await paid(id, 40, noon(day), { method: 'cash' });
  }
}

/** Returns the sums of all closes of the month. */
async function readMonth() {
  const days = await Promise.all(
    Array.from({ length: 31 }, async (_, index) => (await closed(dayOf(index + 1))).data),
  );
  const balances: BookOnWire[] = days.flatMap(({ books }) =>
    books.filter(({ book }: BookOnWire) => book === 'balances'),
  );
  const change = (wanted: string) =>
    sumOf(
      balances.flatMap(({ kinds }) => kinds).flatMap(({ kind, change: paid }) => (kind === wanted ? [paid] : [])),
    );
  const late = days.reduce((sum, { lateCount }) => sum + lateCount, 0);
  return {
    closing: balances.at(-1)?.closing ?? 0,
    unexplained: balances.map((each) => each.unexplained),
    change,
    late,
  };
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + Math.round(each * 100), 0) / 100;

it('[CLOS-01, CLOS-03, BANK-03, BANK-04] a month of payments, payment runs, bank result files and closes matches to the paisa', async () => {
  await goTo(1);
  const team = await Promise.all(Array.from({ length: 7 }, () => mechanic(0)));
  const bank = new Bank();
  for (let day = 1; day <= 31; day += 1) {
    await goTo(day);
    await payIn(team, day);
    if (day % 8 === 4) await bank.take(team);
    if (day % 8 === 5) await bank.answer();
    if (day % 8 === 7) await bank.finish();
    if (day % 3 === 0) {
      expect((await close(dayOf(day - 1), day === 3 ? dayOf(1) : undefined)).status).toBe(200);
      // This payment concerns the day that has just been closed.
      await paid(team[day % team.length] ?? '', 7, noon(day - 1));
    }
    expect(await paidByBank()).toBeCloseTo(bank.left, 6);
  }
  runs.test.clock.now = new Date('2026-11-05T03:35:00Z');
  await runs.begin();
  expect((await close('2026-10-31')).status).toBe(200);

  const month = await readMonth();
  const owed = sumOf(await Promise.all(team.map((id) => balance(id))));
  expect(month.closing + bank.back).toBeCloseTo(owed, 6);
  expect(month.unexplained).toEqual(Array.from({ length: 31 }, () => 0));
  expect(-month.change('payout')).toBeCloseTo(bank.left + bank.back, 6);
  expect(month.late).toBe(10);
  expect(await issues()).toEqual([]);
  const proved = await checkCloseFile((await exported('2026-10-01', '2026-10-31')).split('\n'));
  expect(proved).toMatchObject({ dayCount: 31, rowCount: 31, unexplainedPaise: 0 });
  expect(proved.closing.balances / 100).toBe(month.closing);
}, 300_000);
