import { crudRoutes } from './crud.ts';
import { peopleRoutes } from './people.ts';
import { type ExternalApi, startExternalApi } from './provider.ts';
import { dashboard, makeBookings, makeCrudRecords, makeMechanics, makePayments, makeUsers } from './records.ts';
import {
  bookingRoutes,
  fileRoutes,
  makeEarnings,
  notificationRoutes,
  payoutRoutes,
  sessionRoutes,
} from './routes.ts';

/**
 * Starts an external API with a few records of each kind, some of them odd.
 * @param alter changes the records at the start
 */
export function startExternalMarketplace(alter: <T>(records: T) => T = (records) => records): Promise<ExternalApi> {
  return startExternalApi(() => {
    const crudRecords = alter(makeCrudRecords());
    return [
      sessionRoutes,
      peopleRoutes(alter(makeUsers()), alter(makeMechanics())),
      bookingRoutes(alter(makeBookings()), alter(makePayments()), alter(dashboard)),
      payoutRoutes(alter(makeEarnings())),
      crudRoutes(crudRecords),
      notificationRoutes(crudRecords.notifications),
      fileRoutes(),
    ];
  });
}
