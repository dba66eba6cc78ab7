import { countBookings, getPlace, listBookings } from '@wayside/contract/bookings';
import { exportBookings } from '@wayside/contract/exports';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { listRoutes } from '../../platform/lists/defined-list.ts';
import { placeName } from '../../platform/places/gazetteer.ts';
import { bookingList } from './list-bookings.ts';

/** Bookings (API-03) and place names (DESK-02). */
export const bookingRoutes: FeatureRoutes = [
  ...listRoutes(bookingList, { list: listBookings, count: countBookings, export: exportBookings }),
  route(getPlace, async (_, { query }) => ({ place: placeName(query) })),
];
