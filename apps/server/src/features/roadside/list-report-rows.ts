import { REPORT_PHASES, type ReportRow } from '@wayside/contract/roadside-report';
import type { ReportStat } from '@wayside/contract/roadside-states';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import type { ActorContext, AppContext } from '../../context.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';
import {
  type ExportTable,
  numberColumn,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { placeName } from '../../platform/places/gazetteer.ts';
import {
  cellAreaSql,
  personSql,
  REPORT_TABLES,
  type ReportDays,
  reportedPerson,
  reportRange,
  toTenthSql,
} from './get-report.ts';
import { targetSecondsSql } from './list-emergencies.ts';

const reportRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  status: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  area: z.string(),
  location: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  customer: z.nullable(reportedPerson),
  mechanic: z.nullable(reportedPerson),
  claimSeconds: z.nullable(z.number()),
  assignSeconds: z.nullable(z.number()),
  arriveSeconds: z.nullable(z.number()),
  lapses: z.number(),
  isCancelled: z.boolean(),
  reason: z.nullable(z.string()),
  notCome: z.array(reportedPerson),
});
const IS_OF_MECHANIC_SQL = '($7::text IS NULL OR n.mechanic_id = $7)';
const IS_NO_SHOW_SQL = `EXISTS (SELECT FROM not_come AS n WHERE n.booking_id = m.id AND ${IS_OF_MECHANIC_SQL})`;

/** The emergencies selected by $3 to $7: hour, area, stat, reason and mechanic. */
const FILTERED = `chosen AS (
  SELECT m.* FROM measured AS m WHERE ($3::float8 IS NULL OR m.hour = $3) AND ($4::text IS NULL OR ${cellAreaSql('m.cell')} = $4)
    AND ($6::text IS NULL OR m.reason = $6) AND ($7::text IS NULL OR ${IS_NO_SHOW_SQL})
    AND CASE $5::text
      ${REPORT_PHASES.map((phase) => `WHEN '${phase}' THEN m.${phase} IS NOT NULL WHEN '${phase}_in_time' THEN m.${phase} <= ${targetSecondsSql(phase)}`).join(' ')}
      WHEN 'lapses' THEN m.lapses > 0 WHEN 'cancelled' THEN m.is_cancelled WHEN 'not_come' THEN ${IS_NO_SHOW_SQL} ELSE true END)`;
const DURATION = `CASE $5::text ${REPORT_PHASES.map((phase) => `WHEN '${phase}' THEN c.${phase} WHEN '${phase}_in_time' THEN c.${phase}`).join(' ')} END`;

const FIELDS = `c.id, iso_instant(c.created_at) AS "createdAt", b.status, b.problem, ${cellAreaSql('c.cell')} AS area,
  CASE WHEN b.latitude IS NOT NULL AND b.longitude IS NOT NULL THEN json_build_object('latitude', b.latitude, 'longitude', b.longitude) END AS location,
  CASE WHEN u.id IS NOT NULL THEN ${personSql('u')} END AS customer, CASE WHEN p.id IS NOT NULL THEN ${personSql('p')} END AS mechanic,
  ${REPORT_PHASES.map((phase) => `${toTenthSql(`c.${phase}`)} AS "${phase}Seconds"`).join(', ')}, c.lapses, c.is_cancelled AS "isCancelled", c.reason,
  (SELECT coalesce(json_agg(${personSql('q')} ORDER BY q.id), '[]') FROM not_come AS n JOIN mechanics AS q ON q.id = n.mechanic_id
   WHERE n.booking_id = c.id) AS "notCome"`;
const JOINS = `JOIN bookings AS b ON b.id = c.id LEFT JOIN users AS u ON u.id = b.customer_id LEFT JOIN mechanics AS p ON p.id = b.mechanic_id`;

const UNFILTERED_EXAMPLE = ['2000-01-01', null, null, null, null, null, null];

/** Statement that counts the emergencies behind a stat, for an export. */
const COUNT_REPORT_ROWS = defineStatement({
  name: 'count-report-rows',
  text: `${REPORT_TABLES}, ${FILTERED} SELECT count(*) AS total FROM chosen`,
  row: z.object({ total: z.number() }),
  example: UNFILTERED_EXAMPLE,
  isPrepared: false,
});

/**
 * Statement that reads $8 emergencies after skipping $9, longest phase first or otherwise newest first, and the
 * total.
 */
const LIST_REPORT_ROWS = defineStatement({
  name: 'list-report-rows',
  text: `${REPORT_TABLES}, ${FILTERED}
    SELECT (SELECT count(*) FROM chosen) AS total, ${jsonRows(`
      SELECT ${FIELDS} FROM (
        SELECT c.*, ${DURATION} AS duration FROM chosen AS c
        ORDER BY duration DESC NULLS LAST, c.created_at DESC, c.id DESC LIMIT $8::int OFFSET $9::bigint
      ) AS c ${JOINS} ORDER BY c.duration DESC NULLS LAST, c.created_at DESC, c.id DESC`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(reportRow) }),
  example: [...UNFILTERED_EXAMPLE, 10, 0],
  isPrepared: false,
});

/**
 * Statement that reads $8 emergencies, newest first, that were created before the one with the time $9 and the id
 * $10.
 */
const EXPORT_REPORT_ROWS = defineStatement({
  name: 'export-report-rows',
  text: `${REPORT_TABLES}, ${FILTERED}
    SELECT ${FIELDS} FROM (
      SELECT * FROM chosen AS c WHERE $9::timestamptz IS NULL OR (c.created_at, c.id) < ($9, $10::text)
      ORDER BY c.created_at DESC, c.id DESC LIMIT $8::int
    ) AS c ${JOINS} ORDER BY c.created_at DESC, c.id DESC`,
  row: reportRow,
  example: [...UNFILTERED_EXAMPLE, 10, null, null],
  isPrepared: false,
});

/** Filters for the emergencies behind a stat of the report; null disables a filter. */
interface ReportFilters extends ReportDays {
  readonly hour: number | null;
  readonly area: string | null;
  readonly figure: ReportStat | null;
  readonly reason: string | null;
  readonly mechanicId: string | null;
}

type Context = Pick<AppContext, 'database'>;

async function filtersOf(context: Context, { hour, area, figure, reason, mechanicId, ...days }: ReportFilters) {
  const { from, to } = await reportRange(context, days);
  return [from, to, hour, area, figure, reason, mechanicId] as const;
}

/**
 * Returns a page of the emergencies behind a stat (ROAD-07). For the stat of a phase, the longest phase comes first.
 * @throws 400 like the report
 */
export async function listReportRows(
  context: Context,
  { page, limit, ...input }: ReportFilters & PageInput,
): Promise<Page<ReportRow>> {
  const filters = await filtersOf(context, input);
  const found = await readStatementPage(context.database, LIST_REPORT_ROWS, filters, { page, limit });
  return { ...found, rows: found.rows.map(withPlace) };
}

const withPlace = (row: z.infer<typeof reportRow>): ReportRow => ({
  ...row,
  place: row.location && placeName(row.location),
});

const text = textColumn<ReportRow>;
const number = numberColumn<ReportRow>;
const COLUMNS = [
  text('Booking ID', ({ id }) => id),
  timestampColumn<ReportRow>('Created', ({ createdAt }) => createdAt),
  text('Status', ({ status }) => status),
  text('Problem', ({ problem }) => problem),
  text('Area', ({ area }) => area),
  text('Place', ({ place }) => place),
  number('Latitude', ({ location }) => location?.latitude ?? null),
  number('Longitude', ({ location }) => location?.longitude ?? null),
  text('Customer ID', ({ customer }) => customer?.id),
  text('Customer', ({ customer }) => customer?.name),
  text('Customer phone', ({ customer }) => customer?.phone),
  text('Mechanic ID', ({ mechanic }) => mechanic?.id),
  text('Mechanic', ({ mechanic }) => mechanic?.name),
  text('Mechanic phone', ({ mechanic }) => mechanic?.phone),
  number('Seconds to claim', ({ claimSeconds }) => claimSeconds),
  number('Seconds to assign', ({ assignSeconds }) => assignSeconds),
  number('Seconds to arrive', ({ arriveSeconds }) => arriveSeconds),
  number('Expired claims', ({ lapses }) => lapses),
  text('Cancelled because', ({ reason }) => reason),
  text('Did not arrive', ({ notCome }) => notCome.map(({ name, id }) => name ?? id).join(', ')),
];

const ROWS_PER_BATCH = 5_000;

/** Exports the same emergencies as a table, newest first (ROAD-07). @throws 400 like the report */
export async function exportReport(context: ActorContext, input: ReportFilters): Promise<ExportTable<ReportRow>> {
  const { database } = context;
  const filters = await filtersOf(context, input);
  const [counted] = await database.rows(COUNT_REPORT_ROWS, filters);
  const rowCount = counted?.total ?? 0;
  await recordExport(context, { table: 'roadside', filters: { ...input }, rowCount });
  const pages = eachPage<ReportRow>(async (last) => {
    const values = [...filters, ROWS_PER_BATCH, last?.createdAt ?? null, last?.id ?? null];
    return (await database.rows(EXPORT_REPORT_ROWS, values)).map(withPlace);
  }, ROWS_PER_BATCH);
  return { name: 'roadside', columns: COLUMNS, rowCount, pages };
}
