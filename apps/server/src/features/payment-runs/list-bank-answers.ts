import {
  ANSWER_ISSUES,
  ANSWER_STATES,
  type AnswerIssue,
  type BankAnswerFile,
} from '@wayside/contract/bank-answers';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';

const answerRow = z.object({
  id: z.string(),
  profile: z.string(),
  profileLabel: z.string(),
  name: z.string(),
  hash: z.string(),
  state: z.enum(ANSWER_STATES),
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

const READ_ANSWER = defineStatement({
  name: 'read-bank-answer',
  text: `SELECT ${FIELDS} FROM bank_answers AS b WHERE b.id = $1`,
  row: answerRow,
  example: ['3'.repeat(24)],
});
const LIST_ANSWERS = defineStatement({
  name: 'list-bank-answers',
  text: `SELECT (SELECT count(*) FROM bank_answers) AS total, ${jsonRows(`
      SELECT ${FIELDS} FROM bank_answers AS b ORDER BY b.uploaded_at DESC, b.id DESC LIMIT $1 OFFSET $2`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(answerRow) }),
  example: [10, 0],
});
const issueRow = z.object({
  line: z.number(),
  kind: z.enum(ANSWER_ISSUES),
  reference: z.nullable(z.string()),
  message: z.string(),
  runId: z.nullable(z.string()),
});
const ISSUES = `SELECT line, kind, reference, message, run_id AS "runId" FROM bank_answer_issues WHERE answer_id = $1`;
const LIST_ISSUES = defineStatement({
  name: 'list-bank-answer-issues',
  text: `SELECT (SELECT count(*) FROM bank_answer_issues WHERE answer_id = $1) AS total, ${jsonRows(`
      ${ISSUES} ORDER BY line LIMIT $2 OFFSET $3`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(issueRow) }),
  example: ['0'.repeat(24), 10, 0],
});
const NEXT_ISSUES = defineStatement({
  name: 'next-bank-answer-issues',
  text: `${ISSUES} AND line > $2 ORDER BY line LIMIT $3`,
  row: issueRow,
  example: ['3'.repeat(24), 0, 10],
});
/** Lines that are read at once for an export. */
const ISSUES_OF_PAGE = 1_000;

type ReadContext = Pick<AppContext, 'database'>;

/** One bank result file with its progress. @throws 404 */
export async function readAnswerFile({ database }: ReadContext, id: string): Promise<BankAnswerFile> {
  const [found] = await database.rows(READ_ANSWER, [id]);
  if (!found) throw notFound('bank result file');
  return found;
}

export interface BankAnswerAnswer {
  readonly message: string | null;
  readonly record: BankAnswerFile;
}

/** A bank result file with the message for the user. */
export const bankAnswerAnswer = async (
  context: ReadContext,
  id: string,
  message: string | null,
): Promise<BankAnswerAnswer> => ({ message, record: await readAnswerFile(context, id) });

/** A page of the bank result files, newest first. */
export const listBankAnswers = ({ database }: ReadContext, input: PageInput): Promise<Page<BankAnswerFile>> =>
  readStatementPage(database, LIST_ANSWERS, [], input);

/** A page of the lines that need a person, in the order of the file. @throws 404 */
export async function listAnswerIssues(
  context: ReadContext,
  { id, ...page }: PageInput & { readonly id: string },
): Promise<Page<AnswerIssue>> {
  await readAnswerFile(context, id);
  return readStatementPage(context.database, LIST_ISSUES, [id], page);
}

/** All lines of a result file that need a person, in the order of the file, page by page. */
export const eachPageOfIssues = ({ database }: ReadContext, id: string): AsyncGenerator<AnswerIssue[], void> =>
  eachPage<AnswerIssue>(
    (last) => database.rows(NEXT_ISSUES, [id, last?.line ?? 0, ISSUES_OF_PAGE]),
    ISSUES_OF_PAGE,
  );
