const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after each failed attempt (HOOK-03). */
const PAUSES_MS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS];
/** Each pause is up to this share longer, so that what failed together does not come again together. */
const JITTER = 0.1;

/**
 * When a delivery is tried again.
 * @param attempts that have failed, the last one included
 * @param random from 0 to 1
 * @returns null when it has failed for good
 */
export function nextAttemptAt(attempts: number, now: Date, random = Math.random()): Date | null {
  const pauseMs = PAUSES_MS[attempts - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs * (1 + JITTER * random));
}
