import { endpointsOf } from './wire/endpoint.ts';
import { descriptionText, instant, maybe, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { pagedResponse, pageLimit, pageNumber } from './wire/paging.ts';
import { recordInPath, requiredNote, searchText } from './wire/request-fields.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('notes');

/** The kinds of records that can have notes (WORK-04). */
export const NOTED_ENTITIES = ['booking', 'user', 'mechanic'] as const;
export type NotedEntity = (typeof NOTED_ENTITIES)[number];

export const MAX_NOTE_LENGTH = 2000;
export const NOTE_REMOVABLE_HOURS = 24;

const fields = {
  id: recordId,
  entity: openEnum(NOTED_ENTITIES),
  recordId,
  /** Plain text with significant line breaks. */
  text: descriptionText,
  authorId: recordId,
  /** The author's name, or their email if they have no name. */
  author: text,
  createdAt: instant,
};
const SPELLINGS = { id: '_id', recordId: 'id' } as const;

/** A note on a booking, customer or mechanic (WORK-04). */
export type Note = DomainOf<typeof fields>;
const note = wireObject(fields, SPELLINGS);

const foundFields = {
  ...fields,
  /** The person's current name; null for a booking or a person without a name. */
  recordName: maybe(text),
};
/** A note in search results, with the name of its record. */
export type FoundNote = DomainOf<typeof foundFields>;

const PATH = '/admin/notes';

/** WORK-04 */
export const listNotes = endpoint('listNotes', `GET ${PATH}`, {
  permission: 'records:read',
  summary: 'A page of the notes on one record, newest first; `entity` and `id` name the record.',
  query: wireObject({ page: pageNumber, limit: pageLimit, entity: oneOf(NOTED_ENTITIES), id: recordId }),
  response: pagedResponse(note),
});

/** Adds a note. The server treats the same text by the same user within five minutes as the same note (WORK-04). */
export const addNote = endpoint('addNote', `POST ${PATH}`, {
  permission: 'notes:write',
  summary:
    'Adds a note of 1 to 2,000 characters to a booking, customer or mechanic. Repeating the same text by the same person within five minutes returns the existing note.',
  body: wireObject({ entity: oneOf(NOTED_ENTITIES), id: recordId, text: requiredNote(MAX_NOTE_LENGTH) }),
  response: success({ record: note }, { record: 'data' }),
  errorCodes: [404],
});

/** Deletes a note; only its author can, within a day. The activity log retains its text (WORK-04). */
export const removeNote = endpoint('removeNote', `DELETE ${PATH}/{id}`, {
  permission: 'notes:write',
  summary:
    'Deletes one’s own note within 24 hours: 403 for another author’s note, 409 for an older one. The activity log keeps its text.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404, 409],
});

/** WORK-04 */
export const searchNotes = endpoint('searchNotes', `GET ${PATH}/search`, {
  permission: 'records:read',
  summary: 'The newest notes whose text contains every word of `search`, in any order, and how many there are.',
  query: wireObject({ page: pageNumber, limit: pageLimit, search: searchText }),
  response: pagedResponse(wireObject(foundFields, SPELLINGS)),
});
