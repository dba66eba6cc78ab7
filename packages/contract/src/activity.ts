import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { instant, list, maybe, recordId, text } from './wire/fields.ts';
import { pagedAnswer, pageLimit, pageNumber } from './wire/paging.ts';
import { typedText } from './wire/typed-text.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

/** What a field held: never anything personal (USER-06). Amounts are paise, moments ISO text. */
export type FieldValue = string | number | boolean | null;
const fieldValue = z.nullable(z.union([z.string(), z.number(), z.boolean()])) as Wire<FieldValue>;

const fields = {
  /** Its place in the chain. */
  id: text,
  at: instant,
  /** Who did it; null for a command on the server. */
  actorId: maybe(recordId),
  actorEmail: maybe(text),
  /** From where, as far as TRUST_PROXY lets it be known. */
  address: maybe(text),
  /** What was done: "blocked", "approved", "paid". */
  action: text,
  /** To what kind of record: "user", "mechanic", "payout". */
  entity: text,
  entityId: maybe(text),
  /** The person's or record's present name, where it still has one. */
  entityName: maybe(text),
  changes: list(wireObject({ field: text, before: fieldValue, after: fieldValue })),
  /** Remarks; gone when the person they are about was erased. */
  note: maybe(text),
};

/** One row of the activity log (SECU-05): who did what to whom, when, from where, before and after. */
export type Activity = DomainOf<typeof fields>;
const activity: Wire<Activity> = wireObject(fields);

const MAX_WORD_LENGTH = 100;

/** GET /admin/activity: newest first (API-17). */
export const listActivity = endpoint({
  name: 'listActivity',
  method: 'GET',
  path: '/admin/activity',
  summary: 'A page of the activity log, newest first; `entity` and `id` name a record, `actor` an administrator.',
  tag: 'activity',
  query: wireObject(
    {
      page: pageNumber,
      limit: pageLimit,
      entity: maybe(typedText(MAX_WORD_LENGTH)),
      entityId: maybe(typedText(MAX_WORD_LENGTH)),
      actorId: maybe(recordId),
      action: maybe(typedText(MAX_WORD_LENGTH)),
    },
    { entityId: 'id', actorId: 'actor' },
  ),
  answer: pagedAnswer(activity),
});
