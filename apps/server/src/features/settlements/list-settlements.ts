import {
  LINE_STATES,
  OVERDUE_DAYS,
  SETTLEMENT_FILE_KINDS,
  SETTLEMENT_STATES,
} from '@wayside/contract/filter-values';
import type { SettlementFileFilters, SettlementFilters, SettlementLineFilters } from '@wayside/contract/lists';
import { MAX_RECONCILIATION_DAYS, type ReconciliationDay } from '@wayside/contract/reconciliation-days';
import {
  LINE_TYPES,
  MATCH_STEPS,
  RESOLUTIONS,
  type SettlementLine,
  type SettlementLineDetails,
} from '@wayside/contract/settlement-lines';
import type { Settlement, SettlementFile } from '@wayside/contract/settlements';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import { badRequest, fieldError, notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { countDays } from '../../money/closing/close-document.ts';
import { OPEN_PAISE } from '../../money/closing/day-sums.ts';
import type { Database } from '../../platform/db/database.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { countPages, type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';
import { versionTag } from '../../records/version-tag.ts';
import { IS_UNMATCHED_SQL, netSql } from './match-statements.ts';

type ReadContext = Pick<AppContext, 'database'>;
type TimedContext = Pick<AppContext, 'database' | 'now'>;

const text = z.nullable(z.string());
const amount = z.nullable(z.number());

const fileRow = z.object({
  id: z.string(),
  kind: z.enum(SETTLEMENT_FILE_KINDS),
  profile: z.string(),
  profileLabel: z.string(),
  name: z.string(),
  hash: z.string(),
  lineCount: z.number(),
  totalPaise: z.number(),
  sums: z.array(z.object({ state: z.enum(LINE_STATES), count: z.number(), amountPaise: z.number() })),
  openCount: z.number(),
  firstDay: z.string(),
  lastDay: z.string(),
  uploadedAt: z.string(),
  uploadedBy: z.string(),
  matchedAt: text,
});
const FILE = `f.id, f.kind, f.profile, f.definition::json ->> 'label' AS "profileLabel", f.name, encode(f.hash, 'hex') AS hash,
  f.line_count AS "lineCount", f.total_paise AS "totalPaise", ${jsonRows(`SELECT state, count(*) AS count, sum(amount_paise) AS "amountPaise"
    FROM settlement_lines WHERE file_id = f.id GROUP BY state ORDER BY state`)} AS sums,
  (SELECT count(*) FROM settlement_lines WHERE file_id = f.id AND is_open) AS "openCount", f.first_day::text AS "firstDay",
  f.last_day::text AS "lastDay", iso_instant(f.uploaded_at) AS "uploadedAt", f.uploaded_by AS "uploadedBy", iso_instant(f.matched_at) AS "matchedAt"`;
const READ_FILE = defineStatement({
  name: 'read-settlement-file',
  text: `SELECT ${FILE} FROM settlement_files AS f WHERE f.id = $1`,
  row: fileRow,
  example: ['5'.repeat(24)],
});
const LIST_FILES = defineStatement({
  name: 'list-settlement-files',
  text: `SELECT (SELECT count(*) FROM settlement_files WHERE $1::text IS NULL OR kind = $1) AS total, ${jsonRows(`
      SELECT ${FILE} FROM (SELECT * FROM settlement_files WHERE $1::text IS NULL OR kind = $1
        ORDER BY uploaded_at DESC, id DESC LIMIT $2 OFFSET $3) AS f ORDER BY f.uploaded_at DESC, f.id DESC`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(fileRow) }),
  example: [null, 10, 0],
});

/** Returns a settlement file with the sums of its lines by state. @throws 404 */
export async function readSettlementFile(
  { database }: { readonly database: Pick<Database, 'rows'> },
  id: string,
): Promise<SettlementFile> {
  const [found] = await database.rows(READ_FILE, [id]);
  if (!found) throw notFound('settlement_file');
  return found;
}

/** Returns a page of the settlement files, newest first. */
export const listSettlementFiles = (
  { database }: ReadContext,
  { kind, ...page }: SettlementFileFilters & PageInput,
): Promise<Page<SettlementFile>> => readStatementPage(database, LIST_FILES, [kind], page);

/** Returns the number of settlement files of each kind (VIEW-04). */
export const countSettlementFiles = (
  context: ReadContext,
  views: readonly SettlementFileFilters[],
): Promise<number[]> => countPages(views, (view) => listSettlementFiles(context, view));

const lineFields = {
  id: z.string(),
  fileId: text,
  fileName: text,
  source: z.string(),
  line: amount,
  type: z.enum(LINE_TYPES),
  state: z.enum(LINE_STATES),
  step: z.nullable(z.enum(MATCH_STEPS)),
  isOpen: z.boolean(),
  isMatching: z.boolean(),
  reference: text,
  orderId: text,
  utr: text,
  settlementReference: text,
  reportedOn: text,
  day: z.string(),
  ageDays: z.number(),
  amountPaise: z.number(),
  feePaise: z.number(),
  taxPaise: z.number(),
  netPaise: z.number(),
  expectedPaise: amount,
  paymentId: text,
  reason: text,
  ownerId: text,
  owner: text,
  note: text,
  resolution: z.nullable(z.enum(RESOLUTIONS)),
  resolvedBy: text,
  resolvedAt: text,
  approvedBy: text,
  requestedById: text,
  requestedBy: text,
  requestedPaise: amount,
  requestReason: text,
};
const lineRow = z.object(lineFields);

const TODAY = '($1::timestamptz AT TIME ZONE business_time_zone())::date';
const LINE = `l.id::text AS id, l.file_id AS "fileId", f.name AS "fileName", coalesce(f.definition::json ->> 'label', CASE WHEN l.settlement_id IS NULL THEN 'Payments here' ELSE (SELECT g.definition::json ->> 'label'
    FROM settlements AS s JOIN settlement_files AS g ON g.profile = s.source WHERE s.id = l.settlement_id ORDER BY g.uploaded_at DESC LIMIT 1) END) AS source, l.line,
  l.type, l.state, l.step, l.is_open AS "isOpen", l.needs_match AS "isMatching", l.reference, l.order_id AS "orderId", l.utr, l.settlement_reference AS "settlementReference",
  l.reported_on::text AS "reportedOn", l.day::text AS day, greatest(0, ${TODAY} - l.day) AS "ageDays", l.amount_paise AS "amountPaise", l.fee_paise AS "feePaise", l.tax_paise AS "taxPaise",
  l.net_paise AS "netPaise", l.expected_paise AS "expectedPaise", l.payment_id AS "paymentId", l.reason, l.owner_id AS "ownerId", o.email AS owner,
  l.note, l.resolution, r.email AS "resolvedBy", iso_instant(l.resolved_at) AS "resolvedAt", a.email AS "approvedBy", l.requested_by AS "requestedById", q.email AS "requestedBy", l.requested_paise AS "requestedPaise", l.request_reason AS "requestReason"`;
const JOINS = `LEFT JOIN settlement_files AS f ON f.id = l.file_id LEFT JOIN admins AS o ON o.id = l.owner_id
  LEFT JOIN admins AS r ON r.id = l.resolved_by LEFT JOIN admins AS q ON q.id = l.requested_by LEFT JOIN admins AS a ON a.id = l.approved_by`;

/** The minimum and maximum age in days; null means unbounded. */
const AGES: Readonly<Record<string, readonly [least: number, most: number | null]>> = {
  '0-1': [0, 1],
  '2-3': [2, 3],
  '4-7': [4, 7],
  '8+': [8, null],
};

/** $1: current time, $2: which lines to show, $3: states, $4 and $5: ages, $6: file, $7: owner, $8 and $9: days. */
const FILTERED = `settlement_lines AS l WHERE (CASE WHEN $2::text = 'any' THEN true WHEN $2 = 'write_offs' THEN l.is_open AND l.requested_by IS NOT NULL
    WHEN $2 = 'overdue' THEN l.is_open AND l.day <= ${TODAY} - ${OVERDUE_DAYS} ELSE l.is_open END)
  AND ($3::text[] IS NULL OR l.state = ANY ($3)) AND ($4::int IS NULL OR l.day <= ${TODAY} - $4::int OR $4 = 0)
  AND ($5::int IS NULL OR l.day >= ${TODAY} - $5::int) AND ($6::text IS NULL OR l.file_id = $6) AND ($7::text IS NULL OR l.owner_id = $7)
  AND ($8::date IS NULL OR l.day >= $8) AND ($9::date IS NULL OR l.day <= $9)`;
/** The maximum number of rows that are counted. */
const MAX_COUNTED_LINES = 100_000;
const EXAMPLE = [new Date('2026-03-14T11:20:00Z'), 'any', null, null, null, null, null, null, null];

const LIST_LINES = defineStatement({
  name: 'list-settlement-lines',
  text: `SELECT (SELECT count(*) FROM (SELECT FROM ${FILTERED} LIMIT ${MAX_COUNTED_LINES}) AS counted) AS total, ${jsonRows(`
      SELECT ${LINE} FROM (SELECT * FROM ${FILTERED} ORDER BY l.day, l.id LIMIT $10 OFFSET $11) AS l ${JOINS} ORDER BY l.day, l.id`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(lineRow) }),
  isPrepared: false,
  example: [...EXAMPLE, 10, 0],
});
const NEXT_LINES = defineStatement({
  name: 'next-settlement-lines',
  text: `SELECT ${LINE} FROM (SELECT * FROM ${FILTERED} AND ($10::date IS NULL OR (l.day, l.id) > ($10::date, $11::bigint))
    ORDER BY l.day, l.id LIMIT $12) AS l ${JOINS} ORDER BY l.day, l.id`,
  row: lineRow,
  isPrepared: false,
  example: [...EXAMPLE, null, null, 10],
});

function filterValues({ now }: Pick<AppContext, 'now'>, filters: SettlementLineFilters): unknown[] {
  const { show, state, age, fileId, ownerId, from, to } = filters;
  const [least = null, most = null] = AGES[age ?? ''] ?? [];
  return [now(), show, state, least, most, fileId, ownerId, from, to];
}

/** Returns a page of lines, oldest first; by default the lines that need a user (RECON-03). */
export const listSettlementLines = (
  context: TimedContext,
  { page, limit, ...filters }: SettlementLineFilters & PageInput,
): Promise<Page<SettlementLine>> =>
  readStatementPage(context.database, LIST_LINES, filterValues(context, filters), { page, limit });

/** Returns the number of lines that match each of the filters (VIEW-04). */
export const countSettlementLines = (
  context: TimedContext,
  views: readonly SettlementLineFilters[],
): Promise<number[]> => countPages(views, (view) => listSettlementLines(context, view));

const LINES_PER_PAGE = 1_000;

/** Yields all lines of a list, page by page. */
export const eachPageOfLines = (
  context: TimedContext,
  filters: SettlementLineFilters,
): AsyncGenerator<SettlementLine[], void> => {
  const values = filterValues(context, filters);
  return eachPage<SettlementLine>(
    (last) => context.database.rows(NEXT_LINES, [...values, last?.day ?? null, last?.id ?? null, LINES_PER_PAGE]),
    LINES_PER_PAGE,
  );
};

const comparedRow = z.object({
  id: z.string(),
  transactionId: text,
  bookingId: text,
  amountPaise: amount,
  status: text,
  method: text,
  day: text,
  customer: text,
});
const COMPARED = `p.id, p.transaction_id AS "transactionId", p.booking_id AS "bookingId", p.amount_paise AS "amountPaise", p.status, p.method,
  CASE WHEN p.occurred_at > '-infinity' THEN to_char(p.occurred_at AT TIME ZONE business_time_zone(), 'YYYY-MM-DD') END AS day,
  (SELECT name FROM users WHERE id = p.customer_id) AS customer`;
// The last step compares amount and day; only a user can confirm the match.
const CANDIDATES = `SELECT ${COMPARED} FROM payments AS p WHERE l.is_open AND l.type IN ('payment', 'credit') AND p.amount_paise = l.amount_paise
    AND p.occurred_at >= day_start(l.day - 1, business_time_zone()) AND p.occurred_at < day_start(l.day + 2, business_time_zone())
    AND p.method IS DISTINCT FROM 'cash' AND p.record_state = 'full' AND p.id IS DISTINCT FROM l.payment_id AND l.file_id IS NOT NULL
    AND ${IS_UNMATCHED_SQL} ORDER BY p.occurred_at, p.id LIMIT 5`;
const HISTORY = `SELECT action, actor_email AS by, iso_instant(at) AS at, note,
    (SELECT (change ->> 'after')::bigint FROM jsonb_array_elements(changes) AS change WHERE change ->> 'field' = 'amountPaise') AS "amountPaise"
  FROM activity WHERE entity = 'settlement_line' AND entity_id = l.id::text ORDER BY at DESC, id DESC LIMIT 50`;
const READ_LINE = defineStatement({
  name: 'read-settlement-line',
  text: `SELECT ${LINE}, ${jsonRows(`SELECT ${COMPARED} FROM payments AS p WHERE p.id = l.payment_id`)} -> 0 AS payment, ${jsonRows(CANDIDATES)} AS candidates,
      ${jsonRows(`SELECT payment_id AS "paymentId", amount_paise AS "amountPaise" FROM settlement_line_parts WHERE line_id = l.id ORDER BY payment_id`)} AS parts, ${jsonRows(HISTORY)} AS history
    FROM settlement_lines AS l ${JOINS} WHERE l.id = $2`,
  row: z.object({
    ...lineFields,
    payment: z.nullable(comparedRow),
    candidates: z.array(comparedRow),
    parts: z.array(z.object({ paymentId: z.string(), amountPaise: z.number() })),
    history: z.array(z.object({ action: z.string(), by: text, at: z.string(), note: text, amountPaise: amount })),
  }),
  example: [new Date('2026-03-14T11:20:00Z'), 1],
});

/** The fields of a line that users edit, which determine its version (EDIT-01). */
export const EDITED_FIELDS = ['ownerId', 'note'] as const;
type EditedLine = Pick<SettlementLine, (typeof EDITED_FIELDS)[number]>;
export const editedValues = (line: EditedLine) => EDITED_FIELDS.map((field) => line[field]);
export const lineVersion = (line: EditedLine): string => versionTag(editedValues(line));

/** Returns a line with its payment and candidate payments. @throws 404 */
export async function readSettlementLine(
  { database, now }: { readonly database: Pick<Database, 'rows'>; readonly now: () => Date },
  id: string,
): Promise<SettlementLineDetails> {
  const [found] = await database.rows(READ_LINE, [now(), id]);
  if (!found) throw notFound('settlement_line');
  return { ...found, etag: lineVersion(found) };
}

const settlementRow = z.object({
  id: z.string(),
  source: z.string(),
  reference: text,
  utr: text,
  settledOn: text,
  state: z.enum(SETTLEMENT_STATES),
  lineCount: z.number(),
  paymentsPaise: z.number(),
  adjustmentsPaise: z.number(),
  refundsPaise: z.number(),
  feePaise: z.number(),
  taxPaise: z.number(),
  netPaise: z.number(),
  unexplainedPaise: z.number(),
  creditPaise: amount,
  creditedOn: text,
});
const SETTLEMENTS = `settlements WHERE ($1::text IS NULL OR state = $1) AND ($2::date IS NULL OR settled_on >= $2) AND ($3::date IS NULL OR settled_on <= $3)`;
const LIST_SETTLEMENTS = defineStatement({
  name: 'list-settlements',
  text: `SELECT (SELECT count(*) FROM ${SETTLEMENTS}) AS total, ${jsonRows(`
      SELECT id::text AS id, source, reference, utr, settled_on::text AS "settledOn", state, line_count AS "lineCount", payments_paise AS "paymentsPaise",
        adjustments_paise AS "adjustmentsPaise", refunds_paise AS "refundsPaise", fee_paise AS "feePaise", tax_paise AS "taxPaise",
        ${netSql('settlements')} AS "netPaise", stated_paise - ${netSql('settlements')} AS "unexplainedPaise", credit_paise AS "creditPaise", credited_on::text AS "creditedOn"
      FROM ${SETTLEMENTS} ORDER BY settled_on DESC NULLS LAST, id DESC LIMIT $4 OFFSET $5`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(settlementRow) }),
  example: [null, null, null, 10, 0],
});

/** Returns a page of settlements, newest first, each with its bank credit (RECON-02). */
export const listSettlements = (
  { database }: ReadContext,
  { state, from, to, ...page }: SettlementFilters & PageInput,
): Promise<Page<Settlement>> => readStatementPage(database, LIST_SETTLEMENTS, [state, from, to], page);

/** Returns the number of settlements that match each of the filters (VIEW-04). */
export const countSettlements = (context: ReadContext, views: readonly SettlementFilters[]): Promise<number[]> =>
  countPages(views, (view) => listSettlements(context, view));

const LIST_DAYS = defineStatement({
  name: 'list-reconciliation-days',
  text: `WITH paid AS (
      SELECT (occurred_at AT TIME ZONE business_time_zone())::date AS day, sum(amount_paise) AS paise FROM payments
      WHERE record_state = 'full' AND status IN ('paid', 'refunded') AND method IS DISTINCT FROM 'cash'
        AND occurred_at >= day_start($1::date, business_time_zone()) AND occurred_at < day_start($2::date + 1, business_time_zone()) GROUP BY 1),
    line AS (
      SELECT day, coalesce(sum(amount_paise) FILTER (WHERE file_id IS NOT NULL AND state <> 'duplicate' AND (type = 'payment' OR type = 'credit' AND settlement_id IS NULL
          AND payment_id IS NOT NULL)), 0) AS settled, count(*) FILTER (WHERE is_open) AS open, coalesce(sum(${OPEN_PAISE}) FILTER (WHERE is_open), 0) AS paise
      FROM settlement_lines WHERE day BETWEEN $1::date AND $2::date GROUP BY 1)
    SELECT d.day::date::text AS day, coalesce(paid.paise, 0)::float8 AS "expectedPaise", coalesce(line.settled, 0)::float8 AS "settledPaise",
      (coalesce(paid.paise, 0) - coalesce(line.settled, 0))::float8 AS "differencePaise", coalesce(line.open, 0)::float8 AS "openCount",
      coalesce(line.paise, 0)::float8 AS "openPaise"
    FROM generate_series($1::date, $2::date, interval '1 day') AS d(day)
    LEFT JOIN paid ON paid.day = d.day::date LEFT JOIN line ON line.day = d.day::date ORDER BY d.day DESC`,
  row: z.object({
    day: z.string(),
    expectedPaise: z.number(),
    settledPaise: z.number(),
    differencePaise: z.number(),
    openCount: z.number(),
    openPaise: z.number(),
  }),
  example: ['2026-03-01', '2026-03-14'],
});

/** Returns paid and settled amounts by day, newest first (RECON-03). @throws 400 if there are too many days */
export async function listDays(
  { database }: ReadContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly rows: ReconciliationDay[] }> {
  if (countDays(from, to) > MAX_RECONCILIATION_DAYS)
    throw badRequest([fieldError('to', 'within_days_of_from', { most: MAX_RECONCILIATION_DAYS })]);
  return { rows: await database.rows(LIST_DAYS, [from, to]) };
}
