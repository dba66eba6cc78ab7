import type { AppContext } from '../../context.ts';
import { eachPage } from '../../db/each-page.ts';
import { containing } from '../../db/like-pattern.ts';
import { IS_LISTED, MECHANICS_WITH_BALANCES } from '../../ledger/mechanic-balances.ts';
import { type CsvExport, csvText, datedFileName, rupeesCell } from './csv.ts';

export interface PayoutsFilter {
  /** Any part of name, id or phone (PAYO-02). */
  readonly search: string | null;
  readonly balance: 'all' | 'available' | 'negative' | 'zero' | null;
}

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly paise: readonly number[];
}

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

/** The sign of the balances that a filter leaves. */
const SIGNS = { all: null, available: 1, negative: -1, zero: 0 } as const;
/** The badges of the screen (PAYO-03). */
const STATUSES: Readonly<Record<string, string>> = {
  '-1': 'Negative Balance',
  '0': 'Zero Balance',
  '1': 'Available for Payout',
};

const WHERE = `${IS_LISTED} AND ($1::text IS NULL OR m.name ILIKE $1 OR m.id ILIKE $1 OR m.phone ILIKE $1)
  AND ($2::int IS NULL OR sign(coalesce(s.balance_paise, 0)) = $2)`;

const sum = (column: string) => `coalesce(s.${column}, 0)`;
const PAGE = `SELECT m.id, m.name, m.phone, json_build_array(${['net_earning_paise', 'cash_kept_paise', 'pending_commission_paise', 'paid_out_paise', 'balance_paise'].map(sum).join(', ')}) AS paise
  FROM ${MECHANICS_WITH_BALANCES} WHERE ${WHERE} AND m.id > $3 ORDER BY m.id LIMIT ${ROWS}`;

/** The mechanics that the filters leave, each with totals, as a table (API-17). */
export async function exportPayouts(context: AppContext, filter: PayoutsFilter): Promise<CsvExport> {
  const { database } = context;
  const values = [filter.search ? containing(filter.search) : null, SIGNS[filter.balance ?? 'all']];
  const count = await database.pool.query<{ count: number }>(
    `SELECT count(*) FROM ${MECHANICS_WITH_BALANCES} WHERE ${WHERE}`,
    values,
  );
  const pages = eachPage<Row>(async (last) => {
    const page = await database.pool.query<Row>(PAGE, [...values, last?.id ?? '']);
    return page.rows;
  }, ROWS);
  return {
    fileName: datedFileName('payouts', context),
    rowCount: count.rows[0]?.count ?? 0,
    text: csvText(HEADINGS, pages, ({ id, name, phone, paise }) => [
      id,
      name,
      phone,
      ...paise.map(rupeesCell),
      STATUSES[Math.sign(paise.at(-1) ?? 0)] ?? null,
    ]),
  };
}
