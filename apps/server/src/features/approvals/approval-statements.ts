import { z } from 'zod';
import { jsonRows } from '../../db/json-rows.ts';
import { defineStatement, sampleOf } from '../../db/statement.ts';

const approvalRow = z.object({
  id: z.string(),
  kind: z.string(),
  payeeKind: z.string(),
  payeeId: z.string(),
  payeeName: z.nullable(z.string()),
  amountPaise: z.number(),
  owedPaise: z.number(),
  method: z.nullable(z.string()),
  transactionId: z.string(),
  cause: z.string(),
  requestedById: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  lapsesAt: z.string(),
  state: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

// A request that has lapsed reads so also before it is marked. The sums are those that triggers keep.
const FIELDS = `a.id, a.kind, CASE WHEN a.user_id IS NULL THEN 'mechanic' ELSE 'user' END AS "payeeKind",
  coalesce(a.user_id, a.mechanic_id) AS "payeeId", coalesce(u.name, m.name, u.payee_name, m.payee_name) AS "payeeName",
  a.amount_paise AS "amountPaise",
  coalesce(CASE a.kind WHEN 'payout' THEN s.balance_paise ELSE coalesce(u.wallet_paise, m.wallet_paise) END, 0) AS "owedPaise",
  a.method, a.transaction_id AS "transactionId", a.cause,
  a.requested_by AS "requestedById", r.email AS "requestedBy", iso_instant(a.requested_at) AS "requestedAt",
  iso_instant(a.lapses_at) AS "lapsesAt",
  CASE WHEN a.state = 'waiting' AND a.lapses_at <= $1 THEN 'lapsed' ELSE a.state END AS state, d.email AS "decidedBy",
  iso_instant(CASE WHEN a.lapses_at <= $1 THEN coalesce(a.decided_at, a.lapses_at) ELSE a.decided_at END) AS "decidedAt", a.reason`;

const JOINS = `LEFT JOIN users AS u ON u.id = a.user_id LEFT JOIN mechanics AS m ON m.id = a.mechanic_id
  LEFT JOIN mechanic_balances AS s ON s.mechanic_id = a.mechanic_id
  JOIN admins AS r ON r.id = a.requested_by LEFT JOIN admins AS d ON d.id = a.decided_by`;

const IS_WAITING = "state = 'waiting' AND lapses_at > $1";
const IS_DECIDED = "(state <> 'waiting' OR lapses_at <= $1)";

const page = (name: string, condition: string, order: string) =>
  defineStatement({
    name,
    text: `SELECT (SELECT count(*) FROM approvals WHERE ${condition}) AS total, ${jsonRows(`
        SELECT ${FIELDS} FROM (
          SELECT *, row_number() OVER (ORDER BY ${order}) AS position FROM approvals WHERE ${condition}
          ORDER BY ${order} LIMIT $2 OFFSET $3) AS a ${JOINS} ORDER BY a.position`)} AS rows`,
    row: z.object({ total: z.number(), rows: z.array(approvalRow) }),
    example: [new Date(0), 10, 0],
  });

/** A page of each list, and its total (TEAM-06). */
export const APPROVAL_PAGES = {
  waiting: page('list-waiting-approvals', IS_WAITING, 'requested_at, id'),
  decided: page('list-decided-approvals', IS_DECIDED, 'coalesce(decided_at, lapses_at) DESC, id DESC'),
} as const;

/** One request. */
export const READ_APPROVAL = defineStatement({
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
  transactionId: z.string(),
  requestedBy: z.string(),
  state: z.enum(['waiting', 'approved', 'rejected', 'withdrawn', 'lapsed']),
  decidedBy: z.nullable(z.string()),
  decider: z.nullable(z.string()),
});
/** One request as its decision needs it. */
export type FoundRequest = z.infer<typeof requestRow>;

/** Finds it. */
export const FIND_REQUEST = defineStatement({
  name: 'find-approval-request',
  text: `SELECT a.id, a.kind, a.user_id AS "userId", a.mechanic_id AS "mechanicId", a.amount_paise AS "amountPaise", a.method,
      a.transaction_id AS "transactionId", a.requested_by AS "requestedBy",
      CASE WHEN a.state = 'waiting' AND a.lapses_at <= $1 THEN 'lapsed' ELSE a.state END AS state,
      a.decided_by AS "decidedBy", d.email AS decider
    FROM approvals AS a LEFT JOIN admins AS d ON d.id = a.decided_by WHERE a.id = $2`,
  row: requestRow,
  example: [new Date(0), sampleOf('approvals')],
});
