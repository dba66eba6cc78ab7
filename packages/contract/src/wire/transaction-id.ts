import * as z from 'zod/mini';
import { textError } from './plain-text.ts';
import type { Wire } from './wire.ts';
import { wireValue } from './wire-value.ts';

const MAX_TRANSACTION_ID_LENGTH = 200;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
// Banks write no control characters: they count as space.
const SPACE = /[\s\p{Cc}]+/gu;

/**
 * The form in which transaction ids are compared (LOYA-04): surrounding space, case, width and invisible characters do
 * not count. By way of upper case ß and SS are one. Applied again it changes nothing.
 */
export function transactionKey(transactionId: string): string {
  const plain = transactionId.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(SPACE, ' ').trim();
  return plain.toUpperCase().toLowerCase().normalize('NFKC');
}

/** A transaction id as somebody typed it, trimmed: something that can be seen, at most 200 characters (PAYO-05, LOYA-01). */
export const transactionId: Wire<string> = wireValue(z.string(), (value, fail) => {
  const given = value.trim();
  const issue = textError(given, MAX_TRANSACTION_ID_LENGTH);
  if (issue !== null) return fail(issue);
  return transactionKey(given) === '' ? fail('is required') : given;
});
