import * as calls from '@wayside/contract/exports';
import { exportRoute, listExportRoute } from '../../exports/export-route.ts';
import type { FeatureRoutes } from '../../http/route.ts';
import { exportPayouts } from './export-payouts.ts';
import { exportStatement } from './export-statement.ts';

/** Tables for spreadsheets of what mechanics have earned and were paid (API-17). */
export const exportRoutes: FeatureRoutes = [
  listExportRoute(calls.exportPayouts, 'payouts', exportPayouts),
  exportRoute(calls.exportStatement, exportStatement),
];
