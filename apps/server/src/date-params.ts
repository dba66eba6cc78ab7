import type { DateParam } from '@wayside/contract/wire/sentence';

/** Returns a calendar day for use in a message: "30 Oct 2026". */
export const dayParam = (day: string): DateParam => ({
  text: new Date(day).toLocaleDateString('en-IN', { timeZone: 'UTC', dateStyle: 'medium' }),
  style: 'day',
  date: day,
});

/** Returns a date and time in the business time zone for use in a message: "30 Oct 2026, 10:14 pm". */
export const dateTimeParam = (at: Date, timeZone: string): DateParam => ({
  text: at.toLocaleString('en-IN', { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
  style: 'at',
  date: at.toISOString(),
});

/** Returns a time of day in the business time zone for use in a message: "10:14 pm" (FMT-02). */
export const timeParam = (at: Date, timeZone: string): DateParam => ({
  // Some versions of the locale data have a narrow space before "pm".
  text: new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true })
    .format(at)
    .replace(/\s/u, ' '),
  style: 'time',
  date: at.toISOString(),
});
