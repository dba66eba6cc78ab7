import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { payOnce } from '../../money/ledger/pay-once.ts';
import { voidPayment as voidInLedger } from '../../money/ledger/void-payment.ts';
import { earnings } from '../../money/verify/earnings.ts';
import { corrections } from '../../money/verify/payouts.ts';
import { balances } from '../../money/verify/stored-sums.ts';
import type { Database } from '../../platform/db/database.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { LedgerModel } from '../../testing/ledger-model.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { ECHOES, type StoredPayout } from '../../testing/payout-echo.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { adjustBalance } from './adjust-balance.ts';
import { createPayout } from './payouts.ts';

const RUNS = 20;
const STEPS = { minLength: 20, maxLength: 40, size: 'max' } as const;

const test = fileApplication();
let headers: { authorization: string };
let run = 0;
let transactions = 0;

beforeAll(async () => {
  headers = await serviceKeyHeader(test.database, 'payouts');
});

const place = (count: number) => fc.nat(count - 1);
const amount = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 5_000_000 }));

/**
 * A random step: a change at the source or an administrator's action. There are only a few records, so that steps
 * affect the same ones.
 */
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('payment' as const),
      payment: place(5),
      amount,
      mechanic: fc.option(place(2)),
      method: fc.constantFrom('upi', 'cash'),
      status: fc.constantFrom('paid', 'paid', 'paid', 'refunded', 'pending'),
      day: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('booking' as const),
      booking: place(2),
      mechanic: fc.option(place(2)),
      isCancelled: fc.nat(3).map((n) => n === 0),
      fee: fc.option(place(900)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('statement' as const),
      statement: place(3),
      mechanic: place(2),
      gross: amount,
      share: fc.nat(100),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rates' as const),
      day: fc.integer({ min: 1, max: 4 }),
      basisPoints: fc.nat(10_000),
      fee: fc.nat(5000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('payout' as const),
      mechanic: place(2),
      share: fc.integer({ min: 1, max: 130 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('void' as const), payout: fc.nat(20) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('echo' as const),
      payouts: fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
      ways: fc.array(fc.nat(20), { minLength: 6, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('adjustment' as const),
      mechanic: place(2),
      amount: fc.integer({ min: -2_000_000, max: 2_000_000 }).filter((paise) => paise !== 0),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/**
 * Payments 0 and 1 belong to booking 0, payments 2 and 3 to booking 1, and payment 4 to no booking. Each step
 * executes its own kind of statement.
 */
async function perform(steps: readonly Step[]): Promise<void> {
  run += 1;
  const id = (kind: string, number: number) =>
    `65f4${run.toString(16).padStart(8, '0')}${kind.repeat(4)}${number.toString(16).padStart(8, '0')}`;
  const bookingOf = (payment: number) => (payment < 4 ? id('b', Math.floor(payment / 2)) : null);
  const mechanicOf = (number: number | null) => (number === null ? null : id('a', number));
  const records = moneyRecords(test);
  const model = new LedgerModel();
  const actor = { id: null, email: null, address: null, requestId: null };
  const context = { database: test.database, settings: test.settings, now: () => test.clock.now, actor };
  /** Payouts that are not voided. */
  const payouts: { readonly id: string; readonly mechanic: string; readonly paise: number }[] = [];
  /** Every payout created so far, in the order of the feed. */
  const made: StoredPayout[] = [];
  await records.noRates();
  await records.sourceRates(12.5, 4900, '2026-02-09T00:00:00Z');
  model.rates.push({ day: 9, basisPoints: 1250, fee: 4900 });
  for (const number of [0, 1]) {
    await records.mechanic(id('a', number));
    await records.booking(id('b', number), { record_state: 'stub', status: null });
  }
  for (const number of [0, 1, 2, 3, 4])
    await records.payment(id('c', number), { record_state: 'stub', booking_id: null, status: null });

  async function voidOne(number: number, step: string): Promise<void> {
    const [paid] = payouts.splice(number % Math.max(1, payouts.length), 1);
    if (paid === undefined) return;
    const input = { kind: 'payout', id: paid.id, reason: 'Returned' } as const;
    const voidPayment = () => payOnce(context, (client, paying) => voidInLedger(client, paying, input));
    await voidPayment();
    model.void(paid.mechanic, paid.paise);
    expect(await records.sums(paid.mechanic), step).toEqual(model.sumsOf(paid.mechanic));
    await expect(voidPayment()).rejects.toThrow('voided');
  }

  async function take(what: Step): Promise<void> {
    switch (what.kind) {
      case 'payment': {
        const payment = id('c', what.payment);
        const [booking, mechanic] = [bookingOf(what.payment), mechanicOf(what.mechanic)];
        const { method, status, day } = what;
        await records.payment(payment, {
          record_state: 'full',
          booking_id: booking,
          mechanic_id: mechanic,
          amount_paise: what.amount,
          method,
          status,
          transacted_at: `2026-02-0${day}T10:00:00Z`,
        });
        model.payments.set(payment, { id: payment, booking, mechanic, amount: what.amount, method, status, day });
        return;
      }
      case 'booking': {
        const mechanic = mechanicOf(what.mechanic);
        await records.booking(id('b', what.booking), {
          record_state: 'full',
          mechanic_id: mechanic,
          status: what.isCancelled ? 'cancelled' : 'completed',
          platform_fee_paise: what.fee,
        });
        model.bookings.set(id('b', what.booking), {
          mechanic,
          isFull: true,
          isCancelled: what.isCancelled,
          fee: what.fee,
        });
        return;
      }
      case 'statement': {
        const mechanic = id('a', what.mechanic);
        const payment = what.statement === 0 ? id('c', 1) : null;
        const booking = what.statement === 1 ? id('b', 1) : null;
        const net = Math.floor((what.gross * what.share) / 100);
        await records.statement(id('e', what.statement), {
          mechanic_id: mechanic,
          payment_id: payment,
          booking_id: booking,
          gross_paise: what.gross,
          net_paise: net,
          platform_fee_paise: 0,
        });
        model.statements.set(id('e', what.statement), { mechanic, payment, booking, gross: what.gross, net });
        return;
      }
      case 'rates':
        await records.sourceRates(what.basisPoints / 100, what.fee, `2026-02-0${what.day}T00:00:00Z`);
        model.rates.push(what);
        return;
      case 'payout': {
        const mechanic = id('a', what.mechanic);
        const paise = Math.max(1, Math.floor(((model.sumsOf(mechanic)[4] ?? 0) * what.share) / 100));
        const order = {
          mechanicId: mechanic,
          amountPaise: paise,
          method: 'online',
          transactionId: `UTR${++transactions}`,
        } as const;
        const paid = await createPayout(context, order).then(
          ({ paymentId }) => paymentId,
          () => null,
        );
        expect(paid !== null).toBe(model.pay(mechanic, paise));
        // A rejected payout posts nothing.
        if (paid === null) return;
        payouts.push({ id: paid, mechanic, paise });
        made.push({ id: paid, mechanicId: mechanic, paise, transactionId: order.transactionId });
        expect(await records.sums(mechanic), JSON.stringify(what)).toEqual(model.sumsOf(mechanic));
        return;
      }
      case 'echo':
        return echo(what.payouts, what.ways);
      case 'void':
        return voidOne(what.payout, JSON.stringify(what));
      case 'adjustment': {
        const mechanicId = id('a', what.mechanic);
        const adjustment = { mechanicId, amountPaise: what.amount, reason: 'Tools', key: `K${++transactions}` };
        for (const _ of ['once', 'again']) await adjustBalance(context, adjustment);
        model.adjust(mechanicId, what.amount);
        expect(await records.sums(mechanicId), JSON.stringify(what)).toEqual(model.sumsOf(mechanicId));
      }
    }
  }

  /**
   * Simulates a marketplace that repeats, changes and deletes payouts created in Wayside, including voided ones
   * (OWN-01).
   */
  async function echo(places: readonly number[], ways: readonly number[]): Promise<void> {
    const echoes = places.flatMap((place, index) => {
      const payout = made[place % Math.max(1, made.length)];
      const way = ECHOES[(ways[index] ?? 0) % ECHOES.length];
      return payout && way ? [way(payout)] : [];
    });
    const body = echoes.map(({ record }) => record);
    const { results } = (await test.call('POST', '/ingest/payouts', { headers, body })).body;
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      echoes.map(({ outcome }) => outcome),
    );
  }

  for (const what of steps) await take(what);
  await records.post();
  for (const number of [0, 1]) expect(await records.sums(id('a', number))).toEqual(model.sumsOf(id('a', number)));
  expect(await issuesIn(test.database)).toEqual([]);
}

const issuesIn = async (database: Database) =>
  (await verifyIntegrity(database, [balances, earnings, corrections])).issues;

it('[PAYO-07, PAYO-08, PAYO-10, PAYO-11, PRIV-05, IMPO-05, OWN-01] matches a simple model after any sequence of payments, refunds, corrections, rates, payouts, voids, adjustments and ingested payouts, and passes verify', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, STEPS), perform), {
    numRuns: RUNS,
    seed: 20_261_105,
  });
}, 300_000);
