import { listBookings } from '@wayside/contract/bookings';
import { getConfiguration } from '@wayside/contract/configuration';
import { getDashboard } from '@wayside/contract/dashboard';
import { listMechanics } from '@wayside/contract/mechanics';
import { listNotifications } from '@wayside/contract/notifications';
import { listParts } from '@wayside/contract/parts';
import { listPayments } from '@wayside/contract/payments';
import { listMechanicEarnings } from '@wayside/contract/payouts-earnings';
import { listServices } from '@wayside/contract/services';
import { listSlots } from '@wayside/contract/slots';
import { listSosServices } from '@wayside/contract/sos-services';
import { listUsers } from '@wayside/contract/users';
import { listVehicleModels } from '@wayside/contract/vehicle-models';

const dashboard = (words: string) => `Error fetching dashboard data: ${words}`;

/** A list that a screen loads, and what it says when that fails. */
export interface Load {
  readonly path: string;
  readonly call: { readonly path: string };
  readonly exception: string;
  /** The same as the exception's, where there is one text. */
  readonly refused?: string;
  readonly said?: (words: string) => string;
  readonly retry?: string;
  /** Calls of the screen to the same address. */
  readonly calls?: number;
}

/** Of every screen (ERR-03, and each one's line). */
export const LOADS: readonly Load[] = [
  {
    path: '/dashboard',
    call: getDashboard,
    exception: dashboard('HTTP error! status: 502'),
    refused: 'Failed to fetch dashboard data',
    said: dashboard,
    retry: 'Retry',
  },
  {
    path: '/bookings',
    call: listBookings,
    exception: 'Failed to load bookings. Please try again.',
    refused: 'Failed to fetch bookings',
  },
  { path: '/users', call: listUsers, exception: 'Failed to load users' },
  // The list, and who waits for a decision, by each of three statuses.
  { path: '/mechanics', call: listMechanics, exception: 'Failed to load mechanics', calls: 4 },
  {
    path: '/payments',
    call: listPayments,
    exception: 'Error fetching payments',
    refused: 'Failed to fetch payments',
  },
  {
    path: '/payouts',
    call: listMechanicEarnings,
    exception: 'Failed to load payout data. Please try again.',
  },
  { path: '/notifications', call: listNotifications, exception: 'Failed to load notifications' },
  { path: '/services/sos', call: listSosServices, exception: 'Failed to load SOS services' },
  { path: '/services/regular', call: listServices, exception: 'Failed to load services' },
  { path: '/services/parts', call: listServices, exception: 'Failed to load data. Please refresh the page.' },
  { path: '/services/parts', call: listParts, exception: 'Failed to load parts' },
  { path: '/master/slots', call: listSlots, exception: 'Failed to load slots' },
  { path: '/master/vehicle-models', call: listVehicleModels, exception: 'Failed to load vehicle models' },
  { path: '/master/config', call: getConfiguration, exception: 'Failed to load configuration data' },
];
