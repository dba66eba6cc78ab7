import { countBookings, listBookings } from '@wayside/contract/bookings';
import { exportBookings } from '@wayside/contract/exports';
import type { FeatureRoutes } from '../../platform/http/route.ts';
import { listRoutes } from '../../platform/lists/defined-list.ts';
import { bookingList } from './list-bookings.ts';

/** Bookings (API-03). */
export const bookingRoutes: FeatureRoutes = listRoutes(bookingList, {
  list: listBookings,
  count: countBookings,
  export: exportBookings,
});
