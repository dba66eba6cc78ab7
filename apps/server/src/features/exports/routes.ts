import * as calls from '@wayside/contract/exports';
import { listExportRoute } from '../../platform/exports/export-route.ts';
import type { FeatureRoutes } from '../../platform/http/route.ts';
import { exportPayouts } from './export-payouts.ts';

/** The table of the mechanics' earnings and payouts (API-17). */
export const exportRoutes: FeatureRoutes = [listExportRoute(calls.exportPayouts, 'payouts', exportPayouts)];
