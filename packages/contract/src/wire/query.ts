import * as z from 'zod/mini';
import { problemOfText } from './plain-text.ts';
import { complain, type Wire } from './wire.ts';

const MAX_SEARCH_LENGTH = 200;

/** What a person typed into a search box, trimmed; at most 200 characters, no NUL byte. */
export const searchText: Wire<string> = z.codec(z.string(), z.custom<string>(), {
  decode: (value, context) => {
    const given = value.trim();
    const problem = problemOfText(given, MAX_SEARCH_LENGTH);
    return problem === null ? given : complain(context, value, problem);
  },
  encode: (value) => value as string,
}) as Wire<string>;
