import type { DateParam } from '@wayside/contract/wire/sentence';

/** A day of the calendar in a sentence: "30 Oct 2026". */
export const dayParam = (day: string): DateParam => ({
  text: new Date(day).toLocaleDateString('en-IN', { timeZone: 'UTC', dateStyle: 'medium' }),
  style: 'day',
  date: day,
});

/** Day and time in a sentence, by the business clock: "30 Oct 2026, 10:14 pm". */
export const dateTimeParam = (at: Date, timeZone: string): DateParam => ({
  text: at.toLocaleString('en-IN', { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
  style: 'at',
  date: at.toISOString(),
});

/** A time of day in a sentence, by the business clock: "10:14 pm" (FMT-02). */
export const timeParam = (at: Date, timeZone: string): DateParam => ({
  // Some versions of the data have a narrow space before "pm".
  text: new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true })
    .format(at)
    .replace(/\s/u, ' '),
  style: 'time',
  date: at.toISOString(),
});
