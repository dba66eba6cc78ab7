import { DAY_MS, HOUR_MS, IST_MS } from './durations.ts';
import { byWeight, type Random, type Weighted } from './random.ts';

/** Statuses of bookings by the hours since their work was due. */
const STATUSES_BY_AGE: readonly (readonly [untilHours: number, Weighted<string>])[] = [
  [0, byWeight({ pending: 45, accepted: 47, cancelled: 8 })],
  [2, byWeight({ accepted: 30, arrived: 40, completed: 15, pending: 10, cancelled: 5 })],
  [24, byWeight({ completed: 50, user_confirmed: 20, rating_given: 12, cancelled: 10, arrived: 4, pending: 4 })],
];
const OLD_STATUSES: Weighted<string> = byWeight({
  rating_given: 42,
  completed: 29,
  user_confirmed: 14,
  cancelled: 12,
  pending: 2,
  accepted: 1,
});

/** Nobody waits at the roadside for days. */
const OLD_EMERGENCIES: Weighted<string> = byWeight({
  rating_given: 43,
  completed: 30,
  user_confirmed: 15,
  cancelled: 12,
});

/** The status of a booking of a kind whose work was due at a time. */
export function statusAt(kind: string, nowMs: number, dueMs: number, random: Random): string {
  const hours = (nowMs - dueMs) / HOUR_MS;
  if (kind === 'emergency' && hours >= 2) return random.weighted(OLD_EMERGENCIES);
  const [, statuses] = STATUSES_BY_AGE.find(([until]) => hours < until) ?? [];
  return random.weighted(statuses ?? OLD_STATUSES);
}

/** Whether the work has been done. */
export const isDone = (status: string): boolean =>
  status === 'completed' || status === 'user_confirmed' || status === 'rating_given';

/** When the work is scheduled: within the hour at the roadside, else at a slot of the next days; null for no date. */
export function wantedAt(kind: string, createdAtMs: number, random: Random): number | null {
  if (random.chance(0.08)) return null;
  if (kind === 'emergency') return createdAtMs + random.between(15, 55) * 60_000;
  const midnight = Math.floor((createdAtMs + IST_MS) / DAY_MS) * DAY_MS - IST_MS;
  const slot = midnight + random.between(1, 5) * DAY_MS + random.between(18, 36) * (HOUR_MS / 2);
  return random.chance(0.25) ? createdAtMs + random.between(2, 6) * HOUR_MS : slot;
}

/** Stars out of 5; without a rating null, or the 0 that some clients send. */
export function ratingFor(status: string, random: Random): number | null {
  if (status !== 'rating_given') return random.chance(0.2) ? 0 : null;
  return random.weighted([
    [5, 48],
    [4, 28],
    [4.5, 4],
    [3, 11],
    [2, 5],
    [1, 4],
  ]);
}

const PROBLEMS = [
  'Flat tyre on the highway, no spare.',
  'Battery is dead, car does not start.',
  'Engine overheating, smoke from the bonnet.',
  'Chain came off near the flyover.',
  'Clutch plate gone, gears are not shifting.',
  'Ran out of petrol.',
  'Brake failure, parked on the left side.',
  'Keys locked inside the car.',
  'Accident, front bumper is touching the tyre.',
  'गाड़ी स्टार्ट नहीं हो रही है।',
  'Self start not working, kick also not working.',
  'Headlights went off at night.',
];

/** The problem that a customer describes. */
export const problemOf = (random: Random): string => random.pick(PROBLEMS);
