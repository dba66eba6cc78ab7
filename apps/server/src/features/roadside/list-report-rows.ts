import type { ReportRow } from '@wayside/contract/roadside-report';
import type { ReportFigure } from '@wayside/contract/roadside-states';
import type { Page } from '@wayside/contract/wire/paging';
import type { ActorContext, AppContext } from '../../context.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';
import {
  type ExportTable,
  numberColumn,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { type ReportDays, reportRange } from './get-report.ts';
import { COUNT_REPORT_ROWS, EXPORT_REPORT_ROWS, LIST_REPORT_ROWS } from './report-rows.ts';

/** Which emergencies a figure of the report stands for; null leaves them all. */
export interface ReportFilters extends ReportDays {
  readonly hour: number | null;
  readonly area: string | null;
  readonly figure: ReportFigure | null;
  readonly reason: string | null;
  readonly mechanicId: string | null;
}

type Context = Pick<AppContext, 'database'>;

async function filtersOf(context: Context, { hour, area, figure, reason, mechanicId, ...days }: ReportFilters) {
  const { from, to } = await reportRange(context, days);
  return [from, to, hour, area, figure, reason, mechanicId] as const;
}

/** A page of the emergencies behind a figure (ROAD-07): those of a phase the longest first. @throws 400 as the report */
export async function listReportRows(
  context: Context,
  { page, limit, ...input }: ReportFilters & PageInput,
): Promise<Page<ReportRow>> {
  const filters = await filtersOf(context, input);
  return readStatementPage(context.database, LIST_REPORT_ROWS, filters, { page, limit });
}

const text = textColumn<ReportRow>;
const number = numberColumn<ReportRow>;
const COLUMNS = [
  text('Booking ID', ({ id }) => id),
  timestampColumn<ReportRow>('Created', ({ createdAt }) => createdAt),
  text('Status', ({ status }) => status),
  text('Problem', ({ problem }) => problem),
  text('Area', ({ area }) => area),
  text('Customer ID', ({ customer }) => customer?.id),
  text('Customer', ({ customer }) => customer?.name),
  text('Customer phone', ({ customer }) => customer?.phone),
  text('Mechanic ID', ({ mechanic }) => mechanic?.id),
  text('Mechanic', ({ mechanic }) => mechanic?.name),
  text('Mechanic phone', ({ mechanic }) => mechanic?.phone),
  number('Seconds to claim', ({ claimSeconds }) => claimSeconds),
  number('Seconds to assign', ({ assignSeconds }) => assignSeconds),
  number('Seconds to arrive', ({ arriveSeconds }) => arriveSeconds),
  number('Lapsed claims', ({ lapses }) => lapses),
  text('Cancelled because', ({ reason }) => reason),
  text('Did not come', ({ notCome }) => notCome.map(({ name, id }) => name ?? id).join(', ')),
];

const ROWS_AT_ONCE = 5_000;

/** The same emergencies as a table, the newest first (ROAD-07). @throws 400 as the report */
export async function exportReport(context: ActorContext, input: ReportFilters): Promise<ExportTable<ReportRow>> {
  const { database } = context;
  const filters = await filtersOf(context, input);
  const [counted] = await database.rows(COUNT_REPORT_ROWS, filters);
  const rowCount = counted?.total ?? 0;
  await recordExport(context, { table: 'roadside', filters: { ...input }, rowCount });
  const pages = eachPage<ReportRow>(
    (last) =>
      database.rows(EXPORT_REPORT_ROWS, [...filters, ROWS_AT_ONCE, last?.createdAt ?? null, last?.id ?? null]),
    ROWS_AT_ONCE,
  );
  return { name: 'roadside', columns: COLUMNS, rowCount, pages };
}
