/** A part of a file: the bytes of a document, or a part that is no JSON with the issue. */
export interface SourcePart {
  /** The line that it begins in, from 1. */
  readonly line: number;
  /** Its place in the list, from 0; null in a file of one document a line. */
  readonly index: number | null;
  readonly content: { readonly bytes: Buffer } | { readonly issue: string };
}

/** Nothing that a database of documents exports is larger (16 MB there) or deeper (100 there). */
export const MAX_BYTES = 32 * 1024 * 1024;
export const MAX_DEPTH = 200;

/** Why a part is no JSON. */
export const ISSUES = {
  unfinished: 'broken JSON: the document does not end',
  brackets: 'broken JSON: brackets that do not match',
  line: 'broken JSON: a text that does not end in its line',
  deep: `broken JSON: nested deeper than ${MAX_DEPTH} levels`,
  large: 'the document is larger than 32 MB',
  open: 'broken JSON: the list does not end',
  after: 'broken JSON: text after the end of the list',
  utf16: 'the file is UTF-16; it must be UTF-8',
};
