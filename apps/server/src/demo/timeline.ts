const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** India's offset: the rhythm of a day is its rhythm there. */
const IST_MS = 5.5 * HOUR_MS;

/** How busy each hour of a day is, from midnight: a small peak in the morning, a larger one after work. */
const HOURS = [2, 1, 1, 1, 1, 2, 5, 11, 18, 24, 26, 24, 20, 17, 17, 19, 22, 27, 30, 26, 19, 12, 7, 4];
/** How busy each day of a week is, from Sunday. */
const WEEKDAYS = [1.35, 0.95, 0.9, 0.92, 0.98, 1.1, 1.45];
/** How much busier the last day is than the first. */
const GROWTH = 3;
/** The wave of a season, so that months differ. */
const SEASON_DAYS = 47;

/** When things happen: more by day than by night, more at weekends, more and more over the months. */
export interface Timeline {
  readonly startMs: number;
  readonly endMs: number;
  /** The moment, in ms, by which this share (0 to 1) of all has happened. */
  at(share: number): number;
}

/** How long a marketplace with so many bookings has existed, in days: 150 for the usual demo. */
export function daysFor(bookings: number): number {
  return Math.round(150 * Math.max(1, bookings / 2500) ** 0.35);
}

/** The timeline of so many days that ends with the present moment. */
export function timelineUntil(nowMs: number, days: number): Timeline {
  const endMs = nowMs;
  const startMs = Math.floor((nowMs + IST_MS) / DAY_MS - days) * DAY_MS - IST_MS;
  const hours = Math.ceil((endMs - startMs) / HOUR_MS);
  const until = new Float64Array(hours + 1);
  for (let hour = 0; hour < hours; hour += 1) {
    const day = Math.floor(hour / 24);
    const weekday = new Date(startMs + IST_MS + day * DAY_MS).getUTCDay();
    const season = 1 + 0.12 * Math.sin((2 * Math.PI * day) / SEASON_DAYS);
    const happened = Math.min(1, (endMs - startMs) / HOUR_MS - hour);
    const weight = (HOURS[hour % 24] ?? 0) * (WEEKDAYS[weekday] ?? 1) * season * GROWTH ** (day / days) * happened;
    until[hour + 1] = (until[hour] ?? 0) + weight;
  }
  const all = until[hours] ?? 0;
  return {
    startMs,
    endMs,
    at: (share) => {
      const wanted = Math.min(1, Math.max(0, share)) * all;
      let low = 0;
      let high = hours - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((until[middle] ?? 0) <= wanted) low = middle;
        else high = middle - 1;
      }
      const before = until[low] ?? 0;
      const within = (wanted - before) / Math.max(Number.MIN_VALUE, (until[low + 1] ?? 0) - before);
      return Math.min(endMs, Math.floor(startMs + (low + Math.min(1, within)) * HOUR_MS));
    },
  };
}
