import { plainDigits } from '@wayside/contract/wire/fold-text';
import { language, locale } from '../languages/language.ts';
import { t } from '../languages/text.ts';
import { formatDay } from './format.ts';

/** A typed date, such as "2026-11-05", or the reason why it is invalid. Both are null for an empty text. */
export interface TypedDay {
  readonly day: string | null;
  readonly error: string | null;
}

const EXAMPLE = '2026-11-05';
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:t.*)?$/;
/** Day, month, year: the order used in India, regardless of the browser's language (TOUGH-07). */
const NUMERIC_DAY = /^(?<day>\d{1,2})[\s./-]+(?<month>\d{1,2})(?:[\s./-]+(?<year>\d{4}|\d{2}))?$/;
const COMPACT_DAY = /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/;
/** The name of a month, in Latin or other letters. */
const WORD = /(?<month>[a-z]{3,}|[^\p{ASCII}]{2,})\.?/u.source;
const DAY_AND_WORD = new RegExp(
  String.raw`^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s.,/\-]*${WORD}(?:[\s.,/\-]+(?<year>\d{4}|\d{2}))?$`,
  'u',
);
const WORD_AND_DAY = new RegExp(
  String.raw`^${WORD}\s*(?<day>\d{1,2})(?:st|nd|rd|th)?(?:[\s,]+(?<year>\d{4}|\d{2}))?$`,
  'u',
);
const FORMS = [ISO, NUMERIC_DAY, COMPACT_DAY, DAY_AND_WORD, WORD_AND_DAY];

/**
 * Reads 5/11/2026, 5.11.26, 5 Nov, 5 November 2026, Nov 5 2026, 05112026 and ISO dates (TOUGH-07).
 * @param thisYear the year to use for a date without a year
 */
export function parseTypedDay(typed: string, thisYear: number): TypedDay {
  const text = plainDigits(typed.normalize('NFKC')).trim().toLowerCase();
  if (text === '') return { day: null, error: null };
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  const month = monthOf(parts?.['month'] ?? '');
  if (!parts || month === null)
    return { day: null, error: t('Enter a day, such as {day}.', { day: formatDay(EXAMPLE) }) };
  const day = Number(parts['day']);
  const year = yearOf(parts['year'], thisYear);
  if (month < 1 || month > MONTHS.length) return { day: null, error: t('There is no month {month}.', { month }) };
  if (year < FIRST_YEAR || year > LAST_YEAR)
    return {
      day: null,
      error: t('The year must be from {first} to {last}.', { first: String(FIRST_YEAR), last: String(LAST_YEAR) }),
    };
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return { day: null, error: t('{day} does not exist.', { day: `${day} ${nameOf(month)} ${year}` }) };
  const two = (number: number) => String(number).padStart(2, '0');
  return { day: `${year}-${two(month)}-${two(day)}`, error: null };
}

/** Checks whether the text is complete, so that the date can be used before the user leaves the field. */
export const isCompleteDay = (typed: string): boolean =>
  /^\s*(\d{4}-\d{2}-\d{2}|.*\D\d{4}|\d{8})\s*$/.test(plainDigits(typed.normalize('NFKC')));

function monthOf(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const index = MONTHS.findIndex((name) => name.startsWith(text) || (text === 'sept' && name === 'september'));
  if (text === '') return null;
  return index < 0 ? ownMonthOf(text) : index + 1;
}

/** Returns the month for a short or full name in the current language; null if no name matches. */
function ownMonthOf(text: string): number | null {
  const names = (style: 'short' | 'long') => MONTHS.map((_, index) => plainName(monthName(index + 1, style)));
  const typed = plainName(text);
  const index = Math.max(names('short').indexOf(typed), names('long').indexOf(typed));
  return index < 0 ? null : index + 1;
}

/** Removes abbreviation signs, as in "नव॰". */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.॰]+$/, '');

const monthName = (month: number, style: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(locale(), { month: style, day: 'numeric', timeZone: 'UTC' })
    .formatToParts(new Date(Date.UTC(2026, month - 1, 5)))
    .find(({ type }) => type === 'month')?.value ?? '';

const yearOf = (text: string | undefined, thisYear: number): number =>
  text === undefined ? thisYear : Number(text.length === 2 ? `20${text}` : text);

function nameOf(month: number): string {
  if (language() !== 'en') return monthName(month, 'short');
  const name = MONTHS[month - 1] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1, 3);
}
