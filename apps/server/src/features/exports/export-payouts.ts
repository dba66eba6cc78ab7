import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import { eachPage } from '../../db/each-page.ts';
import { containing } from '../../db/like-pattern.ts';
import { defineStatement } from '../../db/statement.ts';
import { IS_LISTED, MECHANICS_WITH_BALANCES } from '../../ledger/mechanic-balances.ts';
import { type CsvExport, csvText, datedFileName, rupeesCell } from './csv.ts';
import { loggedSearch, recordExport } from './record-export.ts';

export interface ExportPayoutsInput {
  /** Any part of name, id or phone (PAYO-02). */
  readonly search: string | null;
  readonly balance: 'all' | 'available' | 'negative' | 'zero' | null;
}

const row = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  paise: z.array(z.number()),
});

const ROWS = 1_000;
const HEADINGS = [
  'Mechanic ID',
  'Mechanic',
  'Phone',
  'Total earnings (INR)',
  'Cash kept (INR)',
  'Pending commission (INR)',
  'Paid out (INR)',
  'Net balance (INR)',
  'Status',
];

/** The sign of the balances that each filter selects. */
const SIGNS = { all: null, available: 1, negative: -1, zero: 0 } as const;
/** The badges of the screen (PAYO-03). */
const STATUSES: Readonly<Record<string, string>> = {
  '-1': 'Negative Balance',
  '0': 'Zero Balance',
  '1': 'Available for Payout',
};

const WHERE = `${IS_LISTED} AND ($1::text IS NULL OR m.name ILIKE $1 OR m.id ILIKE $1 OR m.phone ILIKE $1)
  AND ($2::int IS NULL OR sign(coalesce(s.balance_paise, 0)) = $2)`;

const COUNT = defineStatement({
  name: 'count-exported-payouts',
  text: `SELECT count(*) FROM ${MECHANICS_WITH_BALANCES} WHERE ${WHERE}`,
  row: z.object({ count: z.number() }),
  example: [null, null],
  isPrepared: false,
});
const PAGE = defineStatement({
  name: 'export-payouts',
  text: `SELECT m.id, m.name, m.phone,
      to_json(ARRAY[coalesce(s.net_earning_paise, 0), coalesce(s.cash_kept_paise, 0), coalesce(s.pending_commission_paise, 0),
        coalesce(s.paid_out_paise, 0), coalesce(s.balance_paise, 0)]) AS paise
    FROM ${MECHANICS_WITH_BALANCES} WHERE ${WHERE} AND m.id > $3 ORDER BY m.id LIMIT ${ROWS}`,
  row,
  example: [null, null, ''],
  isPrepared: false,
});

/** The filtered mechanics with their totals as a table (API-17). */
export async function exportPayouts(context: ActorContext, input: ExportPayoutsInput): Promise<CsvExport> {
  const { database } = context;
  const values = [input.search ? containing(input.search) : null, SIGNS[input.balance ?? 'all']];
  const [found] = await database.rows(COUNT, values);
  const rowCount = found?.count ?? 0;
  const filters = { search: loggedSearch(input.search), balance: input.balance };
  await recordExport(context, { table: 'payouts', filters, rowCount });
  const pages = eachPage<z.infer<typeof row>>((last) => database.rows(PAGE, [...values, last?.id ?? '']), ROWS);
  return {
    fileName: datedFileName('payouts', context),
    rowCount,
    text: csvText(HEADINGS, pages, ({ id, name, phone, paise }) => [
      id,
      name,
      phone,
      ...paise.map(rupeesCell),
      STATUSES[Math.sign(paise.at(-1) ?? 0)] ?? null,
    ]),
  };
}
