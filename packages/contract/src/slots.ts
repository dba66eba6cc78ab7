import { optionalFields, recordName, recordResponse } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { maybe, recordId, text } from './wire/fields.ts';
import { bareList } from './wire/paging.ts';
import { optionalText, recordInPath } from './wire/request-fields.ts';
import { conflictResponse, type Versioned, versioned } from './wire/versioned.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('slots');

const slotFields = { id: recordId, startTime: maybe(text), endTime: maybe(text), duration: maybe(text) };
/** A time slot for bookings; its times are free text (SLOT-05). */
export type Slot = DomainOf<typeof slotFields>;
const SLOT_SPELLINGS = { startTime: 'starttime', endTime: 'endtime', duration: 'no_of_hour' } as const;
export const slot: Wire<Slot> = wireObject(slotFields, { id: '_id', ...SLOT_SPELLINGS });
const storedSlot = versioned(slotFields, { id: '_id', ...SLOT_SPELLINGS });
export type StoredSlot = Slot & Versioned;

const MAX_SLOT_TEXT = 100;
/** If missing, the duration is computed from the times (SLOT-04). */
const slotDurationText = optionalText(MAX_SLOT_TEXT);

export const slotBody = wireObject(
  { startTime: recordName, endTime: recordName, duration: slotDurationText },
  SLOT_SPELLINGS,
);

/** API-11 */
export const listSlots = endpoint('listSlots', 'GET /slot/getall', {
  permission: 'records:read',
  readScope: 'read:catalogue',
  summary: 'All time slots, as a bare list.',
  response: bareList(storedSlot),
});

/** API-11, SLOT-05 */
export const createSlot = endpoint('createSlot', 'POST /slot/create', {
  permission: 'catalogue:change',
  summary: 'Adds a time slot. A missing duration is computed from the times; 400 if it cannot be.',
  body: slotBody,
  response: recordResponse(storedSlot),
});

export const updateSlot = endpoint('updateSlot', 'PATCH /slot/update/{id}', {
  permission: 'catalogue:change',
  summary: 'Changes a time slot; omitted fields keep their values.',
  params: recordInPath,
  body: wireObject(
    // The id must equal the id in the path.
    optionalFields({ id: recordId, startTime: recordName, endTime: recordName, duration: slotDurationText }),
    { id: '_id', ...SLOT_SPELLINGS },
  ),
  response: recordResponse(storedSlot),
  conflict: conflictResponse(storedSlot),
  errorCodes: [404],
});

/** API-11 */
export const deleteSlot = endpoint('deleteSlot', 'DELETE /slot/delete/{id}', {
  permission: 'catalogue:change',
  summary: 'Removes a time slot.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});

const CLOCK_TIME = /^(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?$/i;
const MINUTES_PER_HOUR = 60;
const HOURS_PER_HALF_DAY = 12;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** Returns the minutes since midnight of "09:00", "9:00", "9 AM", "9:30 pm"; null if the text cannot be read. */
export function minutesOf(time: string): number | null {
  const [, hourText, minuteText, half] = CLOCK_TIME.exec(time.trim()) ?? [];
  if (hourText === undefined || (minuteText === undefined && half === undefined)) return null;
  const [hour, minute] = [Number(hourText), Number(minuteText ?? 0)];
  if (minute >= MINUTES_PER_HOUR) return null;
  if (half === undefined) return hour < 24 ? hour * MINUTES_PER_HOUR + minute : null;
  if (hour < 1 || hour > HOURS_PER_HALF_DAY) return null;
  const isAfternoon = half.toLowerCase() === 'pm';
  return ((hour % HOURS_PER_HALF_DAY) + (isAfternoon ? HOURS_PER_HALF_DAY : 0)) * MINUTES_PER_HOUR + minute;
}

/**
 * Returns the duration between a slot's times (SLOT-04): "1 hour", "30 mins", "1.5 hours". An end before the start is
 * on the next day. Returns null if the times are equal or cannot be read.
 */
export function slotDuration(startTime: string, endTime: string): string | null {
  const [start, end] = [minutesOf(startTime), minutesOf(endTime)];
  if (start === null || end === null || start === end) return null;
  const minutes = (end - start + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  if (minutes === MINUTES_PER_HOUR) return '1 hour';
  if (minutes < MINUTES_PER_HOUR) return `${minutes} mins`;
  return `${Math.round((minutes / MINUTES_PER_HOUR) * 100) / 100} hours`;
}
