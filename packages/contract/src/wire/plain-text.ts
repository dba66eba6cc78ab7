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
 * @param longest its characters at most
 */
export function textError(text: string, longest: number): string | null {
  if (text.length > longest) return `must have at most ${longest} characters`;
  return isStorable(text) ? null : NOT_STORABLE;
}
