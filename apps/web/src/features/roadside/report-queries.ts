import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getRoadsideReport, listReportRows } from '@wayside/contract/roadside-report';
import type { ResponseOf } from '@wayside/contract/wire/endpoint';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import { call } from '../../lib/api.ts';
import { callPage } from '../../lib/call-page.ts';
import { type LoadCause, loadForScreen, UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { type ListExport, tableCall } from '../../list/list-export.ts';
import { isDateRangeReversed } from '../../list/list-url.ts';
import { type ReportSearch, type ReportSelection, reportDays, requestedDays } from './roadside-urls.ts';

type Days = ReturnType<typeof requestedDays>;

export const reportQuery = (days: Days) =>
  queryOptions({
    queryKey: ['roadside-report', days],
    queryFn: ({ signal }) => call(getRoadsideReport, { query: days, signal }),
  });

export type ReportData = ResponseOf<typeof getRoadsideReport>;

const filtersOf = (days: Days, { figure, hour, area, reason, mechanic }: ReportSelection) => ({
  ...days,
  figure: figure ?? null,
  hour: hour ?? null,
  area: area ?? null,
  reason: reason ?? null,
  mechanicId: mechanic ?? null,
});

/** Returns the export of the emergencies behind one stat, or behind all stats (ROAD-07). */
export const reportExport = (days: Days, of: ReportSelection): ListExport => ({
  name: 'roadside',
  permission: 'lists:export',
  call: (calls) => tableCall(calls.exportRoadside, filtersOf(days, of)),
});

export const reportRowsQuery = (days: Days, of: ReportSelection, page: number) => {
  const query = { ...filtersOf(days, of), page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: ['roadside-report-rows', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callPage(listReportRows, query, signal),
    ...UNCACHED_OPTIONS,
  });
};

export async function loadReport(search: ReportSearch, cause: LoadCause): Promise<void> {
  if (!isDateRangeReversed(reportDays(search))) await loadForScreen(reportQuery(requestedDays(search)), cause);
}
