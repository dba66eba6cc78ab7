import { APPROVAL_STATES, type Approval } from '@wayside/contract/approvals';
import type { ApprovalFilters } from '@wayside/contract/lists';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';

const approvalRow = z.object({
  id: z.string(),
  kind: z.string(),
  payeeKind: z.string(),
  payeeId: z.string(),
  payeeName: z.nullable(z.string()),
  amountPaise: z.number(),
  owedPaise: z.number(),
  method: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  note: z.nullable(z.string()),
  cause: z.string(),
  requestedById: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  lapsesAt: z.string(),
  state: z.string(),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(z.string()),
  paidBy: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

/**
 * The state of the request `a` at the time $1. A request counts as expired even before the job has marked it as
 * expired (OWN-08).
 */
const STATE = `CASE WHEN a.state = 'waiting' AND a.lapses_at <= $1 THEN 'lapsed' WHEN a.approved_at IS NULL THEN a.state
    WHEN a.state = 'waiting' THEN 'to_be_paid' WHEN a.state = 'rejected' THEN 'cancelled' ELSE a.state END`;

/** The payment that fulfilled request `a`. */
const PAID =
  'LEFT JOIN payouts AS p ON p.id = a.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = a.loyalty_payout_id';

// Triggers maintain the sums. Before release 0033, the approver also made the payment.
const FIELDS = `a.id, a.kind, CASE WHEN a.user_id IS NULL THEN 'mechanic' ELSE 'user' END AS "payeeKind",
  coalesce(a.user_id, a.mechanic_id) AS "payeeId", coalesce(u.name, m.name, u.payee_name, m.payee_name) AS "payeeName",
  a.amount_paise AS "amountPaise",
  coalesce(CASE a.kind WHEN 'payout' THEN s.balance_paise ELSE coalesce(u.wallet_paise, m.wallet_paise) END, 0) AS "owedPaise",
  coalesce(p.method, a.method) AS method, coalesce(p.transaction_id, l.transaction_id, nullif(a.transaction_id, '')) AS "transactionId", a.note, a.cause,
  a.requested_by AS "requestedById", r.email AS "requestedBy", iso_instant(a.requested_at) AS "requestedAt",
  iso_instant(a.lapses_at) AS "lapsesAt",
  ${STATE} AS state, coalesce(e.email, CASE a.state WHEN 'approved' THEN d.email END) AS "approvedBy",
  iso_instant(coalesce(a.approved_at, CASE a.state WHEN 'approved' THEN a.decided_at END)) AS "approvedAt",
  coalesce(b.email, CASE a.state WHEN 'approved' THEN d.email END) AS "paidBy", d.email AS "decidedBy",
  iso_instant(CASE WHEN a.lapses_at <= $1 THEN coalesce(a.decided_at, a.lapses_at) ELSE a.decided_at END) AS "decidedAt", a.reason`;

const JOINS = `LEFT JOIN users AS u ON u.id = a.user_id LEFT JOIN mechanics AS m ON m.id = a.mechanic_id
  LEFT JOIN mechanic_balances AS s ON s.mechanic_id = a.mechanic_id
  JOIN admins AS r ON r.id = a.requested_by LEFT JOIN admins AS d ON d.id = a.decided_by
  LEFT JOIN admins AS e ON e.id = a.approved_by LEFT JOIN admins AS b ON b.id = a.paid_by ${PAID}`;

const IS_OPEN_SQL = "state = 'waiting' AND lapses_at > $1";
const IS_DECIDED_SQL = "(state <> 'waiting' OR lapses_at <= $1)";

const definePage = (name: string, condition: string, order: string) =>
  defineStatement({
    name,
    text: `SELECT (SELECT count(*) FROM approvals WHERE ${condition}) AS total, ${jsonRows(`
        SELECT ${FIELDS} FROM (
          SELECT *, row_number() OVER (ORDER BY ${order}) AS position FROM approvals WHERE ${condition}
          ORDER BY ${order} LIMIT $2 OFFSET $3) AS a ${JOINS} ORDER BY a.position`)} AS rows`,
    row: z.object({ total: z.number(), rows: z.array(approvalRow) }),
    example: [new Date(0), 10, 0],
  });

/** The statements that read a page of each list and its total (TEAM-06, OWN-08). */
const APPROVAL_PAGES = {
  waiting: definePage('list-waiting-approvals', `${IS_OPEN_SQL} AND approved_at IS NULL`, 'requested_at, id'),
  to_be_paid: definePage(
    'list-approvals-to-be-paid',
    `${IS_OPEN_SQL} AND approved_at IS NOT NULL`,
    'approved_at, id',
  ),
  decided: definePage('list-decided-approvals', IS_DECIDED_SQL, 'coalesce(decided_at, lapses_at) DESC, id DESC'),
} as const;

const READ_APPROVAL = defineStatement({
  name: 'read-approval',
  text: `SELECT ${FIELDS} FROM approvals AS a ${JOINS} WHERE a.id = $2`,
  row: approvalRow,
  example: [new Date(0), sampleOf('approvals')],
});

const requestRow = z.object({
  id: z.string(),
  kind: z.enum(['payout', 'loyalty']),
  userId: z.nullable(z.string()),
  mechanicId: z.nullable(z.string()),
  amountPaise: z.number(),
  method: z.nullable(z.string()),
  /** The intended transaction id; empty if there is none. */
  transactionId: z.string(),
  requestHash: z.instanceof(Buffer),
  requestedBy: z.string(),
  state: z.enum(APPROVAL_STATES),
  approvedBy: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  /** The email of the user who approved or ended the request. */
  decider: z.nullable(z.string()),
  /** The transaction id with which the request was paid. */
  paidId: z.nullable(z.string()),
  /** Whether the payment is voided. */
  isVoided: z.boolean(),
});
/** A request with the columns that a decision needs. */
export type FoundRequest = z.infer<typeof requestRow>;

const findRequest = (name: string, condition: string, example: unknown) =>
  defineStatement({
    name,
    text: `SELECT a.id, a.kind, a.user_id AS "userId", a.mechanic_id AS "mechanicId", a.amount_paise AS "amountPaise", a.method,
      a.transaction_id AS "transactionId", a.request_hash AS "requestHash", a.requested_by AS "requestedBy", ${STATE} AS state,
      a.approved_by AS "approvedBy", a.decided_by AS "decidedBy", d.email AS decider, coalesce(p.transaction_id, l.transaction_id) AS "paidId",
      EXISTS (SELECT FROM payout_voids AS v WHERE v.payout_id = a.payout_id OR v.loyalty_payout_id = a.loyalty_payout_id) AS "isVoided"
    FROM approvals AS a LEFT JOIN admins AS d ON d.id = coalesce(a.decided_by, a.approved_by) ${PAID} WHERE ${condition}`,
    row: requestRow,
    example: [new Date(0), example],
  });

export const FIND_REQUEST = findRequest('find-approval-request', 'a.id = $2', sampleOf('approvals'));

/** Statement that finds the request with the idempotency key of a client (OWN-08). */
export const FIND_REQUEST_OF_KEY = findRequest(
  'find-approval-request-of-key',
  'a.transaction_key = $2',
  sampleOf('approvals', 'transaction_key'),
);

/**
 * Returns a page of the requests that are waiting or to be paid, oldest first, or of ended requests, newest first
 * (TEAM-06, OWN-08).
 */
export const listApprovals = (
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { state, ...page }: ApprovalFilters & PageInput,
): Promise<Page<Approval>> => readStatementPage(database, APPROVAL_PAGES[state ?? 'waiting'], [now()], page);

/** Returns a payment request. @throws 404 */
export async function getApproval(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { id }: { readonly id: string },
): Promise<Approval> {
  const [found] = await database.rows(READ_APPROVAL, [now(), id]);
  if (!found) throw notFound('payment_for_approval');
  return found;
}
