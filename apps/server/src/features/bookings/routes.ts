import * as calls from '@wayside/contract/bookings';
import * as exports from '@wayside/contract/exports';
import { countRows } from '../../db/count-rows.ts';
import { exportRoute } from '../../exports/export-route.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { exportBookings } from './export-bookings.ts';
import { BOOKING_LIST, bookingsUnder, listBookings } from './list-bookings.ts';

/** Bookings (API-03). */
export const bookingRoutes: FeatureRoutes = [
  route(calls.listBookings, (context, { query }) => listBookings(context, query)),
  route(calls.countBookings, async (context, { body }) => ({
    counts: await countRows(
      context.database,
      BOOKING_LIST,
      body.views.map((view) => bookingsUnder(context, view)),
    ),
  })),
  exportRoute(exports.exportBookings, exportBookings),
];
