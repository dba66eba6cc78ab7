import { endpoint } from './wire/endpoint.ts';
import { oneOf, recordId } from './wire/fields.ts';
import { markedIds } from './wire/id-list.ts';
import { success, wireObject } from './wire/wire-object.ts';

/** The lists whose rows can be marked and exported (VIEW-07). */
export const MARKED_LISTS = [
  'bookings',
  'users',
  'mechanics',
  'payments',
  'payouts',
  'notifications',
  'activity',
] as const;
export type MarkedList = (typeof MARKED_LISTS)[number];

/** POST /admin/selections: marked rows, which are too many for an address, for the next export (VIEW-07). */
export const createSelection = endpoint({
  name: 'createSelection',
  method: 'POST',
  path: '/admin/selections',
  permission: 'signed-in',
  summary:
    'Keeps the ids of marked rows of a list for an hour, for an export by the same administrator, whose `selection` is the id of the answer.',
  tag: 'exports',
  body: wireObject({ list: oneOf(MARKED_LISTS), ids: markedIds }),
  answer: success({ id: recordId }, { id: 'selection' }),
});
