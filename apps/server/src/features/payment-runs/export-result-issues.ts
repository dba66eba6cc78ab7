import type { ResultIssue, ResultIssueKind } from '@wayside/contract/bank-results';
import type { ActorContext } from '../../context.ts';
import { type ExportTable, numberColumn, textColumn } from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { eachPageOfIssues, readResultFile } from './list-result-files.ts';

const text = textColumn<ResultIssue>;

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

const COLUMNS = [
  numberColumn<ResultIssue>('Line', ({ line }) => line),
  text('Reference', ({ reference }) => reference),
  text('Issue', ({ kind }) => ISSUE_TEXTS[kind] ?? kind),
  text('Explanation', ({ message }) => message),
  text('Run ID', ({ runId }) => runId),
];

/** The lines of a bank result file that need a person as a table, in the order of the file (VIEW-08). @throws 404 */
export async function exportResultIssues(
  context: ActorContext,
  { id }: { readonly id: string },
): Promise<ExportTable<ResultIssue>> {
  const { issueCount: rowCount } = await readResultFile(context, id);
  const of = { entity: 'bank_answer', id } as const;
  await recordExport(context, { table: 'bank-result-issues', of, filters: {}, rowCount });
  return { name: 'bank-result-issues', columns: COLUMNS, rowCount, pages: eachPageOfIssues(context, id) };
}
