import { LINE_STATES } from '@wayside/contract/filter-values';
import { LINE_TYPES, RESOLUTIONS } from '@wayside/contract/settlement-lines';
import type pg from 'pg';
import { z } from 'zod';
import { conflict, notFound } from '../../api-error.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

const FIND_LINES = defineStatement({
  name: 'find-settlement-lines',
  text: `SELECT id, type, state, file_id AS "fileId", is_open AS "isOpen", amount_paise AS "amountPaise", expected_paise AS "expectedPaise",
      payment_id AS "paymentId", requested_by AS "requestedBy", requested_paise AS "requestedPaise", request_reason AS "requestReason",
      owner_id AS "ownerId", note, resolution, approved_by AS "approvedBy", settlement_id AS "settlementId", needs_match AS "isMatching"
    FROM settlement_lines WHERE id = ANY ($1::bigint[]) ORDER BY id`,
  row: z.object({
    id: z.number(),
    type: z.enum(LINE_TYPES),
    state: z.enum(LINE_STATES),
    fileId: z.nullable(z.string()),
    isOpen: z.boolean(),
    amountPaise: z.number(),
    expectedPaise: z.nullable(z.number()),
    paymentId: z.nullable(z.string()),
    requestedBy: z.nullable(z.string()),
    requestedPaise: z.nullable(z.number()),
    requestReason: z.nullable(z.string()),
    ownerId: z.nullable(z.string()),
    note: z.nullable(z.string()),
    resolution: z.nullable(z.enum(RESOLUTIONS)),
    approvedBy: z.nullable(z.string()),
    settlementId: z.nullable(z.number()),
    isMatching: z.boolean(),
  }),
  example: [[1]],
});
/** A line with the columns that a user's decision needs. */
export type FoundLine = z.infer<NonNullable<typeof FIND_LINES.row>>;

/**
 * Statement that checks whether lines are waiting to be matched, or payments that they could match have changed since
 * then.
 */
const ARE_WAITING = defineStatement({
  name: 'are-settlement-lines-waiting',
  text: `WITH l AS (SELECT * FROM settlement_lines WHERE id = ANY ($1::bigint[])),
    found AS (
      SELECT payment_id AS id FROM l WHERE payment_id IS NOT NULL
      UNION SELECT p.id FROM l JOIN payments AS p ON p.id = l.order_id
      UNION SELECT p.id FROM l JOIN payments AS p ON p.booking_id = l.order_id
      UNION SELECT p.id FROM l JOIN payments AS p ON lower(p.transaction_id) = l.payment_key
      UNION SELECT p.id FROM l, unnest(l.bank_keys) AS key JOIN payments AS p ON lower(p.transaction_id) = key)
    SELECT EXISTS (SELECT FROM l WHERE needs_match)
      OR EXISTS (SELECT FROM settlement_changes WHERE payment_ids && ARRAY(SELECT id FROM found)) AS "areWaiting"`,
  row: z.object({ areWaiting: z.boolean() }),
  example: [[1]],
});

/** @param client holds the lock of settlements @throws 404 */
export async function findLine(client: pg.ClientBase, id: string): Promise<FoundLine> {
  const [line] = await rowsOf(client, FIND_LINES, [[id]]);
  if (!line) throw notFound('settlement_line');
  return line;
}

const linesBeingMatched = () => conflict('lines_being_matched');

/**
 * @param client holds the lock of settlements @throws 404; 409 if the line needs no decision or is waiting to be
 *   matched
 */
export async function findOpenLine(client: pg.ClientBase, id: string): Promise<FoundLine> {
  const line = await findLine(client, id);
  if (!line.isOpen && line.isMatching) throw linesBeingMatched();
  if (!line.isOpen) throw conflict('line_resolved');
  return line;
}

/**
 * Returns the lines to decide on after checking that their states are up to date. A new line, or a line whose payment
 * has just changed, is matched shortly.
 * @param client holds the lock of settlements @throws 409 if one of them is waiting to be matched
 */
export async function findMatchedLines(client: pg.ClientBase, ids: readonly string[]): Promise<FoundLine[]> {
  const [found] = await rowsOf(client, ARE_WAITING, [ids]);
  if (found?.areWaiting) throw linesBeingMatched();
  return rowsOf(client, FIND_LINES, [ids]);
}

/**
 * Returns a single line after checking that its state is up to date. @throws 404; 409 if the line is waiting to be
 * matched or needs no decision
 */
export async function findMatchedLine(client: pg.ClientBase, id: string): Promise<FoundLine> {
  await findMatchedLines(client, [id]);
  return findOpenLine(client, id);
}
