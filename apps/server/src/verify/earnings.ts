import type pg from 'pg';
import { counted } from '../counted.ts';
import { eachRow } from './each-row.ts';
import {
  type Amounts,
  expectedOf,
  expectedOfStatement,
  type PaymentDescription,
  type StatementDescription,
} from './expected-earnings.ts';
import type { IntegrityCheck } from './integrity-check.ts';
import { balanceOf, isAsExpected, type PostedEntry, postedJson } from './posted-entries.ts';
import { RateHistory } from './rate-history.ts';

/** What was written so short a time ago may wait for whoever posts it; what has waited longer is a failure (PRIV-05). */
const PATIENCE = "interval '1 minute'";

interface Posted {
  readonly posted: readonly PostedEntry[] | null;
}

const ms = (column: string) => `extract(epoch FROM ${column})::float8 * 1000`;

const PAYMENTS = `
  SELECT p.id, p.booking_id AS "bookingId", p.mechanic_id AS "mechanicId", p.amount_paise AS "amountPaise", p.method, p.status,
    ${ms('coalesce(p.transacted_at, p.created_at)')} AS "datedMs", ${ms('p.rated_at')} AS "ratedMs",
    EXISTS (SELECT FROM earnings WHERE payment_id = p.id) AS "isStated",
    CASE WHEN b.id IS NOT NULL THEN json_build_object(
      'isFull', b.record_state <> 'stub', 'isCancelled', b.status IS NOT DISTINCT FROM 'cancelled', 'mechanicId', b.mechanic_id,
      'feePaise', b.platform_fee_paise,
      'isStated', EXISTS (SELECT FROM earnings WHERE booking_id = b.id AND payment_id IS NULL),
      'isFeeStated', EXISTS (
        SELECT FROM earnings AS e LEFT JOIN payments AS of ON of.id = e.payment_id
        WHERE e.platform_fee_paise > 0 AND (e.booking_id = b.id OR (of.booking_id = b.id AND of.record_state = 'full')))) END AS booking,
    ${postedJson('payment', 'p.id')} AS posted
  FROM payments AS p LEFT JOIN bookings AS b ON b.id = p.booking_id
  WHERE p.record_state = 'full' ORDER BY coalesce(p.booking_id, p.id), p.id`;

const STATEMENTS = `
  SELECT e.id, e.booking_id AS "bookingId", e.payment_id AS "paymentId", p.booking_id AS "paymentBookingId", e.mechanic_id AS "mechanicId",
    coalesce(e.method, p.method) AS method, e.gross_paise AS "grossPaise", e.commission_paise AS "commissionPaise",
    e.platform_fee_paise AS "feePaise", e.net_paise AS "netPaise",
    coalesce(p.record_state = 'full' AND p.status = 'refunded', false) AS "isRefunded", ${postedJson('statement', 'e.id')} AS posted
  FROM earnings AS e LEFT JOIN payments AS p ON p.id = e.payment_id`;

const PAYOUTS = `
  SELECT p.id, p.mechanic_id AS "mechanicId", p.amount_paise AS "amountPaise", ${postedJson('payout', 'p.id')} AS posted FROM payouts AS p`;

const WITHOUT_SOURCE = `
  SELECT DISTINCT l.source, l.source_id AS id FROM ledger_entries AS l
  WHERE NOT EXISTS (SELECT FROM payments WHERE l.source = 'payment' AND id = l.source_id)
    AND NOT EXISTS (SELECT FROM earnings WHERE l.source = 'statement' AND id = l.source_id)
    AND NOT EXISTS (SELECT FROM payouts WHERE l.source = 'payout' AND id = l.source_id) ORDER BY 1, 2`;

const PENDING = `
  SELECT DISTINCT unnest(record_ids) AS id,
    created_at NOT BETWEEN now() - ${PATIENCE} AND clock_timestamp() AS "isLate" FROM pending_postings ORDER BY 1`;

const NAMES: Readonly<Record<string, string>> = { payment: 'payment', statement: 'earnings row', payout: 'payout' };

/** Adds up what is expected of each mechanic, and who of them waits for something to be posted. */
class ExpectedBalances {
  readonly sums = new Map<string, number>();
  readonly waiting = new Set<string>();

  add(expected: Amounts | null): void {
    if (expected === null) return;
    this.sums.set(expected.mechanicId, (this.sums.get(expected.mechanicId) ?? 0) + balanceOf(expected));
  }

  pass(expected: Amounts | null, posted: readonly PostedEntry[] | null): void {
    if (expected !== null) this.waiting.add(expected.mechanicId);
    for (const [mechanicId] of posted ?? []) this.waiting.add(mechanicId);
  }
}

/**
 * That the ledger holds what the rules say of every payment, earnings row and payout, and that every balance is what they
 * come to (PAYO-08, IMPO-05, PRIV-05). It is computed from the records and the history of the configuration in a way of its
 * own: of the ledger it believes nothing.
 */
export const earnings: IntegrityCheck = {
  name: 'Earnings',
  holds: 'as the records and the rates say',
  prove: async function* ({ client }) {
    const { rows: pending } = await client.query<{ id: string; isLate: boolean }>(PENDING);
    const isWaiting = new Set(pending.map(({ id }) => id));
    for (const { id, isLate } of pending)
      if (isLate) yield `record ${id} has waited to be posted for longer than a minute`;
    const balances = new ExpectedBalances();
    let count = 0;
    for await (const { name, id, waitsFor, expected, posted, flaw } of eachExpected(client)) {
      count += 1;
      if (waitsFor.some((record) => record !== null && isWaiting.has(record))) {
        balances.pass(expected, posted);
        continue;
      }
      balances.add(expected);
      if (flaw !== null) yield `${name} ${id} ${flaw}`;
      if (!isAsExpected(posted, expected)) yield `${name} ${id} is not in the ledger as the rules say`;
    }
    for await (const { source, id } of eachRow<{ source: string; id: string }>(client, WITHOUT_SOURCE))
      yield `the ledger has rows of ${NAMES[source]} ${id}, which is not here`;
    yield* wrongBalances(client, balances);
    return `${counted(count, 'record')}${isWaiting.size === 0 ? '' : `, ${counted(isWaiting.size, 'record')} waiting`}`;
  },
};

interface Expectation extends Posted {
  readonly name: string;
  readonly id: string;
  /** The records under whose ids it may be pending. */
  readonly waitsFor: readonly (string | null)[];
  readonly expected: Amounts | null;
  /** What is wrong with the record itself; null when nothing is. */
  readonly flaw: string | null;
}

async function* eachExpected(client: pg.ClientBase): AsyncGenerator<Expectation, void> {
  const rates = await RateHistory.read(client);
  for await (const payments of eachGroup(eachRow<PaymentDescription & Posted>(client, PAYMENTS))) {
    const expected = expectedOf(payments, rates);
    // One of a booking's payments bears its fee: what one of them earns may follow from any other.
    const waitsFor = [payments[0]?.bookingId ?? null, ...payments.map(({ id }) => id)];
    for (const [index, payment] of payments.entries())
      yield {
        name: 'payment',
        id: payment.id,
        waitsFor,
        expected: expected[index] ?? null,
        posted: payment.posted,
        flaw: flawOf(payment),
      };
  }
  type Statement = StatementDescription &
    Posted & { bookingId: string | null; paymentId: string | null; paymentBookingId: string | null };
  for await (const row of eachRow<Statement>(client, STATEMENTS))
    yield {
      name: 'earnings row',
      id: row.id,
      waitsFor: [row.id, row.bookingId, row.paymentId, row.paymentBookingId],
      expected: expectedOfStatement(row),
      posted: row.posted,
      flaw: null,
    };
  type Payout = Posted & { id: string; mechanicId: string; amountPaise: number };
  for await (const { id, mechanicId, amountPaise, posted } of eachRow<Payout>(client, PAYOUTS)) {
    const expected = {
      mechanicId,
      flow: 'payout',
      gross: 0,
      commission: 0,
      fee: 0,
      net: 0,
      paidOut: amountPaise,
    } as const;
    yield { name: 'payout', id, waitsFor: [id], expected, posted, flaw: null };
  }
}

function flawOf({ datedMs, ratedMs }: PaymentDescription): string | null {
  if (ratedMs === null) return 'has no instant by which its rates are chosen';
  return datedMs !== null && ratedMs > datedMs ? 'is charged the rates of after its date' : null;
}

/** The payments of a booking together, one without a booking alone. */
async function* eachGroup<P extends PaymentDescription>(payments: AsyncIterable<P>): AsyncGenerator<P[], void> {
  let group: P[] = [];
  for await (const payment of payments) {
    const [first] = group;
    if (first !== undefined && (payment.bookingId === null || payment.bookingId !== first.bookingId)) {
      yield group;
      group = [];
    }
    group.push(payment);
  }
  if (group.length > 0) yield group;
}

async function* wrongBalances(
  client: pg.ClientBase,
  { sums, waiting }: ExpectedBalances,
): AsyncGenerator<string, void> {
  const kept = eachRow<{ id: string; paise: number }>(
    client,
    'SELECT mechanic_id AS id, balance_paise AS paise FROM mechanic_balances ORDER BY 1',
  );
  for await (const { id, paise } of kept) {
    if (!waiting.has(id) && paise !== (sums.get(id) ?? 0))
      yield `the balance of mechanic ${id} is not what their payments and payouts come to`;
    sums.delete(id);
  }
  for (const [id, paise] of sums)
    if (!waiting.has(id) && paise !== 0)
      yield `mechanic ${id} has no balance, though there are payments or payouts`;
}
