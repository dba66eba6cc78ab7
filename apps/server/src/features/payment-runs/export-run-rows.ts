import type { RunRow } from '@wayside/contract/payment-run-rows';
import { modeText, runRowStateText } from '@wayside/contract/payment-runs';
import type { ActorContext, AppContext } from '../../context.ts';
import {
  amountColumn,
  type ExportTable,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { eachPageOfRunRows, listRunRows, type RunRowFilters } from './list-run-rows.ts';
import { readRun } from './read-run.ts';

const text = textColumn<RunRow>;

const COLUMNS = [
  text('Reference', ({ reference }) => reference),
  text('Mechanic', ({ name }) => name),
  text('Mechanic ID', ({ mechanicId }) => mechanicId),
  amountColumn<RunRow>('Amount', ({ amountPaise }) => amountPaise),
  text('Mode', ({ mode }) => modeText(mode)),
  text('Paid to', ({ destination }) => destination),
  text('Status', ({ state }) => runRowStateText(state)),
  text('Transaction ID', ({ transactionId }) => transactionId),
  text('Reason', ({ reason }) => reason),
  timestampColumn<RunRow>('Changed', ({ changedAt }) => changedAt),
  text('Payout ID', ({ payoutId }) => payoutId),
];

/** The rows of a payment run as a table, in the order of its file, with masked accounts (VIEW-08). @throws 404 */
export async function exportRunRows(
  context: ActorContext & Pick<AppContext, 'keys'>,
  filters: RunRowFilters,
): Promise<ExportTable<RunRow>> {
  const { id, state, search } = filters;
  const { number } = await readRun(context, id);
  const { total: rowCount } = await listRunRows(context, { ...filters, page: 1, limit: 1 });
  const of = { entity: 'payment_run', id } as const;
  await recordExport(context, { table: 'payment-run-rows', of, filters: { state, search }, rowCount });
  return { name: `payment-run-${number}`, columns: COLUMNS, rowCount, pages: eachPageOfRunRows(context, filters) };
}
