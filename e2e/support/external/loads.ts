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

const dashboard = (message: string) => `Error fetching dashboard data: ${message}`;

/** A load of a screen and its texts when it fails. */
export interface Load {
  readonly path: string;
  readonly call: { readonly path: string };
  /** The text for an HTTP error or no answer. */
  readonly errorText: string;
  /** The text for "status false" without a message, where it differs. */
  readonly failureText?: string;
  /** How the screen shows the message of an HTTP error, where it adds to it. */
  readonly withMessage?: (message: string) => string;
  readonly retry?: string;
}

/** The loads of all screens (ERR-03 and the screen's own requirement). */
export const LOADS: readonly Load[] = [
  {
    path: '/dashboard',
    call: getDashboard,
    errorText: dashboard('HTTP error! status: 502'),
    failureText: 'Failed to fetch dashboard data',
    withMessage: dashboard,
    retry: 'Retry',
  },
  {
    path: '/bookings',
    call: listBookings,
    errorText: 'Failed to load bookings. Please try again.',
    failureText: 'Failed to fetch bookings',
  },
  { path: '/users', call: listUsers, errorText: 'Failed to load users' },
  { path: '/mechanics', call: listMechanics, errorText: 'Failed to load mechanics' },
  {
    path: '/payments',
    call: listPayments,
    errorText: 'Error fetching payments',
    failureText: 'Failed to fetch payments',
  },
  {
    path: '/payouts',
    call: listMechanicEarnings,
    errorText: 'Failed to load payout data. Please try again.',
  },
  { path: '/notifications', call: listNotifications, errorText: 'Failed to load notifications' },
  { path: '/services/sos', call: listSosServices, errorText: 'Failed to load SOS services' },
  { path: '/services/regular', call: listServices, errorText: 'Failed to load services' },
  { path: '/services/parts', call: listServices, errorText: 'Failed to load data. Please refresh the page.' },
  { path: '/services/parts', call: listParts, errorText: 'Failed to load parts' },
  { path: '/master/slots', call: listSlots, errorText: 'Failed to load slots' },
  { path: '/master/vehicle-models', call: listVehicleModels, errorText: 'Failed to load vehicle models' },
  { path: '/master/config', call: getConfiguration, errorText: 'Failed to load configuration data' },
];
