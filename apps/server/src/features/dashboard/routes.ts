import { getDashboard as getDashboardEndpoint } from '@wayside/contract/dashboard';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { getDashboard } from './get-dashboard.ts';

/** The dashboard (API-02). */
export const dashboardRoutes: FeatureRoutes = [route(getDashboardEndpoint, (context) => getDashboard(context))];
