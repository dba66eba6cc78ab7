/**
 * The built application has the number of each text as one character of the private use area before it
 * (`build/catalogues.ts`); in development the texts themselves are the keys of a catalogue.
 */
export const FIRST_MARK = 0xe000;
const LAST_MARK = 0xf8ff;

const isMarked = (text: string): boolean => text.charCodeAt(0) >= FIRST_MARK && text.charCodeAt(0) <= LAST_MARK;

/** A text from outside, which has no number even if it begins with such a character. */
export const withoutMark = (text: string): string => (isMarked(text) ? `\u200b${text}` : text);

/** The key of a text in the catalogue. */
export const keyOf = (text: string): string => (isMarked(text) ? String(text.charCodeAt(0) - FIRST_MARK) : text);

export const unmarked = (text: string): string => (isMarked(text) ? text.slice(1) : text);
