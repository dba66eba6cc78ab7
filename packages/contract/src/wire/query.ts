import * as z from 'zod/mini';
import { isStorable, NOT_STORABLE } from './plain-text.ts';
import { complain, type Wire } from './wire.ts';

const MAX_SEARCH_LENGTH = 200;

/** What a person typed into a search box, trimmed; at most 200 characters, no NUL byte. */
export const searchText: Wire<string> = z.codec(z.string(), z.custom<string>(), {
  decode: (value, context) => {
    const given = value.trim();
    if (given.length > MAX_SEARCH_LENGTH)
      return complain(context, value, `must have at most ${MAX_SEARCH_LENGTH} characters`);
    if (!isStorable(given)) return complain(context, value, NOT_STORABLE);
    return given;
  },
  encode: (value) => value as string,
}) as Wire<string>;
