import type { Settings } from '../../settings.ts';

/** A time in a sentence, by the business clock: "10:14 pm" (FMT-02). */
export const timeOfDay = (at: Date, { timeZone }: Pick<Settings, 'timeZone'>): string =>
  // Some versions of the data have a narrow space before "pm".
  new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true })
    .format(at)
    .replace(/\s/u, ' ');
