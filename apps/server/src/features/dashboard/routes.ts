import {
  getAttention as getAttentionEndpoint,
  getDashboard as getDashboardEndpoint,
} from '@wayside/contract/dashboard';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireSession } from '../../platform/http/session.ts';
import { getAttention } from './attention.ts';
import { getDashboard } from './dashboard.ts';

/** The dashboard (API-02) and the items that need attention (WORK-01). */
export const dashboardRoutes: FeatureRoutes = [
  route(getDashboardEndpoint, (context) => getDashboard(context)),
  route(getAttentionEndpoint, async (context) => ({ rows: await getAttention(context, requireSession(context)) })),
];
