import * as z from 'zod/mini';
import { type FieldIssue, fieldIssue } from './field-sentences.ts';
import { maybe, textError, textOrNumber } from './fields.ts';
import { plainDigits } from './fold-text.ts';
import { type Wire, wireValue } from './wire.ts';

const MAX_TRANSACTION_ID_LENGTH = 200;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
// Banks never write control characters, so they count as spaces.
const SPACE = /[\s\p{Cc}]+/gu;
const OTHER_SYMBOL = /[^\p{L}\p{M}\p{N}\p{ASCII}]|\p{Me}/gu;
/**
 * A combining mark that follows no letter. The vowel signs of Indian scripts are combining marks too, but follow a
 * letter.
 */
const STRAY_MARK = /(?<![\p{L}\p{M}])\p{M}+/gu;
const ASCII_SYMBOL = /[^a-z0-9\u0080-\u{10ffff}]/gu;
const PREFIX = /^(?:(?:utr|ref|rrn|txn)(?=.{10}))+/su;

/**
 * Returns the form of a transaction id that a payment stores (`transaction_key`): NFKC, lower case, digits of all
 * scripts as 0 to 9, without surrounding spaces, invisible characters and non-ASCII symbols. The database derives
 * `transactionKey` from it and so has to remove only ASCII symbols.
 */
export function storedTransactionKey(transactionId: string): string {
  const plain = transactionId.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(SPACE, ' ').trim();
  // Converting to lower, upper and lower case again makes ẞ, ß and SS equal. A sigma has two lower-case forms.
  const folded = plain.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
  return plainDigits(folded).replaceAll(OTHER_SYMBOL, '').replaceAll(STRAY_MARK, '').normalize('NFKC').trim();
}

/**
 * Returns the form of a transaction id for comparison (OWN-03): NFKC, case folded, only letters with their marks and
 * digits, without a leading UTR, REF, RRN or TXN if at least 10 characters remain. The function is idempotent. The
 * database function `comparable_transaction_key` returns the same for a stored key.
 */
export function transactionKey(transactionId: string): string {
  return storedTransactionKey(transactionId).replaceAll(ASCII_SYMBOL, '').replace(PREFIX, '');
}

/**
 * Placeholders that users and programs write instead of a transaction id, folded for comparison. Zeros also count as
 * placeholders.
 */
const PLACEHOLDER =
  /^(?:(?:na|nil|null|none|nan|undefined|test|tbd|pending|value|name|num|div0|error|utr|ref|rrn|txn)+|0+)$/;

/**
 * Matches scientific notation as spreadsheets and programs write it: 4.33E+11, 4,33E+11, 4.33e11, 4E11. A longer
 * number before the E needs a sign or decimals to match.
 */
const SCIENTIFIC = /^[+-]?(?:\d+[.,]\d+e[+-]*\d+|\d+e[+-]+\d+|\de\d{1,3}|\d+(?:[.,]\d+)?[×x*]10\^?[+-]?\d+)$/i;

/** Checks whether a text is in scientific notation, which means that a spreadsheet has removed its last digits. */
export const isScientific = (text: string): boolean =>
  SCIENTIFIC.test(
    plainDigits(text.normalize('NFKC').replaceAll(INVISIBLE, ''))
      .replaceAll(/[\p{Pd}−]/gu, '-')
      .replaceAll(/[\s'’"=]/g, ''),
  );

const ALPHABETS_LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Letters of other scripts that look like Latin letters, in upper or lower case. */
const LOOK_ALIKE = /[авекмнорстухѕіјһүѵӏԁԍԛԝαβεζηικμνορτυχϳ]/gu;

/**
 * Checks whether a normalized id contains letters that look like Latin ones. With two ids that look the same, one
 * payment could be paid twice.
 */
const hasLookAlikes = (key: string): boolean =>
  ALPHABETS_LIKE_LATIN.test(key) &&
  (/\p{Script=Latin}/u.test(key) || !ALPHABETS_LIKE_LATIN.test(key.replaceAll(LOOK_ALIKE, '')));

/** Returns the reason why a text cannot be a transaction id; null if it can (OWN-03). */
export function transactionIdIssue(transactionId: string): FieldIssue | null {
  if (transactionId.trim() === '') return fieldIssue('required');
  if (isScientific(transactionId)) return fieldIssue('scientific_number');
  const key = transactionKey(transactionId);
  if (key === '') return fieldIssue('letter_or_digit');
  if (hasLookAlikes(key)) return fieldIssue('look_alike_letters');
  return PLACEHOLDER.test(key) ? fieldIssue('placeholder') : null;
}

/** A transaction id that a user typed, trimmed, with at most 200 characters (PAYO-05, LOYA-01, OWN-03). */
export const transactionId: Wire<string> = wireValue(z.string(), (value, fail) => {
  const given = value.trim();
  const issue = textError(given, MAX_TRANSACTION_ID_LENGTH) ?? transactionIdIssue(given);
  return issue === null ? given : fail(issue);
});

/** An optional transaction id; blank becomes null. */
export const optionalTransactionId: Wire<string | null> = wireValue(
  z.optional(z.nullable(z.string())),
  (value, fail) => {
    const given = value?.trim() ?? '';
    if (given === '') return null;
    const issue = textError(given, MAX_TRANSACTION_ID_LENGTH) ?? transactionIdIssue(given);
    return issue === null ? given : fail(issue);
  },
);

/** The transaction id of a payout from an external source, which may be missing (IMPO-06). */
export const transactionIdOfSource: Wire<string | null> = wireValue(maybe(textOrNumber), (value, fail) => {
  const issue = value === null || value.trim() === '' ? null : transactionIdIssue(value);
  return issue === null ? value : fail(fieldIssue('no_id_of_source', { issue: issue.message }));
});
