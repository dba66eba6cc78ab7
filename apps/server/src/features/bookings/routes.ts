import { listBookings as listBookingsEndpoint } from '@wayside/contract/bookings';
import * as exports from '@wayside/contract/exports';
import { listExportRoute } from '../../exports/export-route.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { exportBookings } from './export-bookings.ts';
import { listBookings } from './list-bookings.ts';

/** Bookings (API-03). */
export const bookingRoutes: FeatureRoutes = [
  route(listBookingsEndpoint, (context, { query }) => listBookings(context, query)),
  listExportRoute(exports.exportBookings, 'bookings', exportBookings),
];
