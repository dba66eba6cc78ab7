import { daysFor, type Timeline, timelineUntil } from './timeline.ts';

/** How much there is of everything, and when. */
export interface DemoPlan {
  readonly seed: number;
  readonly bookings: number;
  readonly users: number;
  /** How many of them were customers before the first booking that is kept here. */
  readonly earlyUsers: number;
  readonly mechanics: number;
  readonly earlyMechanics: number;
  readonly timeline: Timeline;
}

/** Fewer would not have room for every status and edge case. */
export const LEAST_BOOKINGS = 100;
/** As many as ids have places for. */
export const MOST_BOOKINGS = 5_000_000;
/** What a first start is filled with. */
export const USUAL_BOOKINGS = 2500;
export const USUAL_SEED = 1;
export const MOST_SEED = 0xffff_ffff;

const USERS_PER_BOOKING = 0.2;
const MECHANICS_PER_BOOKING = 0.01;
const LEAST_USERS = 120;
const LEAST_MECHANICS = 120;
const EARLY_USERS = 0.3;
const EARLY_MECHANICS = 0.5;
/** The usual demo has a hundred customers more than its share, so that their list has many pages too. */
const FURTHER_USERS = 100;

/**
 * Lays out a marketplace of so many bookings whose last day is today.
 * @throws RangeError when there is no such size or seed
 */
export function planDemo(input: {
  readonly bookings: number;
  readonly seed: number;
  readonly now: Date;
}): DemoPlan {
  const isSize =
    Number.isInteger(input.bookings) && input.bookings >= LEAST_BOOKINGS && input.bookings <= MOST_BOOKINGS;
  if (!isSize) throw new RangeError(`a demo has from ${LEAST_BOOKINGS} to ${MOST_BOOKINGS} bookings`);
  if (!Number.isInteger(input.seed) || input.seed < 0 || input.seed > MOST_SEED)
    throw new RangeError(`a seed is a whole number from 0 to ${MOST_SEED}`);
  const users = Math.max(LEAST_USERS, Math.round(input.bookings * USERS_PER_BOOKING) + FURTHER_USERS);
  const mechanics = Math.max(LEAST_MECHANICS, Math.round(input.bookings * MECHANICS_PER_BOOKING));
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
 * When the person at a place came: the early ones in the year before the first booking, the others as the business
 * grew. Later places never came earlier.
 * @param within where between its neighbours, 0 to 1
 */
export function joinedAt(
  plan: DemoPlan,
  place: number,
  people: { readonly all: number; readonly early: number },
  within: number,
): number {
  if (place < people.early)
    return Math.floor(plan.timeline.startMs - YEAR_MS + (YEAR_MS * (place + within)) / people.early);
  return plan.timeline.at((place - people.early + within) / (people.all - people.early));
}

/** How many of the people had come when this share of the bookings was made. */
export function joinedBy(share: number, people: { readonly all: number; readonly early: number }): number {
  return people.early + Math.floor(share * (people.all - people.early));
}
