import { listBookings as listBookingsEndpoint } from '@wayside/contract/bookings';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { listBookings } from './list-bookings.ts';

/** Bookings (API-03). */
export const bookingRoutes: FeatureRoutes = [
  route(listBookingsEndpoint, (context, { query }) => listBookings(context, query)),
];
