import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { eachPage } from '../../db/each-page.ts';
import { defineStatement, sampleOf } from '../../db/statement.ts';
import { amountColumn, type ExportTable, textColumn, timestampColumn } from '../../exports/export-table.ts';
import { recordExport } from '../../exports/record-export.ts';
import { VOID_OF_ENTRY } from '../../records/ledger-entries.ts';

const row = z.object({
  id: z.number(),
  /** `listed_at` in its full precision. */
  listed: z.string(),
  date: z.nullable(z.string()),
  kind: z.string(),
  bookingId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  method: z.nullable(z.string()),
  /** Of a void or an adjustment. */
  reason: z.nullable(z.string()),
  grossPaise: z.number(),
  commissionPaise: z.number(),
  platformFeePaise: z.number(),
  netPaise: z.number(),
  paidOutPaise: z.number(),
  /** The change of the balance. */
  changePaise: z.number(),
});

const ROWS = 1_000;
/** A row with the balance after it, in paise. */
type Row = z.infer<typeof row> & { readonly balance: number };

const COLUMNS = [
  timestampColumn<Row>('Date', ({ date }) => date),
  textColumn<Row>('Entry', ({ kind }) => kind),
  textColumn<Row>('Booking ID', ({ bookingId }) => bookingId),
  textColumn<Row>('Payment ID', ({ paymentId }) => paymentId),
  textColumn<Row>('Transaction ID', ({ transactionId }) => transactionId),
  textColumn<Row>('Method', ({ method }) => method),
  amountColumn<Row>('Gross', ({ grossPaise }) => grossPaise),
  amountColumn<Row>('Commission', ({ commissionPaise }) => commissionPaise),
  amountColumn<Row>('Platform fee', ({ platformFeePaise }) => platformFeePaise),
  amountColumn<Row>('Net', ({ netPaise }) => netPaise),
  amountColumn<Row>('Paid out', ({ paidOutPaise }) => paidOutPaise),
  amountColumn<Row>('Change of balance', ({ changePaise }) => changePaise),
  amountColumn<Row>('Balance', ({ balance }) => balance),
  textColumn<Row>('Reason', ({ reason }) => reason),
];

const COUNT = defineStatement({
  name: 'count-exported-entries',
  text: 'SELECT (SELECT count(*) FROM ledger_entries WHERE mechanic_id = m.id) AS count FROM mechanics AS m WHERE m.id = $1',
  row: z.object({ count: z.number() }),
  example: [sampleOf('mechanics')],
  isPrepared: false,
});
const PAGE = defineStatement({
  name: 'export-statement',
  text: `SELECT b.id, b.listed_at::text AS listed,
    iso_instant(nullif(b.occurred_at, '-infinity')) AS date,
    CASE WHEN b.kind = 'reversal' AND v.id IS NOT NULL THEN 'void' ELSE b.kind END AS kind, b.booking_id AS "bookingId",
    b.payment_id AS "paymentId", p.transaction_id AS "transactionId", b.method,
    CASE WHEN b.kind <> 'payout' THEN coalesce(j.reason, v.reason) END AS reason,
    b.gross_paise AS "grossPaise", b.commission_paise AS "commissionPaise", b.platform_fee_paise AS "platformFeePaise",
    b.net_paise AS "netPaise", b.paid_out_paise AS "paidOutPaise", b.balance_paise AS "changePaise"
  FROM ledger_entries AS b LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id
    LEFT JOIN adjustments AS j ON b.source = 'adjustment' AND j.id = b.source_id ${VOID_OF_ENTRY}
  WHERE b.mechanic_id = $1 AND (b.listed_at, b.id) > ($2::timestamptz, $3) ORDER BY b.listed_at, b.id LIMIT ${ROWS}`,
  row,
  example: [sampleOf('ledger_entries', 'mechanic_id'), '-infinity', 0],
  isPrepared: false,
});

/**
 * Every ledger entry of one mechanic as a table, oldest first, with the balance after each (API-17).
 * @throws 404
 */
export async function exportStatement(
  context: ActorContext,
  { mechanicId }: { readonly mechanicId: string },
): Promise<ExportTable<Row>> {
  const { database } = context;
  const [found] = await database.rows(COUNT, [mechanicId]);
  if (!found) throw notFound('mechanic');
  const of = { entity: 'mechanic', id: mechanicId } as const;
  await recordExport(context, { table: 'statement', of, filters: {}, rowCount: found.count });
  const pages = eachPage<z.infer<typeof row>>(
    (last) => database.rows(PAGE, [mechanicId, last?.listed ?? '-infinity', last?.id ?? 0]),
    ROWS,
  );
  return {
    name: `statement-${mechanicId}`,
    columns: COLUMNS,
    rowCount: found.count,
    pages: withBalances(pages),
  };
}

async function* withBalances(pages: AsyncIterable<readonly z.infer<typeof row>[]>): AsyncGenerator<Row[], void> {
  let balance = 0;
  for await (const rows of pages)
    yield rows.map((entry) => {
      balance += entry.changePaise;
      return { ...entry, balance };
    });
}
