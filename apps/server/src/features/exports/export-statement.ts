import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { eachPage } from '../../db/each-page.ts';
import { defineStatement, sampleOf } from '../../db/statement.ts';
import { type CsvExport, csvText, datedFileName, rupeesCell, timestampCell } from './csv.ts';
import { recordExport } from './record-export.ts';

const row = z.object({
  id: z.number(),
  /** `listed_at` in its full precision. */
  listed: z.string(),
  cells: z.array(z.nullable(z.string())),
  /** Gross, commission, fee, net, paid out, and the change of the balance. */
  paise: z.array(z.number()),
});

const ROWS = 1_000;
const HEADINGS = [
  'Date',
  'Entry',
  'Booking ID',
  'Payment ID',
  'Transaction ID',
  'Method',
  'Gross (INR)',
  'Commission (INR)',
  'Platform fee (INR)',
  'Net (INR)',
  'Paid out (INR)',
  'Change of balance (INR)',
  'Balance (INR)',
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
    ARRAY[${timestampCell('b.occurred_at')}, b.kind, b.booking_id, b.payment_id, p.transaction_id, b.method] AS cells,
    to_json(ARRAY[b.gross_paise, b.commission_paise, b.platform_fee_paise, b.net_paise, b.paid_out_paise, b.balance_paise]) AS paise
  FROM ledger_entries AS b LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id
  WHERE b.mechanic_id = $1 AND (b.listed_at, b.id) > ($2::timestamptz, $3) ORDER BY b.listed_at, b.id LIMIT ${ROWS}`,
  row,
  example: [sampleOf('ledger_entries', 'mechanic_id'), '-infinity', 0],
  isPrepared: false,
});

/**
 * Every ledger entry of one mechanic as a table, oldest first, with the balance after each (API-17).
 * @throws 404
 */
export async function exportStatement(context: ActorContext, mechanicId: string): Promise<CsvExport> {
  const { database } = context;
  const [found] = await database.rows(COUNT, [mechanicId]);
  if (!found) throw notFound('mechanic');
  const of = { entity: 'mechanic', id: mechanicId } as const;
  await recordExport(context, { table: 'statement', of, filters: {}, rowCount: found.count });
  const pages = eachPage<z.infer<typeof row>>(
    (last) => database.rows(PAGE, [mechanicId, last?.listed ?? '-infinity', last?.id ?? 0]),
    ROWS,
  );
  let balance = 0;
  return {
    fileName: datedFileName(`statement-${mechanicId}`, context),
    rowCount: found.count,
    text: csvText(HEADINGS, pages, ({ cells, paise }) => {
      balance += paise.at(-1) ?? 0;
      return [...cells, ...paise.map(rupeesCell), rupeesCell(balance)];
    }),
  };
}
