import type { AppContext } from '../../context.ts';
import { eachPage } from '../../db/each-page.ts';
import { containing } from '../../db/like-pattern.ts';
import { type CsvExport, csvText, datedFileName, rupeesCell, timestampCell } from './csv.ts';

export interface PaymentsFilter {
  /** Null and "all" are no filter. */
  readonly status: string | null;
  readonly method: string | null;
  /** Any part of the id. */
  readonly search: string | null;
}

interface Row {
  readonly id: string;
  readonly occurred: string;
  readonly cells: readonly (string | null)[];
  readonly paise: readonly (number | null)[];
}

const ROWS = 1_000;
const HEADINGS = [
  'Payment ID',
  'Booking ID',
  'Status',
  'Method',
  'Type',
  'Transaction date',
  'Created',
  'Customer',
  'Customer phone',
  'Customer email',
  'Mechanic',
  'Mechanic phone',
  'Amount (INR)',
  'Total (INR)',
  'Discount (INR)',
  'Paid (INR)',
  'Due (INR)',
];

const WHERE = `b.record_state = 'full' AND ($1::text IS NULL OR b.status = $1) AND ($2::text IS NULL OR b.method = $2)
  AND ($3::text IS NULL OR b.id ILIKE $3)`;

const PAGE = `SELECT b.id, b.occurred_at::text AS occurred,
    ARRAY[b.id, b.booking_id, b.status, b.method, b.type, ${timestampCell('b.transacted_at')}, ${timestampCell('b.created_at')},
      c.name, c.phone, c.email, m.name, m.phone] AS cells,
    json_build_array(b.amount_paise, b.total_paise, b.discount_paise, b.paid_paise, b.due_paise) AS paise
  FROM payments AS b LEFT JOIN users AS c ON c.id = b.customer_id LEFT JOIN mechanics AS m ON m.id = b.mechanic_id
  WHERE ${WHERE} AND (b.occurred_at, b.id) < ($4::timestamptz, $5) ORDER BY b.occurred_at DESC, b.id DESC LIMIT ${ROWS}`;

/** The payments that the filters leave, newest first, as a table (API-17). */
export async function exportPayments(context: AppContext, filter: PaymentsFilter): Promise<CsvExport> {
  const { database } = context;
  const word = (value: string | null) => (value === 'all' ? null : value);
  const values = [word(filter.status), word(filter.method), filter.search ? containing(filter.search) : null];
  const count = await database.pool.query<{ count: number }>(
    `SELECT count(*) FROM payments AS b WHERE ${WHERE}`,
    values,
  );
  const pages = eachPage<Row>(async (last) => {
    const page = await database.pool.query<Row>(PAGE, [...values, last?.occurred ?? 'infinity', last?.id ?? '']);
    return page.rows;
  }, ROWS);
  return {
    fileName: datedFileName('payments', context),
    rowCount: count.rows[0]?.count ?? 0,
    text: csvText(HEADINGS, pages, ({ cells, paise }) => [...cells, ...paise.map((amount) => rupeesCell(amount))]),
  };
}
