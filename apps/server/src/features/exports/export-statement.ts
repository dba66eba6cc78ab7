import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { eachPage } from '../../db/each-page.ts';
import { type CsvExport, csvText, datedFileName, rupeesCell, timestampCell } from './csv.ts';

interface Row {
  readonly id: number;
  readonly listed: string;
  readonly cells: readonly (string | null)[];
  /** Gross, commission, fee, net, paid out, and what the row adds to the balance. */
  readonly paise: readonly number[];
}

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

const PAGE = `SELECT b.id, b.listed_at::text AS listed,
    ARRAY[${timestampCell('b.occurred_at')}, b.kind, b.booking_id, b.payment_id, p.transaction_id, b.method] AS cells,
    json_build_array(b.gross_paise, b.commission_paise, b.platform_fee_paise, b.net_paise, b.paid_out_paise, b.balance_paise) AS paise
  FROM ledger_entries AS b LEFT JOIN payouts AS p ON b.source = 'payout' AND p.id = b.source_id
  WHERE b.mechanic_id = $1 AND (b.listed_at, b.id) > ($2::timestamptz, $3) ORDER BY b.listed_at, b.id LIMIT ${ROWS}`;

/**
 * Every row of one mechanic's ledger, oldest first, with the balance after each, as a table (API-17).
 * @throws 404
 */
export async function exportStatement(context: AppContext, mechanicId: string): Promise<CsvExport> {
  const { database } = context;
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT (SELECT count(*) FROM ledger_entries WHERE mechanic_id = m.id) AS count FROM mechanics AS m WHERE m.id = $1',
    [mechanicId],
  );
  const [found] = rows;
  if (!found) throw notFound('mechanic');
  const pages = eachPage<Row>(async (last) => {
    const page = await database.pool.query<Row>(PAGE, [mechanicId, last?.listed ?? '-infinity', last?.id ?? 0]);
    return page.rows;
  }, ROWS);
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
