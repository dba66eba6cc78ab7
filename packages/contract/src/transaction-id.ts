import * as z from 'zod/mini';
import { problemOfText } from './wire/plain-text.ts';
import { complain, type Wire } from './wire/wire.ts';

const MAX_TRANSACTION_ID_LENGTH = 200;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
// A C0 or C1 control is nothing that a bank writes: it counts as space.
const SPACE = /[\s\p{Cc}]+/gu;

/**
 * What makes two transaction ids the same (LOYA-04): space around them, case, width and invisible characters do not
 * count. Folding to upper case first makes one of letters such as ß and SS; it is stable when applied again.
 */
export function transactionKey(transactionId: string): string {
  const plain = transactionId.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(SPACE, ' ').trim();
  return plain.toUpperCase().toLowerCase().normalize('NFKC');
}

/** The id under which money was sent, trimmed; at most 200 characters, and something that can be seen. */
export const typedTransactionId: Wire<string> = z.codec(z.string(), z.custom<string>(), {
  decode: (value, context) => {
    const given = value.trim();
    const problem = problemOfText(given, MAX_TRANSACTION_ID_LENGTH);
    if (problem !== null) return complain(context, value, problem);
    return transactionKey(given) === '' ? complain(context, value, 'is required') : given;
  },
  encode: (value) => value as string,
}) as Wire<string>;
