const BEGINS_AS_DATE = /^[+-]?\d{4,6}-\d\d-\d\d/;
const HAS_TIME = /\d:\d\d/;
const NAMES_ZONE = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)(?:\s*\([^)]*\))?$/i;
const MILLISECONDS = /^\d{12,13}$/;

/**
 * The timestamp of ISO 8601 text or a number of milliseconds, in milliseconds; NaN where there is none. A time without a
 * zone is UTC, so that it is the same on every machine.
 */
export function timestampOf(value: string | number): number {
  if (typeof value === 'number') return new Date(value).getTime();
  const text = value.trim();
  if (!BEGINS_AS_DATE.test(text)) return Number.NaN;
  const isWithoutZone = HAS_TIME.test(text) && !NAMES_ZONE.test(text);
  return new Date(isWithoutZone ? `${text.replace(' ', 'T')}Z` : text).getTime();
}

/** The same for another provider's answer: also the spellings of JavaScript and of mail, and text of a number. */
export function looseTimestampOf(value: unknown): number {
  if (typeof value === 'number') return timestampOf(value);
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim();
  if (MILLISECONDS.test(text)) return Number(text);
  const strict = timestampOf(text);
  // Without a zone, what reads as a date here would be another one elsewhere.
  return Number.isNaN(strict) && NAMES_ZONE.test(text) ? Date.parse(text) : strict;
}
