import { earnedRow, listMechanicEarnings, mechanicEarnings, paidRow } from '@wayside/contract/payouts-earnings';
import { encoderOf } from '@wayside/contract/wire/wire';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { IS_LISTED_SQL, MECHANICS_WITH_BALANCES } from '../../money/ledger/owed-amounts.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { defineStatement } from '../../platform/db/statement.ts';

const ROWS = 1_000;

const mechanic = z.object({ mechanicId: z.string(), name: z.nullable(z.string()), phone: z.nullable(z.string()) });
type Mechanic = z.infer<typeof mechanic>;

const MECHANICS = defineStatement({
  name: 'earning-mechanics',
  text: `SELECT m.id AS "mechanicId", m.name, m.phone FROM ${MECHANICS_WITH_BALANCES}
    WHERE m.id > $1 AND ${IS_LISTED_SQL} ORDER BY m.id LIMIT ${ROWS}`,
  row: mechanic,
  example: [''],
});

const paise = z.number();
const entry = z.object({
  id: z.number(),
  mechanicId: z.string(),
  flow: z.enum(['platform', 'cash', 'payout']),
  /** `listed_at` with full precision. */
  listed: z.string(),
  occurredAt: z.nullable(z.string()),
  bookingId: z.nullable(z.string()),
  method: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  grossPaise: paise,
  commissionPaise: paise,
  platformFeePaise: paise,
  netPaise: paise,
  paidOutPaise: paise,
  balancePaise: paise,
});
type Entry = z.infer<typeof entry>;

// Statement that reads the earnings and then the payouts of each mechanic, both oldest first.
const ENTRIES = defineStatement({
  name: 'earning-entries',
  text: `SELECT b.id, b.mechanic_id AS "mechanicId", b.flow, b.listed_at::text AS listed, iso_instant(b.occurred_at) AS "occurredAt",
      b.booking_id AS "bookingId", b.method, p.transaction_id AS "transactionId", b.gross_paise AS "grossPaise",
      b.commission_paise AS "commissionPaise", b.platform_fee_paise AS "platformFeePaise", b.net_paise AS "netPaise",
      b.paid_out_paise AS "paidOutPaise", b.balance_paise AS "balancePaise"
    FROM ledger_entries AS b LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id
    WHERE (b.mechanic_id, (b.flow = 'payout'), b.listed_at, b.id) > ($1, $2, $3::timestamptz, $4)
    ORDER BY b.mechanic_id, (b.flow = 'payout'), b.listed_at, b.id LIMIT ${ROWS}`,
  row: entry,
  example: ['', false, '-infinity', 0],
});

const PAYOUTS_START = '],"payouts":[';

const encodeEarned = encoderOf(earnedRow);
const encodePaid = encoderOf(paidRow);
const encodeMechanic = encoderOf(mechanicEarnings);
const encodeResponse = encoderOf(listMechanicEarnings.response);

/**
 * Streams API-07: every mechanic with complete histories. Totals are computed from the streamed rows, so they always
 * match.
 */
export async function* streamMechanicEarnings({ database }: AppContext): AsyncGenerator<string, void> {
  const mechanics = eachPage<Mechanic>((last) => database.rows(MECHANICS, [last?.mechanicId ?? '']), ROWS);
  const entries = new EntriesByMechanic(
    eachPage<Entry>(
      (last) => database.rows(ENTRIES, last === null ? ['', false, '-infinity', 0] : positionOf(last)),
      ROWS,
    ),
  );
  const [opening = '', closing = ''] = JSON.stringify(encodeResponse({ rows: [] })).split('[]');
  yield `${opening}[`;
  let separator = '';
  for await (const page of mechanics) {
    for (const mechanic of page) {
      yield separator;
      yield* streamMechanic(mechanic, entries);
      separator = ',\n';
    }
  }
  yield `]${closing}`;
}

const positionOf = ({ mechanicId, flow, listed, id }: Entry) => [mechanicId, flow === 'payout', listed, id];

async function* streamMechanic(mechanic: Mechanic, entries: EntriesByMechanic): AsyncGenerator<string, void> {
  const sums = {
    netEarningPaise: 0,
    cashKeptPaise: 0,
    pendingCommissionPaise: 0,
    paidOutPaise: 0,
    balancePaise: 0,
  };
  let separator = '';
  let isInPayouts = false;
  yield '{"earnings":[';
  for await (const rows of entries.of(mechanic.mechanicId)) {
    let piece = '';
    for (const row of rows) {
      if (row.flow === 'payout' && !isInPayouts) {
        piece += PAYOUTS_START;
        isInPayouts = true;
        separator = '';
      }
      piece += separator + JSON.stringify(isInPayouts ? paidOf(row) : earnedOf(row));
      separator = ',';
      sums.netEarningPaise += row.netPaise;
      sums.paidOutPaise += row.paidOutPaise;
      sums.balancePaise += row.balancePaise;
      if (row.flow !== 'cash') continue;
      sums.cashKeptPaise += row.netPaise;
      sums.pendingCommissionPaise += row.commissionPaise + row.platformFeePaise;
    }
    yield piece;
  }
  const record = encodeMechanic({ ...mechanic, ...sums, earnings: [], payouts: [] }) as Record<string, unknown>;
  const { earnings: _earnings, payouts: _payouts, ...rest } = record;
  yield `${isInPayouts ? '' : PAYOUTS_START}],${JSON.stringify(rest).slice(1)}`;
}

const earnedOf = ({ occurredAt, ...row }: Entry) => encodeEarned({ transactedAt: occurredAt, ...row });
const paidOf = (row: Entry) =>
  encodePaid({ paidAt: row.occurredAt, transactionId: row.transactionId, amountPaise: row.paidOutPaise });

/** Splits pages of entries, sorted by mechanic, into the entries of each mechanic. */
class EntriesByMechanic {
  readonly #pages: AsyncIterator<Entry[], void>;
  #page: Entry[] = [];

  constructor(pages: AsyncIterable<Entry[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** Yields the entries of a mechanic in pages. Skips the entries of earlier mechanics, who are not listed. */
  async *of(mechanicId: string): AsyncGenerator<Entry[], void> {
    for (;;) {
      if (this.#page.length === 0) {
        const next = await this.#pages.next();
        if (next.done) return;
        this.#page = next.value;
      }
      const from = this.#page.findIndex((entry) => entry.mechanicId >= mechanicId);
      if (from === -1) {
        this.#page = [];
        continue;
      }
      const behind = this.#page.findIndex((entry) => entry.mechanicId > mechanicId);
      const until = behind === -1 ? this.#page.length : behind;
      if (until > from) yield this.#page.slice(from, until);
      this.#page = this.#page.slice(until);
      if (behind !== -1) return;
    }
  }
}
