import { RUN_STATES } from '@wayside/contract/filter-values';
import type { RunRow } from '@wayside/contract/payment-run-rows';
import { type PaymentRun, RUN_ROW_STATES, type RunRowState, type RunState } from '@wayside/contract/payment-runs';
import type { Sentence } from '@wayside/contract/sentences';
import type { Page } from '@wayside/contract/wire/paging';
import { EMPTY_SENTENCE, type ResponseSentence } from '@wayside/contract/wire/sentence-fields';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { causeKey } from '../../find-cause.ts';
import type { PayContext } from '../../money/ledger/pay-once.ts';
import { readWhereReadable } from '../../platform/crypto/reencrypt.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { paymentRuns } from '../../platform/db/schema/payment-runs.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { countPages, type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';
import { maskAccount } from '../../records/mechanics.ts';

const text = z.nullable(z.string());

const runRow = z.object({
  id: z.string(),
  number: z.number(),
  state: z.enum(RUN_STATES),
  profile: z.string(),
  profileLabel: z.string(),
  /** The encrypted account number. */
  debitAccount: z.string(),
  rowCount: z.number(),
  totalPaise: z.number(),
  progress: z.array(z.object({ state: z.enum(RUN_ROW_STATES), count: z.number(), amountPaise: z.number() })),
  createdAt: z.string(),
  createdById: z.string(),
  createdBy: z.string(),
  needsApproval: z.boolean(),
  lapsesAt: text,
  approvedBy: text,
  approvedAt: text,
  sentAt: text,
  fileName: text,
  fileHash: text,
  endedAt: text,
  endedBy: text,
  reason: text,
});

const FIELDS = `r.id, r.number, r.state, r.profile, r.definition::json ->> 'label' AS "profileLabel", r.debit_account AS "debitAccount", r.row_count AS "rowCount",
  r.total_paise AS "totalPaise", ${jsonRows(`SELECT state, count(*) AS count, sum(amount_paise) AS "amountPaise"
    FROM payment_run_rows WHERE run_id = r.id GROUP BY state ORDER BY state`)} AS progress,
  iso_instant(r.created_at) AS "createdAt", r.created_by AS "createdById", c.email AS "createdBy", r.lapses_at IS NOT NULL AS "needsApproval",
  iso_instant(r.lapses_at) AS "lapsesAt", a.email AS "approvedBy", iso_instant(r.approved_at) AS "approvedAt",
  iso_instant(r.sent_at) AS "sentAt", r.file_name AS "fileName", encode(r.file_hash, 'hex') AS "fileHash",
  iso_instant(r.ended_at) AS "endedAt", e.email AS "endedBy", r.reason`;
const JOINS = `JOIN admins AS c ON c.id = r.created_by LEFT JOIN admins AS a ON a.id = r.approved_by LEFT JOIN admins AS e ON e.id = r.ended_by`;

const READ_RUN = defineStatement({
  name: 'read-payment-run',
  text: `SELECT ${FIELDS} FROM payment_runs AS r ${JOINS} WHERE r.id = $1`,
  row: runRow,
  example: ['0'.repeat(24)],
});

const LIST_RUNS = defineStatement({
  name: 'list-payment-runs',
  text: `SELECT (SELECT count(*) FROM payment_runs WHERE $1::text IS NULL OR state = $1) AS total, ${jsonRows(`
      SELECT ${FIELDS} FROM (SELECT * FROM payment_runs WHERE $1::text IS NULL OR state = $1
        ORDER BY number DESC LIMIT $2 OFFSET $3) AS r ${JOINS} ORDER BY r.number DESC`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(runRow) }),
  example: [null, 10, 0],
});

const RUNS_BEFORE = defineStatement({
  name: 'payment-runs-before',
  text: `SELECT ${FIELDS} FROM payment_runs AS r ${JOINS}
    WHERE ($1::text IS NULL OR r.state = $1) AND ($2::int IS NULL OR r.number < $2) ORDER BY r.number DESC LIMIT $3`,
  row: runRow,
  example: [null, null, 10],
});
/** The number of runs that are read at once for an export. */
const RUNS_PER_PAGE = 200;

type ReadContext = Pick<AppContext, 'database' | 'keys'>;
/** The context of a step that returns the run. */
export type StepContext = PayContext & ReadContext;

/** Returns a run with the paying account masked. */
async function toPaymentRun({ keys }: ReadContext, run: z.infer<typeof runRow>): Promise<PaymentRun> {
  const cell = { table: 'payment_runs', id: run.id, column: 'debit_account' };
  const debitAccount = maskAccount(await readWhereReadable(keys, run.debitAccount, cell));
  return { ...run, debitAccount };
}

/** Returns the number of runs in each of the states (VIEW-04). */
export const countRuns = (
  context: ReadContext,
  views: readonly { readonly state: RunState | null }[],
): Promise<number[]> => countPages(views, (view) => listRuns(context, view));

/** Returns a run with its progress. @throws 404 */
export async function readRun(context: ReadContext, id: string): Promise<PaymentRun> {
  const [found] = await context.database.rows(READ_RUN, [id]);
  if (!found) throw notFound('payment_run');
  return toPaymentRun(context, found);
}

export interface RunResponse extends ResponseSentence {
  readonly record: PaymentRun;
}

/** Returns a run with the message for the user. */
export const runResponse = async (
  context: ReadContext,
  id: string,
  said: Sentence | null,
): Promise<RunResponse> => ({
  ...(said ?? EMPTY_SENTENCE),
  record: await readRun(context, id),
});

export interface ListRunsInput extends PageInput {
  readonly state: RunState | null;
}

/** Returns a page of the runs, newest first. */
export async function listRuns(context: ReadContext, { state, ...page }: ListRunsInput): Promise<Page<PaymentRun>> {
  const found = await readStatementPage(context.database, LIST_RUNS, [state], page);
  return { ...found, rows: await Promise.all(found.rows.map((row) => toPaymentRun(context, row))) };
}

/** Yields all runs in a state, newest first, page by page. */
export const eachPageOfRuns = (
  context: ReadContext,
  { state }: Pick<ListRunsInput, 'state'>,
): AsyncGenerator<PaymentRun[], void> =>
  eachPage(async (last: PaymentRun | null) => {
    const found = await context.database.rows(RUNS_BEFORE, [state, last?.number ?? null, RUNS_PER_PAGE]);
    return Promise.all(found.map((row) => toPaymentRun(context, row)));
  }, RUNS_PER_PAGE);

const rowSchema = z.object({
  reference: z.string(),
  mechanicId: z.string(),
  name: text,
  amountPaise: z.number(),
  mode: z.string(),
  destination: z.string(),
  state: z.enum(RUN_ROW_STATES),
  transactionId: text,
  reason: text,
  changedAt: z.string(),
  payoutId: text,
});

export type StoredRunRow = z.infer<typeof rowSchema>;

/** Converts a stored row. The reason may come from the bank. */
const asRunRow = (row: StoredRunRow): RunRow => ({ ...row, reasonKey: causeKey(row.reason) });

const ROW_FIELDS = `r.reference, r.mechanic_id AS "mechanicId", coalesce(m.name, m.payee_name) AS name, r.amount_paise AS "amountPaise", r.mode,
  r.destination, r.state, r.transaction_id AS "transactionId", r.reason, iso_instant(r.changed_at) AS "changedAt", r.payout_id AS "payoutId"`;
const FROM = 'payment_run_rows AS r JOIN mechanics AS m ON m.id = r.mechanic_id';
// A search reads only the rows of one run.
const CONDITION = `r.run_id = $1 AND ($2::text IS NULL OR r.state = $2) AND ($3::text IS NULL
  OR position(fold_text($3) IN fold_text(concat_ws(' ', r.reference, m.name, m.payee_name, r.transaction_id))) > 0
  OR position($4 IN comparable_transaction_key(lower(r.transaction_id))) > 0)`;

const LIST_ROWS = defineStatement({
  name: 'list-run-rows',
  text: `SELECT (SELECT count(*) FROM ${FROM} WHERE ${CONDITION}) AS total, ${jsonRows(`
      SELECT ${ROW_FIELDS} FROM ${FROM} WHERE ${CONDITION} ORDER BY r.position LIMIT $5 OFFSET $6`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(rowSchema) }),
  example: ['0'.repeat(24), null, null, null, 10, 0],
  isPrepared: false,
});

const NEXT_ROWS = defineStatement({
  name: 'next-run-rows',
  text: `SELECT r.position, ${ROW_FIELDS} FROM ${FROM} WHERE ${CONDITION} AND r.position > $5 ORDER BY r.position LIMIT $6`,
  row: rowSchema.extend({ position: z.number() }),
  example: ['1'.repeat(24), null, null, null, 0, 10],
  isPrepared: false,
});

const READ_ROW = defineStatement({
  name: 'read-run-row',
  text: `SELECT ${ROW_FIELDS} FROM ${FROM} WHERE r.run_id = $1 AND r.reference = $2`,
  row: rowSchema,
  example: ['1'.repeat(24), 'W0000001'],
});

export interface RunRowFilters {
  readonly id: string;
  readonly state: RunRowState | null;
  readonly search: string | null;
}
interface ListRunRowsInput extends RunRowFilters, PageInput {}

/** Returns the first parameters of a statement that uses the condition. */
const searchOf = ({ id, state, search }: RunRowFilters) => [
  id,
  state,
  search?.trim() || null,
  transactionKey(search ?? '') || null,
];

/** The number of rows that are read at once for an export. */
const ROWS_PER_PAGE = 1_000;

/** Returns a page of the rows of a run in the order of its file. @throws 404 */
export async function listRunRows(
  { database }: Pick<AppContext, 'database'>,
  { id, state, search, ...page }: ListRunRowsInput,
): Promise<Page<RunRow>> {
  const found = await readStatementPage(database, LIST_ROWS, searchOf({ id, state, search }), page);
  if (found.total === 0 && (await database.orm.$count(paymentRuns, eq(paymentRuns.id, id))) === 0)
    throw notFound('payment_run');
  return { ...found, rows: found.rows.map(asRunRow) };
}

/** Yields all rows of a run that match the filters, in the order of its file, page by page. */
export const eachPageOfRunRows = (
  { database }: Pick<AppContext, 'database'>,
  { id, state, search }: RunRowFilters,
): AsyncGenerator<StoredRunRow[], void> =>
  eachPage<StoredRunRow & { readonly position: number }>(
    (last) => database.rows(NEXT_ROWS, [...searchOf({ id, state, search }), last?.position ?? 0, ROWS_PER_PAGE]),
    ROWS_PER_PAGE,
  );

/** Reads one row of a run. @throws 404 */
export async function readRunRow(
  { database }: Pick<AppContext, 'database'>,
  { id, reference }: { readonly id: string; readonly reference: string },
): Promise<RunRow> {
  const [found] = await database.rows(READ_ROW, [id, reference]);
  if (!found) throw notFound('row_of_run');
  return asRunRow(found);
}
