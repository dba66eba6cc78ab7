/** Half of a surrogate pair, or a NUL byte: neither can be stored, so neither is taken (API-14). */
const HALF_OF_A_PAIR = /\p{Cs}/u;

/** Whether PostgreSQL can hold the text. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !HALF_OF_A_PAIR.test(text);
}

/** The message about text that is not storable. */
export const NOT_STORABLE = 'must be well-formed text without NUL bytes';

/**
 * The error message about a typed text; null where it is valid.
 * @param longest its Unicode code points at most
 */
export function textError(text: string, longest: number): string | null {
  if (isLongerThan(text, longest)) return `must have at most ${longest} characters`;
  return isStorable(text) ? null : NOT_STORABLE;
}

/** Control characters, and characters that turn the direction of what follows (OWN-11). */
// NUL stays: a text with it is rejected (IMPO-03).
const UNSEEN = /(?!\0)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const UNSEEN_BESIDE_LINES = /(?![\0\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const LINE_SPACE = /[\t\n\v\f\r]+/g;

/** A name without control characters and direction overrides; line breaks and tabs are spaces (OWN-11). */
export const cleanName = (text: string): string => text.replaceAll(LINE_SPACE, ' ').replaceAll(UNSEEN, '');

/** A phone number without characters that are invisible or turn its digits around (OWN-11, PEOP-07). */
export const cleanPhone = (text: string): string =>
  cleanName(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim();

/** A note, description or message without control characters and direction overrides; its line breaks and tabs stay (OWN-11). */
export const cleanNote = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN_BESIDE_LINES, '');

/** Whether a text has more Unicode code points than allowed. */
export const isLongerThan = (text: string, longest: number): boolean =>
  text.length > longest && (text.length > 2 * longest || [...text].length > longest);
