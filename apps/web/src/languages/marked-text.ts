/**
 * The built application has the number of each text as one character of the private use area before it
 * (`build/catalogues.ts`); in development the texts themselves are the keys of a catalogue.
 */
export const FIRST_MARK = 0xe000;
const LAST_MARK = 0xf8fe;
/** Before a text from outside, which has no translation whatever it is. */
const VERBATIM = '\uf8ff';

const isMarked = (text: string): boolean => text.charCodeAt(0) >= FIRST_MARK && text.charCodeAt(0) <= LAST_MARK;

export const withoutTranslation = (text: string): string => VERBATIM + text;

/** The key of a text in the catalogue; null for one from outside. */
export function keyOf(text: string): string | null {
  if (text.startsWith(VERBATIM)) return null;
  return isMarked(text) ? String(text.charCodeAt(0) - FIRST_MARK) : text;
}

/** Before the context of a text, which tells two meanings of one English word apart and is never shown. */
const CONTEXT = ' | ';

export const unmarked = (text: string): string =>
  text.startsWith(VERBATIM) || isMarked(text) ? text.slice(1) : (text.split(CONTEXT)[0] ?? '');
