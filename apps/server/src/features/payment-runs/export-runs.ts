import { type PaymentRun, type RunRowState, runStateText } from '@wayside/contract/payment-runs';
import type { ActorContext, AppContext } from '../../context.ts';
import {
  amountColumn,
  type ExportTable,
  numberColumn,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { eachPageOfRuns, type ListRunsInput, listRuns } from './read-run.ts';

const text = textColumn<PaymentRun>;
const timestamp = timestampColumn<PaymentRun>;
const rowsIn = (heading: string, ...states: readonly RunRowState[]) =>
  numberColumn<PaymentRun>(heading, ({ progress }) =>
    progress.reduce((sum, { state, count }) => sum + (states.some((each) => each === state) ? count : 0), 0),
  );

const COLUMNS = [
  numberColumn<PaymentRun>('Run', ({ number }) => number),
  text('Status', ({ state }) => runStateText(state)),
  text('Format', ({ profileLabel }) => profileLabel),
  text('Debit account', ({ debitAccount }) => debitAccount),
  numberColumn<PaymentRun>('Payments', ({ rowCount }) => rowCount),
  amountColumn<PaymentRun>('Total', ({ totalPaise }) => totalPaise),
  rowsIn('Reserved', 'reserved'),
  rowsIn('With the bank', 'sent'),
  rowsIn('Paid', 'paid'),
  rowsIn('Failed', 'failed'),
  rowsIn('Reversed', 'reversed'),
  rowsIn('Removed', 'removed'),
  timestamp('Created', ({ createdAt }) => createdAt),
  text('Created by', ({ createdBy }) => createdBy),
  timestamp('Approved', ({ approvedAt }) => approvedAt),
  text('Approved by', ({ approvedBy }) => approvedBy),
  timestamp('Sent', ({ sentAt }) => sentAt),
  text('File', ({ fileName }) => fileName),
  timestamp('Ended', ({ endedAt }) => endedAt),
  text('Ended by', ({ endedBy }) => endedBy),
  text('Reason', ({ reason }) => reason),
  text('Run ID', ({ id }) => id),
];

/** The payment runs of the list as a table, with masked accounts (VIEW-08). */
export async function exportRuns(
  context: ActorContext & Pick<AppContext, 'keys'>,
  { state }: Pick<ListRunsInput, 'state'>,
): Promise<ExportTable<PaymentRun>> {
  const { total: rowCount } = await listRuns(context, { state, page: 1, limit: 1 });
  await recordExport(context, { table: 'payment-runs', filters: { state }, rowCount });
  return { name: 'payment-runs', columns: COLUMNS, rowCount, pages: eachPageOfRuns(context, { state }) };
}
