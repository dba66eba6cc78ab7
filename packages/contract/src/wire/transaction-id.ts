import * as z from 'zod/mini';
import { problemOfText } from './plain-text.ts';
import { complain, type Wire } from './wire.ts';

const MAX_TRANSACTION_ID_LENGTH = 200;

/** A transaction id as somebody typed it, trimmed: at least one character, at most 200 (PAYO-05, LOYA-01). */
export const transactionId: Wire<string> = z.codec(z.string(), z.custom<string>(), {
  decode: (value, context) => {
    const given = value.trim();
    if (given === '') return complain(context, value, 'is required');
    const problem = problemOfText(given, MAX_TRANSACTION_ID_LENGTH);
    return problem === null ? given : complain(context, value, problem);
  },
  encode: (value) => value as string,
}) as Wire<string>;
