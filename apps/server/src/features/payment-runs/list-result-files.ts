import {
  type BankResultFile,
  RESULT_FILE_STATES,
  RESULT_ISSUES,
  type ResultIssue,
} from '@wayside/contract/bank-results';
import type { Sentence } from '@wayside/contract/sentences';
import type { Page } from '@wayside/contract/wire/paging';
import { EMPTY_SENTENCE, type ResponseSentence } from '@wayside/contract/wire/sentence-fields';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { causeKey } from '../../find-cause.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';

const fileRow = z.object({
  id: z.string(),
  profile: z.string(),
  profileLabel: z.string(),
  name: z.string(),
  hash: z.string(),
  state: z.enum(RESULT_FILE_STATES),
  lineCount: z.number(),
  progress: z.number(),
  changedCount: z.number(),
  unchangedCount: z.number(),
  issueCount: z.number(),
  paidCount: z.number(),
  failedCount: z.number(),
  reversedCount: z.number(),
  processingCount: z.number(),
  reason: z.nullable(z.string()),
  uploadedAt: z.string(),
  uploadedBy: z.string(),
  finishedAt: z.nullable(z.string()),
});

const FIELDS = `b.id, b.profile, b.definition::json ->> 'label' AS "profileLabel", b.name, encode(b.hash, 'hex') AS hash, b.state,
  b.line_count AS "lineCount", b.line_count::float8 / b.total AS progress, b.changed_count AS "changedCount",
  b.unchanged_count AS "unchangedCount", b.issue_count AS "issueCount", b.paid_count AS "paidCount",
  b.failed_count AS "failedCount", b.reversed_count AS "reversedCount", b.processing_count AS "processingCount", b.reason, iso_instant(b.uploaded_at) AS "uploadedAt",
  coalesce(b.uploader_email, '') AS "uploadedBy", iso_instant(b.finished_at) AS "finishedAt"`;

const READ_FILE = defineStatement({
  name: 'read-result-file',
  text: `SELECT ${FIELDS} FROM bank_answers AS b WHERE b.id = $1`,
  row: fileRow,
  example: ['3'.repeat(24)],
});
const LIST_FILES = defineStatement({
  name: 'list-result-files',
  text: `SELECT (SELECT count(*) FROM bank_answers) AS total, ${jsonRows(`
      SELECT ${FIELDS} FROM bank_answers AS b ORDER BY b.uploaded_at DESC, b.id DESC LIMIT $1 OFFSET $2`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(fileRow) }),
  example: [10, 0],
});
const issueRow = z.object({
  line: z.number(),
  kind: z.enum(RESULT_ISSUES),
  reference: z.nullable(z.string()),
  message: z.string(),
  runId: z.nullable(z.string()),
});
const ISSUES = `SELECT line, kind, reference, message, run_id AS "runId" FROM bank_answer_issues WHERE answer_id = $1`;
const LIST_ISSUES = defineStatement({
  name: 'list-result-file-issues',
  text: `SELECT (SELECT count(*) FROM bank_answer_issues WHERE answer_id = $1) AS total, ${jsonRows(`
      ${ISSUES} ORDER BY line LIMIT $2 OFFSET $3`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(issueRow) }),
  example: ['0'.repeat(24), 10, 0],
});
const NEXT_ISSUES = defineStatement({
  name: 'next-result-file-issues',
  text: `${ISSUES} AND line > $2 ORDER BY line LIMIT $3`,
  row: issueRow,
  example: ['3'.repeat(24), 0, 10],
});
/** The number of lines that are read at once for an export. */
const ISSUES_PER_PAGE = 1_000;

export type StoredIssue = z.infer<typeof issueRow>;

type ReadContext = Pick<AppContext, 'database'>;

const asResultFile = (file: z.infer<typeof fileRow>): BankResultFile => ({
  ...file,
  reasonKey: causeKey(file.reason),
});

/** Returns a bank result file with its progress. @throws 404 */
export async function readResultFile({ database }: ReadContext, id: string): Promise<BankResultFile> {
  const [found] = await database.rows(READ_FILE, [id]);
  if (!found) throw notFound('bank_result_file');
  return asResultFile(found);
}

export interface ResultFileResponse extends ResponseSentence {
  readonly record: BankResultFile;
}

/** Returns a bank result file with the message for the user. */
export const readResultFileResponse = async (
  context: ReadContext,
  id: string,
  said: Sentence | null,
): Promise<ResultFileResponse> => ({ ...(said ?? EMPTY_SENTENCE), record: await readResultFile(context, id) });

/** Returns a page of the bank result files, newest first. */
export async function listResultFiles({ database }: ReadContext, input: PageInput): Promise<Page<BankResultFile>> {
  const page = await readStatementPage(database, LIST_FILES, [], input);
  return { ...page, rows: page.rows.map(asResultFile) };
}

/** Returns a page of the lines that a user must check, in the order of the file. @throws 404 */
export async function listResultIssues(
  context: ReadContext,
  { id, ...page }: PageInput & { readonly id: string },
): Promise<Page<ResultIssue>> {
  await readResultFile(context, id);
  const found = await readStatementPage(context.database, LIST_ISSUES, [id], page);
  return { ...found, rows: found.rows.map((row) => ({ ...row, messageKey: causeKey(row.message) })) };
}

/** Yields all lines of a result file that a user must check, in the order of the file, page by page. */
export const eachPageOfIssues = ({ database }: ReadContext, id: string): AsyncGenerator<StoredIssue[], void> =>
  eachPage<StoredIssue>(
    (last) => database.rows(NEXT_ISSUES, [id, last?.line ?? 0, ISSUES_PER_PAGE]),
    ISSUES_PER_PAGE,
  );
