import { makeBookings, makePayments } from './booking-records.ts';
import { bookingRoutes } from './bookings.ts';
import { fileRoutes } from './files.ts';
import { keptRoutes } from './kept.ts';
import { makeKept } from './kept-records.ts';
import { notificationRoutes } from './notifications.ts';
import { makeEarnings, payoutRoutes } from './payouts.ts';
import { peopleRoutes } from './people.ts';
import { makeMechanics, makeUsers } from './people-records.ts';
import { type ForeignProvider, startForeignProvider } from './provider.ts';
import { sessionRoutes } from './session.ts';

/** Starts a stranger's back end with a few records of each kind, whole and odd ones. */
export function startForeignMarketplace(): Promise<ForeignProvider> {
  return startForeignProvider(() => {
    const kept = makeKept();
    return [
      sessionRoutes,
      peopleRoutes(makeUsers(), makeMechanics()),
      bookingRoutes(makeBookings(), makePayments()),
      payoutRoutes(makeEarnings()),
      keptRoutes(kept),
      notificationRoutes(kept.notifications),
      fileRoutes(),
    ];
  });
}
