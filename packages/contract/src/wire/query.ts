import { flag, maybe, recordId } from './fields.ts';
import { typedText } from './typed-text.ts';
import type { Wire } from './wire.ts';
import { wireObject } from './wire-object.ts';

const MAX_SEARCH_LENGTH = 200;

/** The text of a search box, trimmed; at most 200 characters, no NUL byte. */
export const searchText: Wire<string> = typedText(MAX_SEARCH_LENGTH);

/** `{id}` in a path: a record of the call's kind. */
export const recordInPath = wireObject({ id: recordId });

/** The state from which the caller wants to toggle; null to toggle whatever it is. */
export const seenState: Wire<boolean | null> = maybe(flag);
