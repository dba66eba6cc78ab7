import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import { eachPage } from '../../db/each-page.ts';
import { containing } from '../../db/like-pattern.ts';
import { dayRange, midnightOf } from '../../db/list-shape.ts';
import { defineStatement } from '../../db/statement.ts';
import { type CsvExport, csvText, datedFileName, rupeesCell, timestampCell } from './csv.ts';
import { loggedSearch, recordExport } from './record-export.ts';

export interface ExportPaymentsInput {
  /** Any of these; null for all. */
  readonly status: readonly string[] | null;
  /** Null and "all" are no input. */
  readonly method: string | null;
  /** Any part of the id. */
  readonly search: string | null;
  readonly bookingId: string | null;
  readonly customerId: string | null;
  /** Days of the business, both included (VIEW-01). */
  readonly from: string | null;
  readonly to: string | null;
}

const row = z.object({
  id: z.string(),
  /** `occurred_at` in its full precision. */
  occurred: z.string(),
  cells: z.array(z.nullable(z.string())),
  paise: z.array(z.nullable(z.number())),
});

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

const WHERE = `b.record_state = 'full' AND ($1::text[] IS NULL OR b.status = ANY($1)) AND ($2::text IS NULL OR b.method = $2)
  AND ($3::text IS NULL OR b.id ILIKE $3) AND ($4::text IS NULL OR b.booking_id = $4) AND ($5::text IS NULL OR b.customer_id = $5)
  AND ($6::text IS NULL OR b.occurred_at >= ${midnightOf('$6')} AND b.occurred_at < ${midnightOf('$7::date + 1')})`;

const COUNT = defineStatement({
  name: 'count-exported-payments',
  text: `SELECT count(*) FROM payments AS b WHERE ${WHERE}`,
  row: z.object({ count: z.number() }),
  example: [null, null, null, null, null, null, null],
  isPrepared: false,
});
const PAGE = defineStatement({
  name: 'export-payments',
  text: `SELECT b.id, b.occurred_at::text AS occurred,
    ARRAY[b.id, b.booking_id, b.status, b.method, b.type, ${timestampCell('b.transacted_at')}, ${timestampCell('b.created_at')},
      c.name, c.phone, c.email, m.name, m.phone] AS cells,
    to_json(ARRAY[b.amount_paise, b.total_paise, b.discount_paise, b.paid_paise, b.due_paise]) AS paise
  FROM payments AS b LEFT JOIN users AS c ON c.id = b.customer_id LEFT JOIN mechanics AS m ON m.id = b.mechanic_id
  WHERE ${WHERE} AND (b.occurred_at, b.id) < ($8::timestamptz, $9) ORDER BY b.occurred_at DESC, b.id DESC LIMIT ${ROWS}`,
  row,
  example: [null, null, null, null, null, null, null, 'infinity', ''],
  isPrepared: false,
});

/** The filtered payments as a table, newest first (API-17). */
export async function exportPayments(context: ActorContext, input: ExportPaymentsInput): Promise<CsvExport> {
  const { database } = context;
  const { status, search, bookingId, customerId, from, to } = input;
  const method = input.method === 'all' ? null : input.method;
  const days = dayRange(input);
  const values = [
    status,
    method,
    search ? containing(search) : null,
    bookingId,
    customerId,
    days?.from ?? null,
    days?.to ?? null,
  ];
  const [found] = await database.rows(COUNT, values);
  const rowCount = found?.count ?? 0;
  const filters = {
    status: status?.join(', ') ?? null,
    method,
    search: loggedSearch(search),
    bookingId,
    customerId,
    from,
    to,
  };
  await recordExport(context, { table: 'payments', filters, rowCount });
  const pages = eachPage<z.infer<typeof row>>(
    (last) => database.rows(PAGE, [...values, last?.occurred ?? 'infinity', last?.id ?? '']),
    ROWS,
  );
  return {
    fileName: datedFileName('payments', context),
    rowCount,
    text: csvText(HEADINGS, pages, ({ cells, paise }) => [...cells, ...paise.map((amount) => rupeesCell(amount))]),
  };
}
