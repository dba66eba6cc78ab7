import type { RegisteredRouter } from '@tanstack/react-router';
import { prepareDates } from './format.ts';

/** Where people go with a customer on the phone. */
const LIKELY = ['/bookings', '/users', '/mechanics'] as const;

/**
 * Fetches the code of the likely next screens, one after the other, in moments in which nothing else is to be done; their
 * data are asked for by a visit alone (ERR-02). Whoever saves data, or has no network, gets them by a visit too.
 */
export async function fetchLikelyScreens(router: RegisteredRouter): Promise<void> {
  if (!('requestIdleCallback' in window)) return;
  await idleMoment();
  prepareDates();
  if (isSavingData()) return;
  for (const path of LIKELY) {
    await idleMoment();
    if (!navigator.onLine) return;
    // What fails here is told by the visit.
    await router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined);
  }
}

const idleMoment = () => new Promise((resolve) => requestIdleCallback(resolve));

function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}
