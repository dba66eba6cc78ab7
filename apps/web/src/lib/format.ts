import { locale } from '../languages/language.ts';
import { groupedNumber, t } from '../languages/text.ts';
import { config, DEFAULT_CONFIG, isOwnServer } from './config.ts';

/** Returns the placeholder for a missing name, phone, email or date (FMT-04). */
export const notAvailable = (): string => t('N/A');

/** All amounts before formatting are integer paise. */
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

/** Formats whole rupees: `₹12,34,567` (FMT-01). */
export function formatRupees(paise: Maybe<number>): string {
  return formatAmount(paise, wholeRupees);
}

/** Formats rupees exact to the paisa, for amounts owed or paid: `₹1,234` or `₹1,234.50` (FMT-01, PEOP-05). */
export function formatExactRupees(paise: Maybe<number>): string {
  return formatAmount(paise, isNumber(paise) && paise % PAISE_PER_RUPEE === 0 ? wholeRupees : twoDecimals);
}

/**
 * Formats an amount of a booking: to the paisa with our own server, and in whole rupees with an external provider
 * (FMT-01, TOUGH-08).
 */
export function formatBookingRupees(paise: Maybe<number>): string {
  return isOwnServer() ? formatExactRupees(paise) : formatRupees(paise);
}

export function formatColumnRupees(paise: Maybe<number>): string {
  return isOwnServer() ? formatAmount(paise, twoDecimals) : formatExactRupees(paise);
}

function formatAmount(paise: Maybe<number>, format: Intl.NumberFormat): string {
  return isNumber(paise) ? format.format(paise / PAISE_PER_RUPEE).replace('-', MINUS) : notAvailable();
}

/** Formats a count with Indian grouping: `12,34,567`. */
export function formatCount(count: Maybe<number>): string {
  return isNumber(count) ? groupedNumber(count) : notAvailable();
}

/** Formats a total, followed by "+" if more rows match: `10,000+` (FIND-04). */
export const formatTotal = ({ total, isMore }: { readonly total: number; readonly isMore?: boolean | undefined }) =>
  formatCount(total) + (isMore ? '+' : '');

/** Returns the text, or N/A if it is missing or blank (FMT-04). */
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

/**
 * Returns a date format in the configured time zone, or in the default zone if that is unknown. It is created on
 * demand, because the first format takes 20 ms.
 */
function inZone(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale(), { ...options, timeZone: config().timeZone });
  } catch (error) {
    console.warn('the default time zone is used', error);
    return new Intl.DateTimeFormat(locale(), { ...options, timeZone: DEFAULT_CONFIG.timeZone });
  }
}

/** Formats a timestamp as a day in the business time zone: `5 Nov 2026` (FMT-02). */
export function formatDate(timestamp: Maybe<string | Date>): string {
  return formatTimestamp(timestamp, dateFormat('date', { day: 'numeric', month: 'short', year: 'numeric' }));
}

/** Formats a calendar day such as "2026-11-05": `5 Nov 2026` (FMT-02). */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

/** Formats the time of day in the business time zone, with a 12-hour clock: `9:05 am` (FMT-02). */
export function formatTime(timestamp: Maybe<string | Date>): string {
  return formatTimestamp(timestamp, dateFormat('time', { hour: 'numeric', minute: '2-digit', hour12: true }));
}

/** Formats day and time: `5 Nov 2026, 9:05 am` (FMT-02). */
export function formatDateTime(timestamp: Maybe<string | Date>): string {
  const date = formatDate(timestamp);
  return date === notAvailable() ? date : `${date}, ${formatTime(timestamp)}`;
}

/** Creates the date formats in advance, because the first one takes 20 ms. */
export function prepareDates(): void {
  formatDateTime(new Date());
}

function formatTimestamp(timestamp: Maybe<string | Date>, format: Intl.DateTimeFormat): string {
  if (timestamp === null || timestamp === undefined || timestamp === '') return notAvailable();
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? notAvailable() : format.format(date);
}

/** Formats a location with four decimals: "19.0760, 72.8777" (BOOK-09, MECH-03). */
export function formatCoordinates(latitude: number, longitude: number): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}

/** Returns the last 6 characters of an id, as shown in lists (FMT-03). */
export function shortId(id: Maybe<string>): string {
  return id ? id.slice(-6) : notAvailable();
}

/** Returns the last 8 characters of a booking id in upper case, as shown in the heading of its details (FMT-03). */
export function headingId(id: Maybe<string>): string {
  return id ? id.slice(-8).toUpperCase() : notAvailable();
}

/** Capitalises the first letter, for example of vehicle types (FMT-05). */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns "Price changed" for "price_changed". */
export const toSpacedText = (identifier: string): string => capitalise(identifier.replaceAll('_', ' '));

/** Returns up to two initials for an avatar, or a question mark if there is no name. */
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

/** Returns an amount as the text of a read-only payment field: "21,307.09" (PEOP-05). Empty if there is none. */
export function paidText(paise: Maybe<number>): string {
  if (!isNumber(paise)) return '';
  return isOwnServer() ? formatExactRupees(paise).replace(/^₹/, '') : rupeesText(paise);
}

/**
 * Returns an amount as the text of a rupees field: "1499", or "1499.50" with our own server (PEOP-05). Empty if there
 * is none.
 */
export function rupeesText(paise: Maybe<number>): string {
  if (!isNumber(paise)) return '';
  const rupees = paise / PAISE_PER_RUPEE;
  return isOwnServer() && !Number.isInteger(rupees) ? rupees.toFixed(2) : String(rupees);
}
