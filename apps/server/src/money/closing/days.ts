const MS_PER_DAY = 86_400_000;
const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The days of the calendar from one to another, both counted; less than 1 where the last is before the first. */
export const countDays = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / MS_PER_DAY) + 1;

/** The day after a day of the calendar: "2026-11-01". */
export const dayAfter = (day: string): string => new Date(utc(day) + MS_PER_DAY).toISOString().slice(0, 10);

/** "30 Oct 2026". */
export const dayText = (day: string): string =>
  new Date(utc(day)).toLocaleDateString('en-IN', { timeZone: 'UTC', dateStyle: 'medium' });
