import {
  type ATTENTION_KINDS,
  type AttentionItem,
  type AttentionKind,
  LONG_UNRECORDED_HOURS,
} from '@wayside/contract/dashboard';
import { LONG_WAIT_MINUTES, OVERDUE_DAYS, REFUND_RESPONSE_DAYS } from '@wayside/contract/filter-values';
import { DISPUTE_DUE_HOURS } from '@wayside/contract/refunds';
import { roleMay } from '@wayside/contract/roles';
import type { Permission } from '@wayside/contract/wire/permissions';
import { z } from 'zod';
import type { AppContext, Session } from '../../context.ts';
import type { Database } from '../../platform/db/database.ts';
import { utcDaySql } from '../../platform/db/list-shape.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { APPLICATION_QUEUES } from '../../records/mechanics.ts';

const DATED = "listed_at > '-infinity'";
/** Endpoints that an administrator disabled do not count. */
const IS_FAILING_SQL = "(is_enabled AND failing_since IS NOT NULL OR disabled_reason IN ('failing', 'gone'))";
/** A payment request, payment run or refund that another user must approve (TEAM-06). */
const IS_WAITING_SQL = "state = 'waiting' AND lapses_at > $1";
/**
 * The request times of items that need a second user. $2 is the reader, who must not decide on their own requests
 * (TEAM-06).
 */
const FOUR_EYES = {
  /** Payment requests that no user has approved. */
  approvals: (by: string) =>
    `SELECT requested_at AS at FROM approvals WHERE ${IS_WAITING_SQL} AND approved_at IS NULL AND requested_by ${by} $2`,
  runs: (by: string) => `SELECT created_at AS at FROM payment_runs WHERE ${IS_WAITING_SQL} AND created_by ${by} $2`,
  /** Refunds that another user must approve (REFD-02). */
  refunds: (by: string) =>
    `SELECT requested_at AS at FROM refunds WHERE ${IS_WAITING_SQL} AND requested_by ${by} $2`,
  /** Write-offs that another user must approve (RECON-03). */
  writeOffs: (by: string) =>
    `SELECT requested_at AS at FROM settlement_lines WHERE is_open AND requested_by IS NOT NULL AND requested_by ${by} $2`,
} as const;

const countAndOldestSql = (...requests: readonly string[]): readonly [count: string, oldest: string] => {
  const rows = `(${requests.join(' UNION ALL ')}) AS requests`;
  return [`SELECT count(*) FROM ${rows}`, `SELECT min(at) FROM ${rows}`];
};
/** Approved payments that have not been recorded within a day (OWN-08). */
const UNRECORDED_PAYMENTS = `approvals WHERE ${IS_WAITING_SQL} AND approved_at < $1::timestamptz - interval '${LONG_UNRECORDED_HOURS} hours'`;
/** Unclaimed emergencies, with or without a mechanic (ROAD-02). */
const UNCLAIMED_EMERGENCIES =
  "emergencies AS e WHERE phase = 'pending' AND NOT EXISTS (SELECT FROM emergency_claims WHERE booking_id = e.booking_id)";
/** Settlement exceptions that are still open after T+2 (RECON-03). */
const OVERDUE_SETTLEMENT_LINES = `settlement_lines WHERE is_open AND day <= ($1::timestamptz AT TIME ZONE business_time_zone())::date - ${OVERDUE_DAYS}`;
/** Refunds to which the marketplace has not responded (REFD-01). */
const OVERDUE_REFUNDS = `refunds WHERE state = 'requested' AND coalesce(approved_at, requested_at) < $1::timestamptz - interval '${REFUND_RESPONSE_DAYS} days'`;
/** The time by which the bank needs the evidence for an open dispute (REFD-03). */
const DUE_AT = 'coalesce(corrected_due_at, due_at)';
const OVERDUE_DISPUTES = `refunds WHERE state = 'open' AND ${DUE_AT} < $1`;
const DUE_DISPUTES = `refunds WHERE state = 'open' AND ${DUE_AT} >= $1 AND ${DUE_AT} < $1::timestamptz + interval '${DISPUTE_DUE_HOURS} hours'`;
const OPEN_STATUSES = ['pending', 'accepted', 'arrived'];

const selectCount = (name: string, statuses: string): string =>
  `SELECT coalesce(sum(count), 0) FROM counters WHERE name = '${name}' AND period = 'ever' AND status IN (${statuses})`;

/** Selects the oldest row of several statuses. The row of each status is the first in an index. */
const selectOldest = (table: string, statuses: readonly string[], condition: string): string =>
  `SELECT min(at) FROM (${statuses
    .map(
      (status) =>
        `(SELECT listed_at AS at FROM ${table} WHERE record_state = 'full' AND status = '${status}' AND ${DATED} AND ${condition} ORDER BY listed_at LIMIT 1)`,
    )
    .join(' UNION ALL ')}) AS oldest`;

/**
 * The SQL for the count and the oldest item of each kind. $1 is the current time, $2 the reader. Totals come from
 * counters, everything else from indexes.
 */
const KINDS: Readonly<
  Record<
    Exclude<(typeof ATTENTION_KINDS)[number], 'payouts_due' | 'yesterday_shortfall'>,
    readonly [count: string, oldest: string]
  >
> = {
  // An expired claim is removed within seconds.
  unclaimed_emergencies: [
    `SELECT count(*) FROM ${UNCLAIMED_EMERGENCIES}`,
    `SELECT min(phase_since) FROM ${UNCLAIMED_EMERGENCIES}`,
  ],
  unassigned_emergencies: [
    selectCount(
      'bookings by kind',
      OPEN_STATUSES.map((status) => `booking_counter_key('${status}', 'emergency', true)`).join(', '),
    ),
    selectOldest('bookings', OPEN_STATUSES, "kind = 'emergency' AND mechanic_id IS NULL"),
  ],
  waiting_bookings: [
    `(${selectCount('bookings', "'pending'")}) - (SELECT count(*) FROM bookings
      WHERE record_state = 'full' AND status = 'pending' AND listed_at >= $1::timestamptz - interval '${LONG_WAIT_MINUTES} minutes')`,
    selectOldest('bookings', ['pending'], `listed_at < $1::timestamptz - interval '${LONG_WAIT_MINUTES} minutes'`),
  ],
  applications: [
    `SELECT count(*) FROM mechanics WHERE record_state = 'full' AND ${APPLICATION_QUEUES.to_decide}`,
    `SELECT min(listed_at) FROM mechanics WHERE record_state = 'full' AND ${APPLICATION_QUEUES.to_decide} AND ${DATED}`,
  ],
  approvals: countAndOldestSql(FOUR_EYES.approvals('<>'), FOUR_EYES.runs('<>')),
  refunds_to_approve: countAndOldestSql(FOUR_EYES.refunds('<>')),
  write_offs_to_approve: countAndOldestSql(FOUR_EYES.writeOffs('<>')),
  own_requests: countAndOldestSql(...Object.values(FOUR_EYES).map((requests) => requests('='))),
  payments_to_record: [
    `SELECT count(*) FROM ${UNRECORDED_PAYMENTS}`,
    `SELECT min(approved_at) FROM ${UNRECORDED_PAYMENTS}`,
  ],
  refunds_without_response: [
    `SELECT count(*) FROM ${OVERDUE_REFUNDS}`,
    `SELECT min(coalesce(approved_at, requested_at)) FROM ${OVERDUE_REFUNDS}`,
  ],
  disputes_overdue: [`SELECT count(*) FROM ${OVERDUE_DISPUTES}`, `SELECT min(${DUE_AT}) FROM ${OVERDUE_DISPUTES}`],
  disputes_due: [`SELECT count(*) FROM ${DUE_DISPUTES}`, `SELECT min(requested_at) FROM ${DUE_DISPUTES}`],
  disagreeing_payments: [
    "SELECT count(*) FROM payments WHERE disagrees AND record_state = 'full'",
    "SELECT min(occurred_at) FROM payments WHERE disagrees AND record_state = 'full' AND occurred_at > '-infinity'",
  ],
  unreconciled_lines: [
    `SELECT count(*) FROM ${OVERDUE_SETTLEMENT_LINES}`,
    `SELECT day_start(min(day), business_time_zone()) FROM ${OVERDUE_SETTLEMENT_LINES}`,
  ],
  failed_notifications: [
    "SELECT count(*) FROM notifications WHERE delivery = 'failed'",
    `SELECT min(listed_at) FROM notifications WHERE delivery = 'failed' AND ${DATED}`,
  ],
  failing_endpoints: [
    `SELECT count(*) FROM webhook_endpoints WHERE ${IS_FAILING_SQL}`,
    `SELECT min(coalesce(failing_since, disabled_at)) FROM webhook_endpoints WHERE ${IS_FAILING_SQL}`,
  ],
};

const YESTERDAY = '(($1::timestamptz AT TIME ZONE business_time_zone())::date - 1)';
const startOf = (day: string): string => `day_start(${day}, business_time_zone())`;
/**
 * Yesterday's shortfall as in the reconciliation by day: only if a settlement report has lines for that day and
 * settles less than was paid (RECON-03). The UTC days select the index that has the amounts.
 */
const SHORTFALL = `SELECT 'yesterday_shortfall' AS kind, 1::float8 AS count, ${startOf(YESTERDAY)} AS "oldestAt",
    (paid.paise - settled.paise)::float8 AS "amountPaise"
  FROM (SELECT sum(amount_paise) AS paise FROM settlement_lines
      WHERE day = ${YESTERDAY} AND file_id IS NOT NULL AND state <> 'duplicate'
        AND (type = 'payment' OR type = 'credit' AND settlement_id IS NULL AND payment_id IS NOT NULL)) AS settled,
    LATERAL (SELECT coalesce(sum(amount_paise), 0) AS paise FROM payments
      WHERE settled.paise IS NOT NULL AND record_state = 'full' AND status IN ('paid', 'refunded') AND method IS DISTINCT FROM 'cash'
        AND occurred_at >= ${startOf(YESTERDAY)} AND occurred_at < ${startOf(`${YESTERDAY} + 1`)}
        AND ${utcDaySql('occurred_at')} BETWEEN (${startOf(YESTERDAY)} AT TIME ZONE 'UTC')::date AND (${startOf(`${YESTERDAY} + 1`)} AT TIME ZONE 'UTC')::date) AS paid
  WHERE paid.paise > settled.paise`;

const item = z.object({
  kind: z.string(),
  count: z.number(),
  oldestAt: z.nullable(z.date()),
  /** Only for a shortfall. */
  amountPaise: z.nullable(z.number()),
});

/** Statement that selects the items that need attention (WORK-01). */
export const ATTENTION = defineStatement({
  name: 'attention',
  text: Object.entries({
    ...KINDS,
    payouts_due: [
      'SELECT count(*) FROM mechanic_balances WHERE balance_paise > 0',
      'SELECT NULL::timestamptz',
    ] as const,
  })
    .map(
      ([kind, [count, oldest]]) =>
        `SELECT '${kind}' AS kind, (${count})::float8 AS count, (${oldest}) AS "oldestAt", NULL::float8 AS "amountPaise"`,
    )
    .concat(SHORTFALL)
    .join(' UNION ALL '),
  row: item,
  example: [new Date('2026-03-14T11:20:00Z'), '0'.repeat(24)],
});

/**
 * The time since which the longest unpaid mechanic is owed money: their last payout, otherwise their first earning.
 * ORDER BY includes `flow`, so that only the index by mechanic fits, and not the index of all entries by date.
 */
export const OLDEST_PAYOUT_DUE = defineStatement({
  name: 'oldest-payout-due',
  text: `SELECT min(coalesce(paid.at, earned.at)) AS at FROM mechanic_balances AS s
    LEFT JOIN LATERAL (SELECT paid_at AS at FROM payouts WHERE mechanic_id = s.mechanic_id AND paid_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM payout_voids WHERE payout_id = payouts.id) ORDER BY paid_at DESC LIMIT 1) AS paid ON true
    LEFT JOIN LATERAL (SELECT listed_at AS at FROM ledger_entries WHERE mechanic_id = s.mechanic_id AND flow <> 'payout' AND listed_at > '-infinity'
      ORDER BY flow = 'payout', listed_at LIMIT 1) AS earned ON true
    WHERE balance_paise > 0`,
  row: z.object({ at: z.nullable(z.date()) }),
  example: [],
});

/** The permissions required to read items of a kind. */
const READ_PERMISSIONS: Partial<Record<AttentionKind, Permission>> = {
  payouts_due: 'payouts:read',
  approvals: 'money:move',
  payments_to_record: 'money:move',
  refunds_to_approve: 'money:move',
  write_offs_to_approve: 'settlements:reconcile',
  own_requests: 'money:move',
  refunds_without_response: 'money:move',
  disputes_overdue: 'money:move',
  disputes_due: 'money:move',
  disagreeing_payments: 'payments:read',
  unreconciled_lines: 'settlements:reconcile',
  yesterday_shortfall: 'settlements:reconcile',
  failed_notifications: 'notifications:manage',
  failing_endpoints: 'integrations:manage',
};

const DUE_SINCE_TTL_MS = 60_000;
/**
 * If a read takes longer, its result is cached: it is refreshed at most once per lifetime, and no call waits for the
 * refresh.
 */
const QUICK_MS = 20;

interface DueSince {
  readonly at: Promise<Date | null>;
  readonly count: number;
  readonly readAtMs: number;
  isQuick: boolean;
}
const dueSince = new WeakMap<Database, DueSince>();

/**
 * Returns the time since which the longest unpaid mechanic is owed money. The query reads two index entries for each
 * mechanic who is owed money. If there are many, the result changes only by days, so it is cached.
 */
function oldestPayoutDue({ database, now }: AppContext, count: number): Promise<Date | null> {
  const readAtMs = now().getTime();
  const known = dueSince.get(database);
  const isRecent = known !== undefined && Math.abs(readAtMs - known.readAtMs) < DUE_SINCE_TTL_MS;
  if (isRecent && (known.count === count || !known.isQuick)) return known.at;
  const beganMs = performance.now();
  const at = database.rows(OLDEST_PAYOUT_DUE, []).then(([found]) => found?.at ?? null);
  const read: DueSince = { at, count, readAtMs, isQuick: false };
  dueSince.set(database, read);
  at.then(
    () => {
      read.isQuick = performance.now() - beganMs < QUICK_MS;
    },
    () => dueSince.delete(database),
  );
  return known === undefined || known.isQuick ? at : known.at;
}

/** Returns the items that need attention, oldest first. Kinds without items are omitted (WORK-01). */
export async function getAttention(context: AppContext, { admin }: Session): Promise<AttentionItem[]> {
  const rows = await context.database.rows(ATTENTION, [context.now(), admin.id]);
  const shown = rows.filter(({ kind, count }) => {
    const permission = READ_PERMISSIONS[kind as AttentionKind];
    return count > 0 && (permission === undefined || roleMay(admin.role, permission));
  });
  const dated = await Promise.all(
    shown.map(async (item) => ({
      ...item,
      oldestAt: item.kind === 'payouts_due' ? await oldestPayoutDue(context, item.count) : item.oldestAt,
    })),
  );
  const timeOf = (at: Date | null) => at?.getTime() ?? Number.POSITIVE_INFINITY;
  return dated
    .toSorted((one, other) => timeOf(one.oldestAt) - timeOf(other.oldestAt))
    .map(({ oldestAt, ...item }) => ({ ...item, oldestAt: oldestAt?.toISOString() ?? null }));
}
