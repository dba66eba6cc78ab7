import type { ResultIssueKind } from '@wayside/contract/bank-results';
import {
  modeText,
  type PaymentRun,
  type RunRowState,
  runRowStateText,
  runStateText,
} from '@wayside/contract/payment-runs';
import type { ActorContext, AppContext } from '../../context.ts';
import {
  amountColumn,
  type ExportTable,
  numberColumn,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { eachPageOfIssues, readResultFile, type StoredIssue } from './list-result-files.ts';
import {
  eachPageOfRunRows,
  eachPageOfRuns,
  type ListRunsInput,
  listRunRows,
  listRuns,
  type RunRowFilters,
  readRun,
  type StoredRunRow,
} from './read-run.ts';

const runText = textColumn<PaymentRun>;
const timestamp = timestampColumn<PaymentRun>;
const rowsIn = (heading: string, ...states: readonly RunRowState[]) =>
  numberColumn<PaymentRun>(heading, ({ progress }) =>
    progress.reduce((sum, { state, count }) => sum + (states.some((each) => each === state) ? count : 0), 0),
  );

const RUN_COLUMNS = [
  numberColumn<PaymentRun>('Run', ({ number }) => number),
  runText('Status', ({ state }) => runStateText(state)),
  runText('Format', ({ profileLabel }) => profileLabel),
  runText('Debit account', ({ debitAccount }) => debitAccount),
  numberColumn<PaymentRun>('Payments', ({ rowCount }) => rowCount),
  amountColumn<PaymentRun>('Total', ({ totalPaise }) => totalPaise),
  rowsIn('Reserved', 'reserved'),
  rowsIn('With the bank', 'sent'),
  rowsIn('Paid', 'paid'),
  rowsIn('Failed', 'failed'),
  rowsIn('Reversed', 'reversed'),
  rowsIn('Removed', 'removed'),
  timestamp('Created', ({ createdAt }) => createdAt),
  runText('Created by', ({ createdBy }) => createdBy),
  timestamp('Approved', ({ approvedAt }) => approvedAt),
  runText('Approved by', ({ approvedBy }) => approvedBy),
  timestamp('Sent', ({ sentAt }) => sentAt),
  runText('File', ({ fileName }) => fileName),
  timestamp('Ended', ({ endedAt }) => endedAt),
  runText('Ended by', ({ endedBy }) => endedBy),
  runText('Reason', ({ reason }) => reason),
  runText('Run ID', ({ id }) => id),
];

/** Exports the listed payment runs as a table with masked accounts (VIEW-08). */
export async function exportRuns(
  context: ActorContext & Pick<AppContext, 'keys'>,
  { state }: Pick<ListRunsInput, 'state'>,
): Promise<ExportTable<PaymentRun>> {
  const { total: rowCount } = await listRuns(context, { state, page: 1, limit: 1 });
  await recordExport(context, { table: 'payment-runs', filters: { state }, rowCount });
  return { name: 'payment-runs', columns: RUN_COLUMNS, rowCount, pages: eachPageOfRuns(context, { state }) };
}

const rowText = textColumn<StoredRunRow>;

const ROW_COLUMNS = [
  rowText('Reference', ({ reference }) => reference),
  rowText('Mechanic', ({ name }) => name),
  rowText('Mechanic ID', ({ mechanicId }) => mechanicId),
  amountColumn<StoredRunRow>('Amount', ({ amountPaise }) => amountPaise),
  rowText('Mode', ({ mode }) => modeText(mode)),
  rowText('Paid to', ({ destination }) => destination),
  rowText('Status', ({ state }) => runRowStateText(state)),
  rowText('Transaction ID', ({ transactionId }) => transactionId),
  rowText('Reason', ({ reason }) => reason),
  timestampColumn<StoredRunRow>('Changed', ({ changedAt }) => changedAt),
  rowText('Payout ID', ({ payoutId }) => payoutId),
];

/**
 * Exports the rows of a payment run as a table, in the order of its file and with masked accounts (VIEW-08). @throws
 * 404
 */
export async function exportRunRows(
  context: ActorContext & Pick<AppContext, 'keys'>,
  filters: RunRowFilters,
): Promise<ExportTable<StoredRunRow>> {
  const { id, state, search } = filters;
  const { number } = await readRun(context, id);
  const { total: rowCount } = await listRunRows(context, { ...filters, page: 1, limit: 1 });
  const of = { entity: 'payment_run', id } as const;
  await recordExport(context, {
    table: 'payment-run-rows',
    parentRecord: of,
    filters: { state, search },
    rowCount,
  });
  return {
    name: `payment-run-${number}`,
    columns: ROW_COLUMNS,
    rowCount,
    pages: eachPageOfRunRows(context, filters),
  };
}

const issueText = textColumn<StoredIssue>;

const ISSUE_TEXTS: Readonly<Record<string, string>> = {
  unreadable: 'Unreadable',
  unknown_reference: 'Unknown reference',
  duplicate: 'Duplicate',
  amount_differs: 'Amount differs',
  account_differs: 'Account differs',
  not_sent: 'Not sent',
  no_transaction_id: 'No transaction ID',
  transaction_id_used: 'Transaction ID already used',
  contradiction: 'Contradiction',
} satisfies Record<ResultIssueKind, string>;

const ISSUE_COLUMNS = [
  numberColumn<StoredIssue>('Line', ({ line }) => line),
  issueText('Reference', ({ reference }) => reference),
  issueText('Issue', ({ kind }) => ISSUE_TEXTS[kind] ?? kind),
  issueText('Explanation', ({ message }) => message),
  issueText('Run ID', ({ runId }) => runId),
];

/**
 * Exports the lines of a bank result file that a user must check as a table, in the order of the file (VIEW-08).
 * @throws 404
 */
export async function exportResultIssues(
  context: ActorContext,
  { id }: { readonly id: string },
): Promise<ExportTable<StoredIssue>> {
  const { issueCount: rowCount } = await readResultFile(context, id);
  const of = { entity: 'bank_answer', id } as const;
  await recordExport(context, { table: 'bank-result-issues', parentRecord: of, filters: {}, rowCount });
  return { name: 'bank-result-issues', columns: ISSUE_COLUMNS, rowCount, pages: eachPageOfIssues(context, id) };
}
