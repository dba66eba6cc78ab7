import * as calls from '@wayside/contract/bookings';
import * as exports from '@wayside/contract/exports';
import { listExportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { exportBookings } from './export-bookings.ts';
import { countBookings, listBookings } from './list-bookings.ts';

/** Bookings (API-03). */
export const bookingRoutes: FeatureRoutes = [
  route(calls.listBookings, (context, { query }) => listBookings(context, query)),
  route(calls.countBookings, async (context, { body }) => ({ counts: await countBookings(context, body.views) })),
  listExportRoute(exports.exportBookings, 'bookings', exportBookings),
];
