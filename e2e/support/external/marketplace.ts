import { dashboard, makeBookings, makePayments } from './booking-records.ts';
import { bookingRoutes } from './bookings.ts';
import { crudRoutes } from './crud.ts';
import { makeCrudRecord } from './crud-records.ts';
import { fileRoutes } from './files.ts';
import { notificationRoutes } from './notifications.ts';
import { makeEarnings, payoutRoutes } from './payouts.ts';
import { peopleRoutes } from './people.ts';
import { makeMechanics, makeUsers } from './people-records.ts';
import { type ExternalApi, startExternalApi } from './provider.ts';
import { sessionRoutes } from './session.ts';

/**
 * Starts a stranger's back end with a few records of each kind, whole and odd ones.
 * @param alter what becomes of the records before it has them
 */
export function startExternalMarketplace(alter: <T>(records: T) => T = (records) => records): Promise<ExternalApi> {
  return startExternalApi(() => {
    const kept = alter(makeCrudRecord());
    return [
      sessionRoutes,
      peopleRoutes(alter(makeUsers()), alter(makeMechanics())),
      bookingRoutes(alter(makeBookings()), alter(makePayments()), alter(dashboard)),
      payoutRoutes(alter(makeEarnings())),
      crudRoutes(kept),
      notificationRoutes(kept.notifications),
      fileRoutes(),
    ];
  });
}
