/** Durations of the demo data's timeline, in milliseconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** India's offset from UTC: the days of the demo begin at its midnight. */
export const IST_MS = 5.5 * HOUR_MS;
