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
  cells: z.array(z.nullable(z.string())),
  /** Gross, commission, fee, net, paid out, and the change of the balance. */
  paise: z.array(z.number()),
});

const ROWS = 1_000;
/** A row with the balance after it, in paise. */
type Row = z.infer<typeof row> & { readonly balance: number };
const text = (heading: string, position: number) => textColumn<Row>(heading, ({ cells }) => cells[position]);
const amount = (heading: string, position: number) => amountColumn<Row>(heading, ({ paise }) => paise[position]);

const COLUMNS = [
  timestampColumn<Row>('Date', ({ date }) => date),
  text('Entry', 0),
  text('Booking ID', 1),
  text('Payment ID', 2),
  text('Transaction ID', 3),
  text('Method', 4),
  amount('Gross', 0),
  amount('Commission', 1),
  amount('Platform fee', 2),
  amount('Net', 3),
  amount('Paid out', 4),
  amount('Change of balance', 5),
  amountColumn<Row>('Balance', ({ balance }) => balance),
  text('Reason', 5),
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
    ARRAY[CASE WHEN b.kind = 'reversal' AND v.id IS NOT NULL THEN 'void' ELSE b.kind END, b.booking_id, b.payment_id, p.transaction_id, b.method,
      CASE WHEN b.kind <> 'payout' THEN coalesce(j.reason, v.reason) END] AS cells,
    to_json(ARRAY[b.gross_paise, b.commission_paise, b.platform_fee_paise, b.net_paise, b.paid_out_paise, b.balance_paise]) AS paise
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
      balance += entry.paise.at(-1) ?? 0;
      return { ...entry, balance };
    });
}
