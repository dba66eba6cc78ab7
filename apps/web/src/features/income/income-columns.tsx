import type { IncomeAmounts } from '@wayside/contract/income';
import { formatColumnRupees } from '../../lib/format.ts';
import type { ListColumn } from '../../list/list-definition.ts';

/** A month, or the total of all. */
export interface IncomeRow extends IncomeAmounts {
  readonly id: string;
  /** "Nov 2026", "Total" */
  readonly label: string;
}

const column = (
  header: string,
  width: string,
  read: (row: IncomeRow) => number,
): ListColumn<IncomeRow> & { readonly read: typeof read } => ({
  header,
  width,
  align: 'end',
  read,
  cell: (row) => formatColumnRupees(read(row)),
});

/** The amounts of a month: the income, its parts, and what is only shown beside it (CLOS-02). */
export const AMOUNT_COLUMNS = [
  column('Net income', '13%', (row) => row.netIncomePaise),
  column('Commission', '12%', (row) => row.commissionPaise),
  column('Platform fees', '12%', (row) => row.platformFeePaise),
  column('Of which reversals', '11%', (row) => row.reversedPaise),
  column('Credits', '10%', (row) => -row.creditPaise || 0),
  column('Debits', '10%', (row) => row.debitPaise),
  column('Loyalty granted', '11%', (row) => row.loyaltyGrantedPaise),
  column('Loyalty paid out', '11%', (row) => row.loyaltyPaidPaise),
] as const;

/** Shown where imported earnings rows do not add up. */
export const DIFFERENCES = column('Differences', '11%', (row) => row.differencePaise);

/** The header of the column that counts. */
export const NET_INCOME = 'Net income';

/** The columns of some rows. */
export const columnsFor = (rows: readonly IncomeRow[]) =>
  rows.some((row) => row.differencePaise !== 0) ? [...AMOUNT_COLUMNS, DIFFERENCES] : AMOUNT_COLUMNS;

/** "Nov 2026", for "2026-11". */
export const monthLabel = (month: string): string =>
  new Intl.DateTimeFormat('en-IN', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
