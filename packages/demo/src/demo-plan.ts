/** Durations in milliseconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** India's offset from UTC. The days of the demo start at midnight in India. */
export const IST_MS = 5.5 * HOUR_MS;

export interface DemoPlan {
  readonly seed: number;
  readonly bookings: number;
  readonly users: number;
  /** The number of customers who joined before the first booking. */
  readonly earlyUsers: number;
  readonly mechanics: number;
  readonly earlyMechanics: number;
  readonly timeline: Timeline;
}

/** With fewer bookings, the demo would not cover every status and edge case. */
export const MIN_BOOKINGS = 100;
/** The number of bookings up to which ids are unique. */
export const MAX_BOOKINGS = 16_000_000;
/** The number of bookings when the program first starts. */
export const DEFAULT_BOOKINGS = 2500;
export const DEFAULT_SEED = 1;
export const MAX_SEED = 0xffff_ffff;

const USERS_PER_BOOKING = 0.2;
const MECHANICS_PER_BOOKING = 0.01;
const MIN_USERS = 120;
const MIN_MECHANICS = 120;
/** Reached at a million bookings. In a larger marketplace, each mechanic has more work. */
const MAX_MECHANICS = 10_000;
const EARLY_USERS = 0.3;
const EARLY_MECHANICS = 0.5;
/** Added so that the customer list of the default demo has many pages. */
const ADDITIONAL_USERS = 100;

/**
 * Plans a marketplace with the given number of bookings, ending today.
 * @throws RangeError if the size or seed is out of range
 */
export function planDemo(input: {
  readonly bookings: number;
  readonly seed: number;
  readonly now: Date;
}): DemoPlan {
  const isSize =
    Number.isInteger(input.bookings) && input.bookings >= MIN_BOOKINGS && input.bookings <= MAX_BOOKINGS;
  if (!isSize) throw new RangeError(`a demo has from ${MIN_BOOKINGS} to ${MAX_BOOKINGS} bookings`);
  if (!Number.isInteger(input.seed) || input.seed < 0 || input.seed > MAX_SEED)
    throw new RangeError(`a seed is a whole number from 0 to ${MAX_SEED}`);
  const users = Math.max(MIN_USERS, Math.round(input.bookings * USERS_PER_BOOKING) + ADDITIONAL_USERS);
  const mechanics = Math.min(
    MAX_MECHANICS,
    Math.max(MIN_MECHANICS, Math.round(input.bookings * MECHANICS_PER_BOOKING)),
  );
  return {
    seed: input.seed,
    bookings: input.bookings,
    users,
    earlyUsers: Math.floor(users * EARLY_USERS),
    mechanics,
    earlyMechanics: Math.floor(mechanics * EARLY_MECHANICS),
    timeline: timelineUntil(input.now.getTime(), daysFor(input.bookings)),
  };
}

const YEAR_MS = 365 * 86_400_000;

/**
 * Returns when the person at an index joined. Early people joined in the year before the first booking, the others
 * along the timeline.
 * @param within position between its neighbours, 0 to 1
 */
export function joinTime(
  plan: DemoPlan,
  place: number,
  people: { readonly all: number; readonly early: number },
  within: number,
): number {
  if (place < people.early)
    return Math.floor(plan.timeline.startMs - YEAR_MS + (YEAR_MS * (place + within)) / people.early);
  return plan.timeline.at((place - people.early + within) / (people.all - people.early));
}

/** Returns the number of people who had joined when the given share of the bookings existed. */
export function countJoined(share: number, people: { readonly all: number; readonly early: number }): number {
  return people.early + Math.floor(share * (people.all - people.early));
}

/** The weight of each hour of the day, starting at midnight. */
const HOURS = [2, 1, 1, 1, 1, 2, 5, 11, 18, 24, 26, 24, 20, 17, 17, 19, 22, 27, 30, 26, 19, 12, 7, 4];
const WEEKDAYS = [1.35, 0.95, 0.9, 0.92, 0.98, 1.1, 1.45];
/** The ratio of events on the last day to those on the first. */
const GROWTH = 3;
/** The period of the seasonal wave. */
const SEASON_DAYS = 47;

/** The distribution of events over time: more by day and at weekends, and growing over the months. */
export interface Timeline {
  readonly startMs: number;
  readonly endMs: number;
  /** Returns the timestamp in ms by which the given share (0 to 1) of all events has happened. */
  at(share: number): number;
}

/**
 * Returns the age in days of a marketplace with the given number of bookings: 150 for the default demo, and at most a
 * year (OPER-08).
 */
export function daysFor(bookings: number): number {
  return Math.min(365, Math.round(150 * Math.max(1, bookings / 2500) ** 0.35));
}

/** Returns a timeline of the given number of days that ends now. */
export function timelineUntil(nowMs: number, days: number): Timeline {
  const endMs = nowMs;
  const startMs = Math.floor((nowMs + IST_MS) / DAY_MS - days) * DAY_MS - IST_MS;
  const hours = Math.ceil((endMs - startMs) / HOUR_MS);
  const until = new Float64Array(hours + 1);
  for (let hour = 0; hour < hours; hour += 1) {
    const day = Math.floor(hour / 24);
    const weekday = new Date(startMs + IST_MS + day * DAY_MS).getUTCDay();
    const season = 1 + 0.12 * Math.sin((2 * Math.PI * day) / SEASON_DAYS);
    const elapsed = Math.min(1, (endMs - startMs) / HOUR_MS - hour);
    const weight = (HOURS[hour % 24] ?? 0) * (WEEKDAYS[weekday] ?? 1) * season * GROWTH ** (day / days) * elapsed;
    until[hour + 1] = (until[hour] ?? 0) + weight;
  }
  const all = until[hours] ?? 0;
  return {
    startMs,
    endMs,
    at: (share) => {
      const target = Math.min(1, Math.max(0, share)) * all;
      let low = 0;
      let high = hours - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((until[middle] ?? 0) <= target) low = middle;
        else high = middle - 1;
      }
      const before = until[low] ?? 0;
      const within = (target - before) / Math.max(Number.MIN_VALUE, (until[low + 1] ?? 0) - before);
      return Math.min(endMs, Math.floor(startMs + (low + Math.min(1, within)) * HOUR_MS));
    },
  };
}
