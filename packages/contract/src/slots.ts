import { optionalFields, recordAnswer, recordName } from './wire/crud.ts';
import { endpoint } from './wire/endpoint.ts';
import { maybe, recordId, text } from './wire/fields.ts';
import { optionalText, recordInPath } from './wire/request-fields.ts';
import { conflictAnswer, type Versioned, versioned } from './wire/versioned.ts';
import { bareList } from './wire/whole-list.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const slotFields = { id: recordId, startTime: maybe(text), endTime: maybe(text), duration: maybe(text) };
/** A time slot for bookings; its times are free text (SLOT-05). */
export type Slot = DomainOf<typeof slotFields>;
const SLOT_SPELLINGS = { startTime: 'starttime', endTime: 'endtime', duration: 'no_of_hour' } as const;
/** A time slot on the wire. */
export const slot: Wire<Slot> = wireObject(slotFields, { id: '_id', ...SLOT_SPELLINGS });
const storedSlot = versioned(slotFields, { id: '_id', ...SLOT_SPELLINGS });
/** A time slot with its version. */
export type StoredSlot = Slot & Versioned;

const MAX_SLOT_TEXT = 100;
/** Missing, it is computed from the times (SLOT-04). */
const slotDurationText = optionalText(MAX_SLOT_TEXT);

/** The body that creates a slot. */
export const slotBody = wireObject(
  { startTime: recordName, endTime: recordName, duration: slotDurationText },
  SLOT_SPELLINGS,
);

/** GET /slot/getall: a bare list (API-11). */
export const listSlots = endpoint({
  name: 'listSlots',
  method: 'GET',
  path: '/slot/getall',
  permission: 'records:read',
  readScope: 'read:catalogue',
  summary: 'All time slots, as a bare list.',
  tag: 'slots',
  answer: bareList(storedSlot),
});

/** POST /slot/create (API-11, SLOT-05). */
export const createSlot = endpoint({
  name: 'createSlot',
  method: 'POST',
  path: '/slot/create',
  permission: 'catalogue:change',
  summary: 'Adds a time slot. A missing duration is computed from the times, 400 where it can’t be.',
  tag: 'slots',
  body: slotBody,
  answer: recordAnswer(storedSlot),
});

/** The update-style call /slot/update/{id} (API-11, API-13). */
export const updateSlot = endpoint({
  name: 'updateSlot',
  method: 'PATCH',
  path: '/slot/update/{id}',
  permission: 'catalogue:change',
  summary: 'Changes a time slot; omitted fields keep their values.',
  tag: 'slots',
  params: recordInPath,
  body: wireObject(
    // The id is the same as in the path, which is the one that counts.
    optionalFields({ id: recordId, startTime: recordName, endTime: recordName, duration: slotDurationText }),
    { id: '_id', ...SLOT_SPELLINGS },
  ),
  answer: recordAnswer(storedSlot),
  conflict: conflictAnswer(storedSlot),
  errorCodes: [404],
});

/** DELETE /slot/delete/{id} (API-11). */
export const deleteSlot = endpoint({
  name: 'deleteSlot',
  method: 'DELETE',
  path: '/slot/delete/{id}',
  permission: 'catalogue:change',
  summary: 'Removes a time slot.',
  tag: 'slots',
  params: recordInPath,
  answer: success({}),
  errorCodes: [404],
});
