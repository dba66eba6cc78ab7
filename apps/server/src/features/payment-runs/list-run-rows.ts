import type { RunRow } from '@wayside/contract/payment-run-rows';
import { RUN_ROW_STATES, type RunRowState } from '@wayside/contract/payment-runs';
import type { Page } from '@wayside/contract/wire/paging';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { paymentRuns } from '../../platform/db/schema/payment-runs.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';

const text = z.nullable(z.string());
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

const FIELDS = `r.reference, r.mechanic_id AS "mechanicId", coalesce(m.name, m.payee_name) AS name, r.amount_paise AS "amountPaise", r.mode,
  r.destination, r.state, r.transaction_id AS "transactionId", r.reason, iso_instant(r.changed_at) AS "changedAt", r.payout_id AS "payoutId"`;
const FROM = 'payment_run_rows AS r JOIN mechanics AS m ON m.id = r.mechanic_id';
// A search reads the rows of one run alone.
const CONDITION = `r.run_id = $1 AND ($2::text IS NULL OR r.state = $2) AND ($3::text IS NULL
  OR position(fold_text($3) IN fold_text(concat_ws(' ', r.reference, m.name, m.payee_name, r.transaction_id))) > 0
  OR position($4 IN comparable_transaction_key(lower(r.transaction_id))) > 0)`;

const LIST_ROWS = defineStatement({
  name: 'list-run-rows',
  text: `SELECT (SELECT count(*) FROM ${FROM} WHERE ${CONDITION}) AS total, ${jsonRows(`
      SELECT ${FIELDS} FROM ${FROM} WHERE ${CONDITION} ORDER BY r.position LIMIT $5 OFFSET $6`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(rowSchema) }),
  example: ['0'.repeat(24), null, null, null, 10, 0],
  isPrepared: false,
});

const NEXT_ROWS = defineStatement({
  name: 'next-run-rows',
  text: `SELECT r.position, ${FIELDS} FROM ${FROM} WHERE ${CONDITION} AND r.position > $5 ORDER BY r.position LIMIT $6`,
  row: rowSchema.extend({ position: z.number() }),
  example: ['1'.repeat(24), null, null, null, 0, 10],
  isPrepared: false,
});

const READ_ROW = defineStatement({
  name: 'read-run-row',
  text: `SELECT ${FIELDS} FROM ${FROM} WHERE r.run_id = $1 AND r.reference = $2`,
  row: rowSchema,
  example: ['1'.repeat(24), 'W0000001'],
});

export interface RunRowFilters {
  readonly id: string;
  readonly state: RunRowState | null;
  readonly search: string | null;
}
export interface ListRunRowsInput extends RunRowFilters, PageInput {}

/** The first values of a statement with the condition. */
const searchOf = ({ id, state, search }: RunRowFilters) => [
  id,
  state,
  search?.trim() || null,
  transactionKey(search ?? '') || null,
];

/** Rows that are read at once for an export. */
const ROWS_OF_PAGE = 1_000;

/** A page of the rows of a run in the order of its file. @throws 404 */
export async function listRunRows(
  { database }: Pick<AppContext, 'database'>,
  { id, state, search, ...page }: ListRunRowsInput,
): Promise<Page<RunRow>> {
  const found = await readStatementPage(database, LIST_ROWS, searchOf({ id, state, search }), page);
  if (found.total === 0 && (await database.orm.$count(paymentRuns, eq(paymentRuns.id, id))) === 0)
    throw notFound('payment run');
  return found;
}

/** All rows of a run under the filters, in the order of its file, page by page. */
export const eachPageOfRunRows = (
  { database }: Pick<AppContext, 'database'>,
  { id, state, search }: RunRowFilters,
): AsyncGenerator<RunRow[], void> =>
  eachPage<RunRow & { readonly position: number }>(
    (last) => database.rows(NEXT_ROWS, [...searchOf({ id, state, search }), last?.position ?? 0, ROWS_OF_PAGE]),
    ROWS_OF_PAGE,
  );

/** One row. @throws 404 */
export async function readRunRow(
  { database }: Pick<AppContext, 'database'>,
  { id, reference }: { readonly id: string; readonly reference: string },
): Promise<RunRow> {
  const [found] = await database.rows(READ_ROW, [id, reference]);
  if (!found) throw notFound('row of this run');
  return found;
}
