import { exportActivity as exportActivityCall } from '@wayside/contract/activity-export';
import * as calls from '@wayside/contract/exports';
import type { CallContext } from '../../context.ts';
import { AnswerStream, type FeatureRoutes, route } from '../../http/route.ts';
import { whileAllowed } from '../../http/session.ts';
import type { CsvExport } from './csv.ts';
import { exportActivity } from './export-activity.ts';
import { exportPayments } from './export-payments.ts';
import { exportPayouts } from './export-payouts.ts';
import { exportStatement } from './export-statement.ts';

type Exported = 'lists:export' | 'activity:read';

const asDownload = (
  context: CallContext,
  { fileName, rowCount, text }: CsvExport,
  permission: Exported = 'lists:export',
): AnswerStream =>
  new AnswerStream(whileAllowed(context, permission, text), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    [calls.TOTAL_ROWS_HEADER]: String(rowCount),
  });

/** Tables for spreadsheets (API-17). */
export const exportRoutes: FeatureRoutes = [
  route(exportActivityCall, async (context, { query }) =>
    asDownload(context, await exportActivity(context, query), 'activity:read'),
  ),
  route(calls.exportPayments, async (context, { query }) =>
    asDownload(context, await exportPayments(context, query)),
  ),
  route(calls.exportPayouts, async (context, { query }) =>
    asDownload(context, await exportPayouts(context, query)),
  ),
  route(calls.exportStatement, async (context, { query }) =>
    asDownload(context, await exportStatement(context, query.mechanicId)),
  ),
];
