import { locale } from '../languages/language.ts';
import { groupedNumber, t } from '../languages/text.ts';
import { config, DEFAULT_CONFIG, isOwnServer } from './config.ts';

/** Placeholder for a missing name, phone, email or date (FMT-04). */
export const notAvailable = (): string => t('N/A');

/** Amounts are integer paise up to the formatter. */
export const PAISE_PER_RUPEE = 100;
const MINUS = '\u2212';
const wholeRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
  signDisplay: 'negative',
});
const twoDecimals = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  signDisplay: 'negative',
});

type Maybe<T> = T | null | undefined;

/** Whole rupees: `₹12,34,567` (FMT-01). */
export function formatRupees(paise: Maybe<number>): string {
  return formatAmount(paise, wholeRupees);
}

/** Rupees to the paisa, wherever money is owed or paid: `₹1,234` or `₹1,234.50` (FMT-01, PEOP-05). */
export function formatExactRupees(paise: Maybe<number>): string {
  return formatAmount(paise, isNumber(paise) && paise % PAISE_PER_RUPEE === 0 ? wholeRupees : twoDecimals);
}

/** An amount of a booking: to the paisa on our own server, else whole rupees (FMT-01, TOUGH-08). */
export function formatBookingRupees(paise: Maybe<number>): string {
  return isOwnServer() ? formatExactRupees(paise) : formatRupees(paise);
}

export function formatColumnRupees(paise: Maybe<number>): string {
  return isOwnServer() ? formatAmount(paise, twoDecimals) : formatExactRupees(paise);
}

function formatAmount(paise: Maybe<number>, format: Intl.NumberFormat): string {
  return isNumber(paise) ? format.format(paise / PAISE_PER_RUPEE).replace('-', MINUS) : notAvailable();
}

/** A count in Indian grouping: `12,34,567`. */
export function formatCount(count: Maybe<number>): string {
  return isNumber(count) ? groupedNumber(count) : notAvailable();
}

/** A total as a count, with "+" if more rows match: `10,000+` (FIND-04). */
export const formatTotal = ({ total, isMore }: { readonly total: number; readonly isMore?: boolean | undefined }) =>
  formatCount(total) + (isMore ? '+' : '');

/** The text, or N/A when it is missing or blank (FMT-04). */
export function orNotAvailable(text: Maybe<string | number>): string {
  const shown = String(text ?? '').trim();
  return shown === '' ? notAvailable() : shown;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${config().timeZone} ${locale()}`;
  const known = formats.get(key) ?? inZone(options);
  formats.set(key, known);
  return known;
}

/** In the configured time zone, or the default for an unknown one. Made on demand: the first one takes 20 ms. */
function inZone(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale(), { ...options, timeZone: config().timeZone });
  } catch (error) {
    console.warn('the default time zone is used', error);
    return new Intl.DateTimeFormat(locale(), { ...options, timeZone: DEFAULT_CONFIG.timeZone });
  }
}

/** A day in the business time zone: `5 Nov 2026` (FMT-02). */
export function formatDate(timestamp: Maybe<string | Date>): string {
  return formatTimestamp(timestamp, dateFormat('date', { day: 'numeric', month: 'short', year: 'numeric' }));
}

/** A day of the calendar: `5 Nov 2026`, for "2026-11-05" (FMT-02). */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

/** A time of day in the business time zone, 12-hour: `9:05 am` (FMT-02). */
export function formatTime(timestamp: Maybe<string | Date>): string {
  return formatTimestamp(timestamp, dateFormat('time', { hour: 'numeric', minute: '2-digit', hour12: true }));
}

/** Day and time: `5 Nov 2026, 9:05 am` (FMT-02). */
export function formatDateTime(timestamp: Maybe<string | Date>): string {
  const date = formatDate(timestamp);
  return date === notAvailable() ? date : `${date}, ${formatTime(timestamp)}`;
}

/** Creates the date formats ahead of the first date: that takes 20 ms. */
export function prepareDates(): void {
  formatDateTime(new Date());
}

function formatTimestamp(timestamp: Maybe<string | Date>, format: Intl.DateTimeFormat): string {
  if (timestamp === null || timestamp === undefined || timestamp === '') return notAvailable();
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? notAvailable() : format.format(date);
}

/** "19.0760, 72.8777": a place to four decimals (BOOK-09, MECH-03). */
export function formatCoordinates(latitude: number, longitude: number): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}

/** The end of an id as lists show it: its last 6 characters (FMT-03). */
export function shortId(id: Maybe<string>): string {
  return id ? id.slice(-6) : notAvailable();
}

/** The end of a booking's id as its details' heading shows it: the last 8, upper-case (FMT-03). */
export function headingId(id: Maybe<string>): string {
  return id ? id.slice(-8).toUpperCase() : notAvailable();
}

/** The first letter in upper case: vehicle types (FMT-05). */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "price_changed" reads "Price changed". */
export const spacedWords = (word: string): string => capitalised(word.replaceAll('_', ' '));

/** Up to two initials for an avatar; a question mark for no one. */
export function initialsOf(name: Maybe<string>): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return (
    ends
      .map((word) => [...(word ?? '')][0] ?? '')
      .join('')
      .toUpperCase() || '?'
  );
}

function isNumber(value: Maybe<number>): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** An amount that is paid, as the text of its field: "21,307.09" (PEOP-05); empty for none. */
export function paidText(paise: Maybe<number>): string {
  if (!isNumber(paise)) return '';
  return isOwnServer() ? formatExactRupees(paise).replace(/^₹/, '') : rupeesText(paise);
}

/** An amount as the text of a field for rupees: "1499", or "1499.50" on our own server (PEOP-05); empty for none. */
export function rupeesText(paise: Maybe<number>): string {
  if (!isNumber(paise)) return '';
  const rupees = paise / PAISE_PER_RUPEE;
  return isOwnServer() && !Number.isInteger(rupees) ? rupees.toFixed(2) : String(rupees);
}
