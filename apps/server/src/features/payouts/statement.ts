import type { LedgerEntry, StatementLine } from '@wayside/contract/payouts-ledger';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import type { Database } from '../../platform/db/database.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { offsetOf, type PageInput, pageOf } from '../../platform/db/statement-page.ts';
import {
  amountColumn,
  type ExportTable,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import {
  ABOUT_DAY,
  BOOKED_AT,
  dayEndSql,
  dayStartSql,
  ledgerEntrySelect,
  REFUND_OF_ENTRY,
  VOID_OF_ENTRY,
} from '../../records/ledger-entries.ts';

const SUMS = defineStatement({
  name: 'sum-statement',
  text: `SELECT coalesce(sum(b.balance_paise) FILTER (WHERE ${BOOKED_AT} < starts), 0)::bigint AS "openingPaise",
      coalesce(sum(b.balance_paise) FILTER (WHERE ${BOOKED_AT} >= starts AND ${BOOKED_AT} < ends), 0)::bigint AS "changePaise",
      count(*) FILTER (WHERE ${BOOKED_AT} >= starts AND ${BOOKED_AT} < ends) AS count
    FROM mechanics AS m CROSS JOIN LATERAL (SELECT ${dayStartSql('$2')} AS starts, ${dayEndSql('$3')} AS ends OFFSET 0) AS days
      LEFT JOIN ledger_entries AS b ON b.mechanic_id = m.id
    WHERE m.id = $1 GROUP BY m.id`,
  row: z.object({ openingPaise: z.number(), changePaise: z.number(), count: z.number() }),
  example: [sampleOf('ledger_entries', 'mechanic_id'), null, null],
});

interface StatementDays {
  readonly mechanicId: string;
  /** Business days, both inclusive; null means unbounded. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Returns the balance before the days, and the sum in paise and number of the entries in them (CLOS-02). @throws 404
 */
async function sumStatement(
  database: Pick<Database, 'rows'>,
  { mechanicId, from, to }: StatementDays,
): Promise<{ readonly openingPaise: number; readonly changePaise: number; readonly count: number }> {
  const [sums] = await database.rows(SUMS, [mechanicId, from, to]);
  if (!sums) throw notFound('mechanic');
  return sums;
}

const LINES = defineStatement({
  name: 'statement-lines',
  text: `SELECT ${ledgerEntrySelect.json} AS entry, iso_instant(${BOOKED_AT}) AS "bookedAt", ${ABOUT_DAY} AS "aboutDay",
      s.sum AS "changePaise"
    FROM (
      SELECT b.id, sum(b.balance_paise) OVER (ORDER BY ${BOOKED_AT}, b.id)::bigint AS sum FROM ledger_entries AS b
      WHERE b.mechanic_id = $1 AND ${BOOKED_AT} >= ${dayStartSql('$2')} AND ${BOOKED_AT} < ${dayEndSql('$3')}
      ORDER BY ${BOOKED_AT}, b.id LIMIT $4 OFFSET $5) AS s
    JOIN ledger_entries AS b ON b.id = s.id ${ledgerEntrySelect.joins}
    ORDER BY ${BOOKED_AT}, b.id`,
  row: z.object({
    entry: z.custom<LedgerEntry>((value) => typeof value === 'object' && value !== null),
    bookedAt: z.string(),
    aboutDay: z.nullable(z.string()),
    changePaise: z.number(),
  }),
  example: [sampleOf('ledger_entries', 'mechanic_id'), null, null, 10, 0],
  isPrepared: false,
});

interface GetStatementInput extends StatementDays, PageInput {}

/** A statement with rows in accounting order, oldest first. */
interface Statement extends Page<StatementLine> {
  /** The balance before the first day; `closingPaise` is the balance after the last day. */
  readonly openingPaise: number;
  readonly closingPaise: number;
}

/** Returns a page of a mechanic's statement for the given days (CLOS-02). @throws 404 */
export async function getStatement(
  { database }: Pick<AppContext, 'database'>,
  input: GetStatementInput,
): Promise<Statement> {
  const { mechanicId, from, to, limit } = input;
  const { openingPaise, changePaise, count } = await sumStatement(database, input);
  const lines = await database.rows(LINES, [mechanicId, from, to, limit, offsetOf(input)]);
  const rows = lines.map(({ changePaise: change, ...line }) => ({ ...line, balancePaise: openingPaise + change }));
  return {
    ...pageOf(rows, count, input),
    openingPaise,
    closingPaise: openingPaise + changePaise,
  };
}

const row = z.object({
  id: z.number(),
  /** The instant by which the entries are ordered, with full precision. */
  ordered: z.string(),
  date: z.nullable(z.string()),
  /** The day that the entry concerns, if it differs from the accounting day. */
  aboutDay: z.nullable(z.string()),
  kind: z.string(),
  bookingId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  method: z.nullable(z.string()),
  /** Only for a void or an adjustment. */
  reason: z.nullable(z.string()),
  grossPaise: z.number(),
  commissionPaise: z.number(),
  platformFeePaise: z.number(),
  netPaise: z.number(),
  paidOutPaise: z.number(),
  /** The amount by which the entry changes the balance. */
  changePaise: z.number(),
});

const ROWS = 1_000;
type Entry = z.infer<typeof row>;
/** An entry with the balance after it, in paise. The opening and closing balances have no entry. */
interface Row {
  readonly label: string;
  readonly entry: Entry | null;
  readonly balancePaise: number;
}

const DATE = timestampColumn<Row>('Date', ({ entry }) => entry?.date);
const ABOUT = textColumn<Row>('About', ({ entry }) => entry?.aboutDay);
const COLUMNS = [
  textColumn<Row>('Entry', ({ label }) => label),
  textColumn<Row>('Booking ID', ({ entry }) => entry?.bookingId),
  textColumn<Row>('Payment ID', ({ entry }) => entry?.paymentId),
  textColumn<Row>('Transaction ID', ({ entry }) => entry?.transactionId),
  textColumn<Row>('Method', ({ entry }) => entry?.method),
  amountColumn<Row>('Gross', ({ entry }) => entry?.grossPaise),
  amountColumn<Row>('Commission', ({ entry }) => entry?.commissionPaise),
  amountColumn<Row>('Platform fee', ({ entry }) => entry?.platformFeePaise),
  amountColumn<Row>('Net', ({ entry }) => entry?.netPaise),
  amountColumn<Row>('Paid out', ({ entry }) => entry?.paidOutPaise),
  amountColumn<Row>('Change of balance', ({ entry }) => entry?.changePaise),
  amountColumn<Row>('Balance', ({ balancePaise }) => balancePaise),
  textColumn<Row>('Reason', ({ entry }) => entry?.reason),
];

/** Returns SQL for a page of the entries of mechanic $1 after the entry at $2 with the id $3, ordered by an instant. */
const entriesPageSql = (instant: string, date: string, condition: string): string => `
  SELECT b.id, ${instant}::text AS ordered, iso_instant(${date}) AS date, ${ABOUT_DAY} AS "aboutDay",
    CASE WHEN b.kind = 'reversal' AND v.id IS NOT NULL THEN 'void' ELSE b.kind END AS kind, b.booking_id AS "bookingId",
    b.payment_id AS "paymentId", p.transaction_id AS "transactionId", b.method,
    CASE WHEN b.kind <> 'payout' THEN coalesce(j.reason, r.reason, v.reason) END AS reason,
    b.gross_paise AS "grossPaise", b.commission_paise AS "commissionPaise", b.platform_fee_paise AS "platformFeePaise",
    b.net_paise AS "netPaise", b.paid_out_paise AS "paidOutPaise", b.balance_paise AS "changePaise"
  FROM ledger_entries AS b LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id
    LEFT JOIN adjustments AS j ON b.source = 'adjustment' AND j.id = b.source_id ${REFUND_OF_ENTRY} ${VOID_OF_ENTRY}
  WHERE b.mechanic_id = $1 AND (${instant}, b.id) > ($2::timestamptz, $3) AND ${condition} ORDER BY ${instant}, b.id LIMIT ${ROWS}`;

const PAGE = defineStatement({
  name: 'export-statement',
  text: entriesPageSql('b.listed_at', "nullif(b.occurred_at, '-infinity')", 'true'),
  row,
  example: [sampleOf('ledger_entries', 'mechanic_id'), '-infinity', 0],
  isPrepared: false,
});
const PAGE_OF_DAYS = defineStatement({
  name: 'export-statement-of-days',
  text: entriesPageSql(
    BOOKED_AT,
    BOOKED_AT,
    `${BOOKED_AT} >= ${dayStartSql('$4')} AND ${BOOKED_AT} < ${dayEndSql('$5')}`,
  ),
  row,
  example: [sampleOf('ledger_entries', 'mechanic_id'), '-infinity', 0, null, null],
  isPrepared: false,
});

const MECHANIC_NAME = defineStatement({
  name: 'export-statement-name',
  text: 'SELECT name FROM mechanics WHERE id = $1',
  row: z.object({ name: z.nullable(z.string()) }),
  example: [sampleOf('mechanics', 'id')],
});

/**
 * Converts a name for use in a file name, such as "Pallavi Hegde" to "pallavi-hegde". Empty for a name without Latin
 * letters, because not every system supports other letters in file names.
 */
const toFileNamePart = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/**
 * Returns the date range for a file name: "2026-11" for a complete month, "2026-11-01-to-2026-11-15" for another
 * range, and nothing if the range is open at both ends.
 */
function dateRangeName({ from, to }: Pick<StatementDays, 'from' | 'to'>): string[] {
  if (from === null && to === null) return [];
  const month = from?.slice(0, 7);
  const lastDay = month && new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  if (from === `${month}-01` && to === `${month}-${lastDay}`) return [String(month)];
  return [`${from ?? 'start'}-to-${to ?? 'now'}`];
}

/**
 * Exports the ledger entries of a mechanic as a table, oldest first, with the balance after each (API-17). If days
 * are given, includes the opening and closing balances (CLOS-02). @throws 404
 */
export async function exportStatement(context: ActorContext, input: StatementDays): Promise<ExportTable<Row>> {
  const { database } = context;
  const { mechanicId, from, to } = input;
  const { openingPaise, count } = await sumStatement(database, input);
  const isOfDays = from !== null || to !== null;
  const rowCount = isOfDays ? count + 2 : count;
  const of = { entity: 'mechanic', id: mechanicId } as const;
  await recordExport(context, { table: 'statement', parentRecord: of, filters: { from, to }, rowCount });
  const pages = eachPage<Entry>((last) => {
    const values = [mechanicId, last?.ordered ?? '-infinity', last?.id ?? 0];
    return isOfDays ? database.rows(PAGE_OF_DAYS, [...values, from, to]) : database.rows(PAGE, values);
  }, ROWS);
  const [mechanic] = await database.rows(MECHANIC_NAME, [mechanicId]);
  return {
    name: ['statement', toFileNamePart(mechanic?.name ?? '') || mechanicId, ...dateRangeName(input)].join('-'),
    isNamedByDays: isOfDays,
    columns: isOfDays ? [DATE, ABOUT, ...COLUMNS] : [DATE, ...COLUMNS],
    rowCount,
    pages: isOfDays ? betweenBalances(pages, openingPaise) : withBalances(pages, 0),
  };
}

async function* withBalances(
  pages: AsyncIterable<readonly Entry[]>,
  openingPaise: number,
): AsyncGenerator<Row[], number> {
  let balancePaise = openingPaise;
  for await (const entries of pages)
    yield entries.map((entry) => {
      balancePaise += entry.changePaise;
      return { label: entry.kind, entry, balancePaise };
    });
  return balancePaise;
}

/**
 * Adds the opening and closing balances. The closing balance is computed from the rows in the file, even if entries
 * are appended while it is written.
 */
async function* betweenBalances(
  pages: AsyncIterable<readonly Entry[]>,
  openingPaise: number,
): AsyncGenerator<Row[], void> {
  yield [{ label: 'Opening balance', entry: null, balancePaise: openingPaise }];
  const closingPaise: number = yield* withBalances(pages, openingPaise);
  yield [{ label: 'Closing balance', entry: null, balancePaise: closingPaise }];
}
