import type { IncomeAmounts } from '@wayside/contract/income';
import type { ActorContext } from '../../context.ts';
import { amountColumn, type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { type GetIncomeInput, getIncome } from './get-income.ts';

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

/** The income of the platform by month with its total as a table (CLOS-02). @throws 400 as `getIncome` */
export async function exportIncome(context: ActorContext, input: GetIncomeInput): Promise<ExportTable<Row>> {
  const { months, total } = await getIncome(context, input);
  const rows = [...months, { month: 'Total', ...total }];
  await recordExport(context, { table: 'income', filters: { ...input }, rowCount: rows.length });
  return { name: 'income', columns: COLUMNS, rowCount: rows.length, pages: [rows] };
}
