import { list, maybe, text } from './wire/fields.ts';
import { wireObject } from './wire/wire-object.ts';

/** The fields of every error answer in addition to `status: false` (API-14). Field names are the wire's. */
export const failure = wireObject({
  message: maybe(text),
  errors: list(wireObject({ field: text, message: text })),
  /** Of a 403: the methods by which the caller can prove who they are; then the same call works (TEAM-05). */
  proofNeeded: list(text),
});
