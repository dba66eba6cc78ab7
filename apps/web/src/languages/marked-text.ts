/**
 * First character of the range that encodes text numbers. In the built application, each text starts with a private
 * use character that encodes its number (`build/catalogues.ts`). In development, the texts themselves are the keys of
 * a catalogue.
 */
export const FIRST_MARK = 0xe000;
const LAST_MARK = 0xf8fe;
/** Prefix of an external text, which is never translated. */
const VERBATIM = '\uf8ff';

const isMarked = (text: string): boolean => text.charCodeAt(0) >= FIRST_MARK && text.charCodeAt(0) <= LAST_MARK;

export const withoutTranslation = (text: string): string => VERBATIM + text;

/** Returns the catalogue key of a text; null for an external text. */
export function keyOf(text: string): string | null {
  if (text.startsWith(VERBATIM)) return null;
  return isMarked(text) ? String(text.charCodeAt(0) - FIRST_MARK) : text;
}

/**
 * Separates a text from its context. The context distinguishes two meanings of the same English word and is never
 * shown.
 */
const CONTEXT = ' | ';

export const unmarked = (text: string): string =>
  text.startsWith(VERBATIM) || isMarked(text) ? text.slice(1) : (text.split(CONTEXT)[0] ?? '');
