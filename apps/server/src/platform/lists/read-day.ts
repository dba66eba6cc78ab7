import { foldText } from '@wayside/contract/wire/fold-text';

/** English and the most spoken languages of India. */
const LOCALES = ['en', 'hi', 'mr', 'ta', 'bn', 'te', 'gu', 'kn', 'ml', 'pa'];
const DAY_MS = 86_400_000;

/** The numbers of months, from 1, by their folded long and short names. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LOCALES.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index): [string, number] => [
        foldText(format.format(new Date(Date.UTC(2001, index, 1)))).replace(/\.$/, ''),
        index + 1,
      ]);
    }),
  ),
);

/**
 * Matches "4/3/2026", "04-03-2026" and "4.3.2026". A year of two digits is accepted only after slashes, because
 * "98-20-26" can be part of a phone number.
 */
const DAY_FIRST =
  /^(?<day>\d{1,2})(?:[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})|\/(?<month2>\d{1,2})\/(?<year2>\d{2}))$/;
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/;
/**
 * Matches "4 March", "4th of March 2026", "4-Mar-2026" and "March 4, 2026". Without a year, a space is required,
 * because "oct-7" and "12dec" can be parts of an id.
 */
const NAMED = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s,-]+(?:of )?(?<name>\p{L}[\p{L}\p{M}]+)\.?[\s,-]+(?<year>\d{4})$/u,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<name>\p{L}[\p{L}\p{M}]+)\.?$/u,
  /^(?<name>\p{L}[\p{L}\p{M}]+)\.?[\s,-]+(?<day>\d{1,2})(?:st|nd|rd|th)?[\s,-]+(?<year>\d{4})$/u,
  /^(?<name>\p{L}[\p{L}\p{M}]+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?$/u,
];

/** Returns the day as "2026-03-04"; null if the month does not have it. */
function isoDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null;
}

/**
 * Parses a typed day to "2026-03-04"; null for other texts.
 * @param now for a day without a year: the result is the latest such day up to tomorrow, because other time zones may
 *   already have reached tomorrow
 */
export function readDay(typed: string, now: Date): string | null {
  const text = foldText(typed);
  const numbers = (DAY_FIRST.exec(text) ?? YEAR_FIRST.exec(text))?.groups;
  if (numbers) {
    const { day, month = numbers.month2, year = `20${numbers.year2}` } = numbers;
    return isoDay(Number(year), Number(month), Number(day));
  }
  const named = NAMED.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  const month = MONTHS.get(named?.name ?? '');
  if (!named || month === undefined) return null;
  if (named.year !== undefined) return isoDay(Number(named.year), month, Number(named.day));
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const day = isoDay(tomorrow.getUTCFullYear(), month, Number(named.day));
  return day === null || day <= tomorrow.toISOString().slice(0, 10)
    ? day
    : isoDay(tomorrow.getUTCFullYear() - 1, month, Number(named.day));
}
