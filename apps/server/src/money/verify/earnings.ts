import { mechanicShare } from '@wayside/contract/refunds';
import type pg from 'pg';
import { z } from 'zod';
import { countText } from '../../count-text.ts';
import {
  type Amounts,
  balanceChange,
  expectedCompensation,
  expectedEarnings,
  expectedOfStatement,
  isAsExpected,
  type PostedEntries,
  paymentRow,
  postedEntries,
  postedJsonSql,
  RateHistory,
  statementRow,
} from './expected-earnings.ts';
import { eachRow, type IntegrityCheck } from './integrity-check.ts';

/** How long a record may wait for posting. A longer wait is an issue (PRIV-05). */
const MAX_WAIT = "interval '1 minute'";

const millisecondsSql = (column: string) => `extract(epoch FROM ${column})::float8 * 1000`;

const paymentRows = {
  text: `
    SELECT p.id, p.booking_id AS "bookingId", p.mechanic_id AS "mechanicId", p.amount_paise AS "amountPaise", p.method, p.status,
      ${millisecondsSql('coalesce(p.transacted_at, p.created_at)')} AS "datedMs", ${millisecondsSql('p.rated_at')} AS "ratedMs",
      EXISTS (SELECT FROM earnings WHERE payment_id = p.id) AS "isStated", coalesce(b.record_state <> 'stub', false) AS "isBookingFull",
      coalesce(b.status = 'cancelled', false) AS "isBookingCancelled", b.mechanic_id AS "bookingMechanicId", b.platform_fee_paise AS "bookingFeePaise",
      EXISTS (SELECT FROM earnings WHERE booking_id = b.id AND payment_id IS NULL) AS "isBookingStated",
      EXISTS (SELECT FROM earnings WHERE booking_id = b.id AND platform_fee_paise > 0) OR EXISTS (
        SELECT FROM payments AS of JOIN earnings AS e ON e.payment_id = of.id
        WHERE of.booking_id = b.id AND of.record_state = 'full' AND e.platform_fee_paise > 0) AS "isFeeStated",
      ${postedJsonSql('payment', 'p.id')} AS posted
    FROM payments AS p LEFT JOIN bookings AS b ON b.id = p.booking_id
    WHERE p.record_state = 'full' ORDER BY coalesce(p.booking_id, p.id), p.id`,
  row: paymentRow.extend({ posted: postedEntries }),
};

const statementRows = {
  text: `
    SELECT e.id, e.booking_id AS "bookingId", e.payment_id AS "paymentId", p.booking_id AS "paymentBookingId", e.mechanic_id AS "mechanicId",
      coalesce(e.method, p.method) AS method, e.gross_paise AS "grossPaise", e.commission_paise AS "commissionPaise",
      e.platform_fee_paise AS "feePaise", e.net_paise AS "netPaise", p.amount_paise AS "paidPaise",
      coalesce(p.record_state = 'full' AND p.status = 'refunded', false) AS "isRefunded", ${postedJsonSql('statement', 'e.id')} AS posted
    FROM earnings AS e LEFT JOIN payments AS p ON p.id = e.payment_id`,
  row: statementRow.extend({
    bookingId: z.string().nullable(),
    paymentId: z.string().nullable(),
    paymentBookingId: z.string().nullable(),
    paidPaise: z.number().nullable(),
    posted: postedEntries,
  }),
};

const payoutRows = {
  text: `
    SELECT p.id, p.mechanic_id AS "mechanicId", p.amount_paise AS "amountPaise", p.method, v.id IS NOT NULL AS "isVoided",
      ${postedJsonSql('payout', 'p.id')} AS posted
    FROM payouts AS p LEFT JOIN payout_voids AS v ON v.payout_id = p.id`,
  row: z.object({
    id: z.string(),
    mechanicId: z.string(),
    amountPaise: z.number(),
    method: z.string().nullable(),
    isVoided: z.boolean(),
    posted: postedEntries,
  }),
};

const adjustmentRows = {
  text: `
    SELECT a.id, a.mechanic_id AS "mechanicId", a.amount_paise AS "amountPaise", ${postedJsonSql('adjustment', 'a.id')} AS posted
    FROM adjustments AS a`,
  row: z.object({ id: z.string(), mechanicId: z.string(), amountPaise: z.number(), posted: postedEntries }),
};

const refundRows = {
  text: `
    SELECT r.id, r.payment_id AS "paymentId", r.mechanic_id AS "mechanicId", r.returned_paise AS "returnedPaise",
      r.mechanic_percent AS "mechanicPercent", ${postedJsonSql('refund', 'r.id')} AS posted
    FROM refunds AS r`,
  row: z.object({
    id: z.string(),
    paymentId: z.string(),
    mechanicId: z.string().nullable(),
    returnedPaise: z.number(),
    mechanicPercent: z.number(),
    posted: postedEntries,
  }),
};

/** Selects the amounts returned by Wayside's own refunds and disputes, by payment, with their compensations. */
const returnedRows = {
  text: `
    SELECT r.payment_id AS id, sum(CASE WHEN r.requested_by IS NULL THEN 0 ELSE r.returned_paise END)::bigint AS "returnedPaise",
      ${postedJsonSql('compensation', 'r.payment_id')} AS posted
    FROM refunds AS r GROUP BY r.payment_id`,
  row: z.object({ id: z.string(), returnedPaise: z.number(), posted: postedEntries }),
};

const entriesWithoutSource = {
  text: `
    SELECT DISTINCT l.source, l.source_id AS id FROM ledger_entries AS l
    WHERE NOT EXISTS (SELECT FROM payments WHERE l.source = 'payment' AND id = l.source_id)
      AND NOT EXISTS (SELECT FROM earnings WHERE l.source = 'statement' AND id = l.source_id)
      AND NOT EXISTS (SELECT FROM payouts WHERE l.source = 'payout' AND id = l.source_id)
      AND NOT EXISTS (SELECT FROM adjustments WHERE l.source = 'adjustment' AND id = l.source_id)
      AND NOT EXISTS (SELECT FROM refunds WHERE l.source = 'refund' AND id = l.source_id)
      AND NOT EXISTS (SELECT FROM refunds WHERE l.source = 'compensation' AND payment_id = l.source_id) ORDER BY 1, 2`,
  row: z.object({
    source: z.enum(['payment', 'statement', 'payout', 'adjustment', 'refund', 'compensation']),
    id: z.string(),
  }),
};

const pendingRecords = {
  text: `
    SELECT DISTINCT unnest(record_ids) AS id,
      created_at NOT BETWEEN now() - ${MAX_WAIT} AND clock_timestamp() AS "isLate" FROM pending_postings ORDER BY 1`,
  row: z.object({ id: z.string(), isLate: z.boolean() }),
};

const storedBalances = {
  text: 'SELECT mechanic_id AS id, balance_paise AS paise FROM mechanic_balances ORDER BY 1',
  row: z.object({ id: z.string(), paise: z.number() }),
};

const ENTRY_NOUNS = {
  payment: 'payment',
  statement: 'earnings row',
  payout: 'payout',
  adjustment: 'adjustment',
  refund: 'refund',
  compensation: 'compensation of payment',
} as const;

/**
 * Checks that the ledger contains what the rules require for every payment, earnings row, payout, adjustment and
 * refund, and that every balance is their sum (PAYO-08, PAYO-11, IMPO-05, PRIV-05). The expected amounts are computed
 * only from the records and the history of the configuration.
 */
export const earnings: IntegrityCheck = {
  name: 'Earnings',
  passed: 'as the records and the rates require',
  findIssues: async function* ({ client }) {
    const pending = new Set<string>();
    for await (const { id, isLate } of eachRow(client, pendingRecords)) {
      pending.add(id);
      if (isLate) yield `record ${id} has waited to be posted for longer than a minute`;
    }
    const balances = new ExpectedBalances();
    let count = 0;
    for await (const { noun, id, postedWith, expected, posted, defect } of eachExpectation(client)) {
      count += 1;
      if (postedWith.some((record) => record !== null && pending.has(record))) {
        balances.skip(expected, posted);
        continue;
      }
      balances.add(expected);
      if (defect !== null) yield `${noun} ${id} ${defect}`;
      if (!isAsExpected(posted, expected)) yield `${noun} ${id} is not in the ledger as the rules require`;
    }
    for await (const { source, id } of eachRow(client, entriesWithoutSource))
      yield `the ledger has rows of ${ENTRY_NOUNS[source]} ${id}, which does not exist`;
    yield* balanceIssues(client, balances);
    return `${countText(count, 'record')}${pending.size === 0 ? '' : `, ${countText(pending.size, 'record')} waiting`}`;
  },
};

/** Sums the expected amounts by mechanic and collects the mechanics with a pending record. */
class ExpectedBalances {
  readonly sums = new Map<string, number>();
  readonly pending = new Set<string>();

  add(expected: Amounts | null): void {
    if (expected === null) return;
    const { mechanicId } = expected;
    this.sums.set(mechanicId, (this.sums.get(mechanicId) ?? 0) + balanceChange(expected));
  }

  skip(expected: Amounts | null, posted: PostedEntries): void {
    if (expected !== null) this.pending.add(expected.mechanicId);
    for (const { mechanicId } of posted) this.pending.add(mechanicId);
  }
}

interface Expectation {
  readonly noun: string;
  readonly id: string;
  /** The record ids that may be pending for it. */
  readonly postedWith: readonly (string | null)[];
  readonly expected: Amounts | null;
  readonly posted: PostedEntries;
  /** An issue of the record itself; null if there is none. */
  readonly defect: string | null;
}

async function* eachExpectation(client: pg.ClientBase): AsyncGenerator<Expectation, void> {
  const rates = await RateHistory.read(client);
  const returned = new Map<string, z.infer<typeof returnedRows.row>>();
  for await (const row of eachRow(client, returnedRows)) returned.set(row.id, row);
  function* compensations(
    { id, paidPaise }: { readonly id: string; readonly paidPaise: number | null },
    postedWith: Expectation['postedWith'],
    earned: () => Amounts | null,
  ) {
    const found = returned.get(id);
    if (found === undefined) return;
    const { returnedPaise } = found;
    const expected = expectedCompensation(earned(), { paidPaise, returnedPaise });
    yield { noun: ENTRY_NOUNS.compensation, id, postedWith, expected, posted: found.posted, defect: null };
  }
  for await (const payments of eachBooking(eachRow(client, paymentRows))) {
    const expected = expectedEarnings(payments, rates);
    // Only one payment of a booking bears its fee, so the earning of each payment may depend on the others.
    const postedWith = [payments[0]?.bookingId ?? null, ...payments.map(({ id }) => id)];
    for (const [index, payment] of payments.entries()) {
      const { id, posted, datedMs, ratedMs, isStated } = payment;
      if (!isStated)
        yield* compensations({ id, paidPaise: payment.amountPaise }, postedWith, () => {
          if (payment.status !== 'refunded') return null;
          const asPaid = payments.with(index, { ...payment, status: 'paid' });
          return expectedEarnings(asPaid, rates)[index] ?? null;
        });
      yield {
        noun: ENTRY_NOUNS.payment,
        id,
        postedWith,
        expected: expected[index] ?? null,
        posted,
        defect: ratingDefect(datedMs, ratedMs),
      };
    }
  }
  for await (const row of eachRow(client, statementRows)) {
    const postedWith = [row.id, row.bookingId, row.paymentId, row.paymentBookingId];
    if (row.paymentId !== null)
      yield* compensations({ id: row.paymentId, paidPaise: row.paidPaise }, postedWith, () =>
        row.isRefunded ? expectedOfStatement({ ...row, isRefunded: false }) : null,
      );
    yield {
      noun: ENTRY_NOUNS.statement,
      id: row.id,
      postedWith,
      expected: expectedOfStatement(row),
      posted: row.posted,
      defect: null,
    };
  }
  const nothing = { method: null, gross: 0, commission: 0, fee: 0, net: 0, paidOut: 0 };
  for await (const { id, mechanicId, amountPaise: paidOut, method, isVoided, posted } of eachRow(
    client,
    payoutRows,
  )) {
    const paid = { ...nothing, mechanicId, flow: 'payout', method, paidOut } as const;
    yield {
      noun: ENTRY_NOUNS.payout,
      id,
      postedWith: [id],
      expected: isVoided ? null : paid,
      posted,
      defect: null,
    };
  }
  for await (const { id, mechanicId, amountPaise: net, posted } of eachRow(client, adjustmentRows)) {
    const expected = { ...nothing, mechanicId, flow: 'platform', net } as const;
    yield { noun: ENTRY_NOUNS.adjustment, id, postedWith: [id], expected, posted, defect: null };
  }
  for await (const { id, paymentId, mechanicId, returnedPaise, mechanicPercent, posted } of eachRow(
    client,
    refundRows,
  )) {
    const share = mechanicShare(returnedPaise, mechanicPercent);
    const expected =
      mechanicId === null || share === 0
        ? null
        : ({ ...nothing, mechanicId, flow: 'platform', net: -share } as const);
    yield { noun: ENTRY_NOUNS.refund, id, postedWith: [id, paymentId], expected, posted, defect: null };
  }
}

function ratingDefect(datedMs: number | null, ratedMs: number | null): string | null {
  if (ratedMs === null) return 'has no timestamp by which its rates are chosen';
  return datedMs !== null && ratedMs > datedMs ? 'is charged the rates of after its date' : null;
}

/** Groups payments by booking. A payment without a booking is its own group. */
async function* eachBooking<P extends { readonly bookingId: string | null }>(
  payments: AsyncIterable<P>,
): AsyncGenerator<P[], void> {
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

async function* balanceIssues(client: pg.ClientBase, { sums, pending }: ExpectedBalances) {
  for await (const { id, paise } of eachRow(client, storedBalances)) {
    if (!pending.has(id) && paise !== (sums.get(id) ?? 0))
      yield `the balance of mechanic ${id} differs from their payments and payouts`;
    sums.delete(id);
  }
  for (const [id, paise] of sums)
    if (!pending.has(id) && paise !== 0) yield `mechanic ${id} has payments or payouts and no balance`;
}
