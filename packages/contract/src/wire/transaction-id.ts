import * as z from 'zod/mini';
import { type FieldIssue, fieldIssue } from './field-sentences.ts';
import { maybe, textError, textOrNumber } from './fields.ts';
import { plainDigits } from './fold-text.ts';
import { type Wire, wireValue } from './wire.ts';

const MAX_TRANSACTION_ID_LENGTH = 200;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
// Banks write no control characters: they count as space.
const SPACE = /[\s\p{Cc}]+/gu;
const OTHER_SYMBOL = /[^\p{L}\p{M}\p{N}\p{ASCII}]|\p{Me}/gu;
/** A combining mark that belongs to no letter. The vowel signs of Indian scripts are marks too, and belong to one. */
const STRAY_MARK = /(?<![\p{L}\p{M}])\p{M}+/gu;
const ASCII_SYMBOL = /[^a-z0-9\u0080-\u{10ffff}]/gu;
const PREFIX = /^(?:(?:utr|ref|rrn|txn)(?=.{10}))+/su;

/**
 * The form in which a payment stores its transaction id (`transaction_key`): NFKC, lower case, digits of every
 * script as 0 to 9, without surrounding space, invisible characters and symbols beyond ASCII. The database derives
 * `transactionKey` from it, so the symbols that are left are those of ASCII.
 */
export function storedTransactionKey(transactionId: string): string {
  const plain = transactionId.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(SPACE, ' ').trim();
  // ẞ, ß and SS are one by way of lower and upper case. A sigma has two lower-case forms.
  const folded = plain.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
  return plainDigits(folded).replaceAll(OTHER_SYMBOL, '').replaceAll(STRAY_MARK, '').normalize('NFKC').trim();
}

/**
 * The comparable form of a transaction id (OWN-03): NFKC, case folded, only letters with their marks and digits,
 * without leading UTR, REF, RRN or TXN if at least 10 characters remain. Applied again it changes
 * nothing. `comparable_transaction_key` of the database makes the same of a stored key.
 */
export function transactionKey(transactionId: string): string {
  return storedTransactionKey(transactionId).replaceAll(ASCII_SYMBOL, '').replace(PREFIX, '');
}

/** Placeholders that people and programs write instead of a transaction id, folded for comparison; zeros count, too. */
const PLACEHOLDER =
  /^(?:(?:na|nil|null|none|nan|undefined|test|tbd|pending|value|name|num|div0|error|utr|ref|rrn|txn)+|0+)$/;

/**
 * Scientific notation as spreadsheets and programs write it: 4.33E+11, 4,33E+11, 4.33e11, 4E11. A longer number
 * before the E needs a sign or decimals.
 */
const SCIENTIFIC = /^[+-]?(?:\d+[.,]\d+e[+-]*\d+|\d+e[+-]+\d+|\de\d{1,3}|\d+(?:[.,]\d+)?[×x*]10\^?[+-]?\d+)$/i;

/** Whether a text is in scientific notation, so that a spreadsheet has removed its last digits. */
export const isScientific = (text: string): boolean =>
  SCIENTIFIC.test(
    plainDigits(text.normalize('NFKC').replaceAll(INVISIBLE, ''))
      .replaceAll(/[\p{Pd}−]/gu, '-')
      .replaceAll(/[\s'’"=]/g, ''),
  );

const ALPHABETS_LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Letters of other scripts that look like Latin ones, in upper or lower case. */
const LOOK_ALIKE = /[авекмнорстухѕіјһүѵӏԁԍԛԝαβεζηικμνορτυχϳ]/gu;

/** Whether letters of a compared form look like Latin ones: two such ids would pay one payment twice. */
const hasLookAlikes = (key: string): boolean =>
  ALPHABETS_LIKE_LATIN.test(key) &&
  (/\p{Script=Latin}/u.test(key) || !ALPHABETS_LIKE_LATIN.test(key.replaceAll(LOOK_ALIKE, '')));

/** Why a text cannot be a transaction id; null where it can (OWN-03). */
export function transactionIdIssue(transactionId: string): FieldIssue | null {
  if (transactionId.trim() === '') return fieldIssue('required');
  if (isScientific(transactionId)) return fieldIssue('scientific_number');
  const key = transactionKey(transactionId);
  if (key === '') return fieldIssue('letter_or_digit');
  if (hasLookAlikes(key)) return fieldIssue('look_alike_letters');
  return PLACEHOLDER.test(key) ? fieldIssue('placeholder') : null;
}

/** A transaction id as someone typed it, trimmed, at most 200 characters (PAYO-05, LOYA-01, OWN-03). */
export const transactionId: Wire<string> = wireValue(z.string(), (value, fail) => {
  const given = value.trim();
  const issue = textError(given, MAX_TRANSACTION_ID_LENGTH) ?? transactionIdIssue(given);
  return issue === null ? given : fail(issue);
});

/** The same, where it may be missing: blank is null. */
export const optionalTransactionId: Wire<string | null> = wireValue(
  z.optional(z.nullable(z.string())),
  (value, fail) => {
    const given = value?.trim() ?? '';
    if (given === '') return null;
    const issue = textError(given, MAX_TRANSACTION_ID_LENGTH) ?? transactionIdIssue(given);
    return issue === null ? given : fail(issue);
  },
);

/** The transaction id of a payout from outside, which may have none (IMPO-06). */
export const transactionIdOfSource: Wire<string | null> = wireValue(maybe(textOrNumber), (value, fail) => {
  const issue = value === null || value.trim() === '' ? null : transactionIdIssue(value);
  return issue === null ? value : fail(fieldIssue('no_id_of_source', { issue: issue.message }));
});
