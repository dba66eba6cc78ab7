import { exportActivity as exportActivityCall } from '@wayside/contract/activity-export';
import * as calls from '@wayside/contract/exports';
import { AnswerStream, type FeatureRoutes, route } from '../../http/route.ts';
import type { CsvExport } from './csv.ts';
import { exportActivity } from './export-activity.ts';
import { exportPayments } from './export-payments.ts';
import { exportPayouts } from './export-payouts.ts';
import { exportStatement } from './export-statement.ts';

const asDownload = ({ fileName, rowCount, text }: CsvExport): AnswerStream =>
  new AnswerStream(text, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    [calls.TOTAL_ROWS_HEADER]: String(rowCount),
  });

/** Tables for spreadsheets (API-17). */
export const exportRoutes: FeatureRoutes = [
  route(exportActivityCall, async (context, { query }) => asDownload(await exportActivity(context, query))),
  route(calls.exportPayments, async (context, { query }) => asDownload(await exportPayments(context, query))),
  route(calls.exportPayouts, async (context, { query }) => asDownload(await exportPayouts(context, query))),
  route(calls.exportStatement, async (context, { query }) =>
    asDownload(await exportStatement(context, query.mechanicId)),
  ),
];
