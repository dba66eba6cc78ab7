import { DEFAULT_MONTHS, type IncomeAmounts, type IncomeMonth, MAX_MONTHS } from '@wayside/contract/income';
import { z } from 'zod';
import { badRequest, fieldError } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { amountColumn, type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';

const row = z.object({
  month: z.string(),
  commissionPaise: z.number(),
  platformFeePaise: z.number(),
  reversedPaise: z.number(),
  creditPaise: z.number(),
  debitPaise: z.number(),
  differencePaise: z.number(),
  loyaltyGrantedPaise: z.number(),
  loyaltyPaidPaise: z.number(),
});

/** Returns SQL for the sum of a counter in paise, under one of its statuses or in total. */
const sumCounter = (name: string, status: string | null = null): string =>
  `coalesce(sum(c.amount_paise) FILTER (WHERE c.name = '${name}' AND c.status ${status === null ? 'IS NULL' : `= '${status}'`}), 0)::bigint`;

/** The counters contain each sum by accounting month. */
const INCOME = defineStatement({
  name: 'income-by-month',
  text: `
    SELECT to_char(first, 'YYYY-MM') AS month,
      ${sumCounter('commission')} AS "commissionPaise", ${sumCounter('platform fees')} AS "platformFeePaise",
      ${sumCounter('commission', 'reversal')} + ${sumCounter('platform fees', 'reversal')} AS "reversedPaise",
      ${sumCounter('balance changes', 'credit')} AS "creditPaise", -${sumCounter('balance changes', 'debit')} AS "debitPaise",
      ${sumCounter('earning differences')} AS "differencePaise",
      ${sumCounter('wallet changes', 'granted')} AS "loyaltyGrantedPaise", -${sumCounter('wallet changes', 'paid')} AS "loyaltyPaidPaise"
    FROM generate_series($1::date::timestamp, $2::date::timestamp, interval '1 month') AS first
    LEFT JOIN counters AS c ON c.starts_on = first::date AND c.period = 'month'
      AND c.name IN ('commission', 'platform fees', 'balance changes', 'earning differences', 'wallet changes')
    GROUP BY first ORDER BY first`,
  row,
  example: ['2026-01-01', '2026-03-01'],
});

interface GetIncomeInput {
  /** Months such as "2026-02", both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
}

interface Income {
  /** Earliest month first. */
  readonly months: IncomeMonth[];
  readonly total: IncomeAmounts;
}

/** Returns a sequential number for a month, for calculations with months. */
const toMonthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const toMonth = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

/**
 * Returns the income of the platform by month; the default is the last 12 months (CLOS-02). @throws 400 if the months
 * are in the wrong order or too many
 */
export async function getIncome(
  { database, now, settings }: Pick<AppContext, 'database' | 'now' | 'settings'>,
  { from, to }: GetIncomeInput,
): Promise<Income> {
  const present = now().toLocaleDateString('sv-SE', { timeZone: settings.timeZone }).slice(0, 7);
  const last = to ?? present;
  const first = from ?? toMonth(toMonthNumber(last) - DEFAULT_MONTHS + 1);
  const count = toMonthNumber(last) - toMonthNumber(first) + 1;
  if (count < 1) throw badRequest([fieldError('to', 'not_before', { from: 'from' })]);
  if (count > MAX_MONTHS) throw badRequest([fieldError('from', 'months_back_at_most', { months: MAX_MONTHS })]);
  const found = await database.rows(INCOME, [`${first}-01`, `${last}-01`]);
  const months = found.map((each) => ({ ...each, netIncomePaise: netIncomeOf(each) }));
  return { months, total: months.reduce(add, ZERO_INCOME) };
}

const netIncomeOf = (
  each: Pick<IncomeAmounts, 'commissionPaise' | 'platformFeePaise' | 'creditPaise' | 'debitPaise'>,
) => each.commissionPaise + each.platformFeePaise - each.creditPaise + each.debitPaise;

const ZERO_INCOME: IncomeAmounts = {
  commissionPaise: 0,
  platformFeePaise: 0,
  reversedPaise: 0,
  creditPaise: 0,
  debitPaise: 0,
  netIncomePaise: 0,
  differencePaise: 0,
  loyaltyGrantedPaise: 0,
  loyaltyPaidPaise: 0,
};
const add = (one: IncomeAmounts, other: IncomeAmounts): IncomeAmounts => ({
  commissionPaise: one.commissionPaise + other.commissionPaise,
  platformFeePaise: one.platformFeePaise + other.platformFeePaise,
  reversedPaise: one.reversedPaise + other.reversedPaise,
  creditPaise: one.creditPaise + other.creditPaise,
  debitPaise: one.debitPaise + other.debitPaise,
  netIncomePaise: one.netIncomePaise + other.netIncomePaise,
  differencePaise: one.differencePaise + other.differencePaise,
  loyaltyGrantedPaise: one.loyaltyGrantedPaise + other.loyaltyGrantedPaise,
  loyaltyPaidPaise: one.loyaltyPaidPaise + other.loyaltyPaidPaise,
});

type Row = { readonly month: string } & IncomeAmounts;

const COLUMNS = [
  textColumn<Row>('Month', ({ month }) => month),
  amountColumn<Row>('Commission', ({ commissionPaise }) => commissionPaise),
  amountColumn<Row>('Platform fees', ({ platformFeePaise }) => platformFeePaise),
  amountColumn<Row>('Of which reversals', ({ reversedPaise }) => reversedPaise),
  amountColumn<Row>('Credits to mechanics', ({ creditPaise }) => -creditPaise || 0),
  amountColumn<Row>('Debits from mechanics', ({ debitPaise }) => debitPaise),
  amountColumn<Row>('Net income', ({ netIncomePaise }) => netIncomePaise),
  amountColumn<Row>('Differences of imported earnings', ({ differencePaise }) => differencePaise),
  amountColumn<Row>('Loyalty granted', ({ loyaltyGrantedPaise }) => loyaltyGrantedPaise),
  amountColumn<Row>('Loyalty paid out', ({ loyaltyPaidPaise }) => loyaltyPaidPaise),
];

/** Exports the income of the platform by month with its total as a table (CLOS-02). @throws 400 like `getIncome` */
export async function exportIncome(context: ActorContext, input: GetIncomeInput): Promise<ExportTable<Row>> {
  const { months, total } = await getIncome(context, input);
  const rows = [...months, { month: 'Total', ...total }];
  await recordExport(context, { table: 'income', filters: { ...input }, rowCount: rows.length });
  return { name: 'income', columns: COLUMNS, rowCount: rows.length, pages: [rows] };
}
