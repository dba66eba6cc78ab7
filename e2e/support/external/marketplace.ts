import { crudRoutes } from './crud.ts';
import type { Route } from './exchange.ts';
import { peopleRoutes } from './people.ts';
import { dashboard, makeBookings, makeCrudRecords, makeMechanics, makePayments, makeUsers } from './records.ts';
import { bookingRoutes, makeEarnings, notificationRoutes, payoutRoutes, sessionRoutes } from './routes.ts';

/**
 * Returns the routes of an external API with a few records of each kind, some of them malformed.
 * @param alter changes the initial records
 */
export function makeExternalRoutes(alter: <T>(records: T) => T = (records) => records): readonly Route[] {
  const crudRecords = alter(makeCrudRecords());
  return [
    ...sessionRoutes,
    ...peopleRoutes(alter(makeUsers()), alter(makeMechanics())),
    ...bookingRoutes(alter(makeBookings()), alter(makePayments()), alter(dashboard)),
    ...payoutRoutes(alter(makeEarnings())),
    ...crudRoutes(crudRecords),
    ...notificationRoutes(crudRecords.notifications),
  ];
}
