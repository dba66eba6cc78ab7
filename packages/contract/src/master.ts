import { bareList, imageUrl, recordAnswer, recordName, unlessMissing, wholeList } from './wire/crud.ts';
import { endpoint } from './wire/endpoint.ts';
import { instant, maybe, recordId, text } from './wire/fields.ts';
import { recordInPath } from './wire/query.ts';
import { optionalText } from './wire/typed-text.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const slotFields = { id: recordId, startTime: maybe(text), endTime: maybe(text), duration: maybe(text) };
/** A time slot for bookings; its times are free text (SLOT-05). */
export type Slot = DomainOf<typeof slotFields>;
/** A time slot on the wire. */
export const slot: Wire<Slot> = wireObject(slotFields, {
  id: '_id',
  startTime: 'starttime',
  endTime: 'endtime',
  duration: 'no_of_hour',
});

const vehicleModelFields = {
  id: recordId,
  companyName: maybe(text),
  image: maybe(text),
  createdAt: maybe(instant),
};
/** A maker of vehicles (MODL-01). */
export type VehicleModel = DomainOf<typeof vehicleModelFields>;
/** A maker of vehicles on the wire. */
export const vehicleModel: Wire<VehicleModel> = wireObject(vehicleModelFields, {
  id: '_id',
  companyName: 'companyname',
});

const MAX_SLOT_TEXT = 100;
const SLOT_SPELLINGS = { startTime: 'starttime', endTime: 'endtime', duration: 'no_of_hour' } as const;
const slotTime = recordName;
/** Missing, it is computed from the times (SLOT-04). */
const slotDurationText = optionalText(MAX_SLOT_TEXT);

/** What a slot is made from. */
export const slotBody = wireObject(
  { startTime: slotTime, endTime: slotTime, duration: slotDurationText },
  SLOT_SPELLINGS,
);

/** GET /slot/getall: a bare list (API-11). */
export const listSlots = endpoint({
  name: 'listSlots',
  method: 'GET',
  path: '/slot/getall',
  summary: 'All time slots, as a bare list.',
  tag: 'master',
  successNeeds: [],
  answer: bareList(slot),
});

/** POST /slot/create (API-11, SLOT-05). */
export const createSlot = endpoint({
  name: 'createSlot',
  method: 'POST',
  path: '/slot/create',
  summary: 'Adds a time slot. A missing duration is computed from the times, 400 where it can’t be.',
  tag: 'master',
  successNeeds: [],
  body: slotBody,
  answer: recordAnswer(slot),
});

/** The update-style call /slot/update/{id} (API-11, API-13). */
export const updateSlot = endpoint({
  name: 'updateSlot',
  method: 'PATCH',
  path: '/slot/update/{id}',
  summary: 'Changes a time slot; what is left out stays.',
  tag: 'master',
  successNeeds: [],
  params: recordInPath,
  body: wireObject(
    {
      /** The same as in the path, which is the one that counts. */
      id: unlessMissing(recordId),
      startTime: unlessMissing(slotTime),
      endTime: unlessMissing(slotTime),
      duration: unlessMissing(slotDurationText),
    },
    { id: '_id', ...SLOT_SPELLINGS },
  ),
  answer: recordAnswer(slot),
  refusals: [404],
});

/** DELETE /slot/delete/{id} (API-11). */
export const deleteSlot = endpoint({
  name: 'deleteSlot',
  method: 'DELETE',
  path: '/slot/delete/{id}',
  summary: 'Removes a time slot.',
  tag: 'master',
  successNeeds: [],
  params: recordInPath,
  answer: success({}),
  refusals: [404],
});

/** GET /master/global/company/get (API-12, MODL-01). */
export const listVehicleModels = endpoint({
  name: 'listVehicleModels',
  method: 'GET',
  path: '/master/global/company/get',
  summary: 'All makers of vehicles, newest first.',
  tag: 'master',
  successNeeds: [],
  answer: wholeList(vehicleModel),
});

/** POST /master/global/company/create (API-12, MODL-02). */
export const createVehicleModel = endpoint({
  name: 'createVehicleModel',
  method: 'POST',
  path: '/master/global/company/create',
  summary: 'Adds a maker of vehicles.',
  tag: 'master',
  successNeeds: [],
  body: wireObject({ companyName: recordName, image: imageUrl }, { companyName: 'companyname' }),
  answer: recordAnswer(vehicleModel),
});

/** PUT /master/global/company/update/{id} (API-12, API-13). */
export const updateVehicleModel = endpoint({
  name: 'updateVehicleModel',
  method: 'PUT',
  path: '/master/global/company/update/{id}',
  summary: 'Changes a maker of vehicles; what is left out stays.',
  tag: 'master',
  successNeeds: [],
  params: recordInPath,
  body: wireObject(
    { companyName: unlessMissing(recordName), image: unlessMissing(imageUrl) },
    { companyName: 'companyname' },
  ),
  answer: recordAnswer(vehicleModel),
  refusals: [404],
});

/** DELETE /master/global/company/delete/{id} (API-12). */
export const deleteVehicleModel = endpoint({
  name: 'deleteVehicleModel',
  method: 'DELETE',
  path: '/master/global/company/delete/{id}',
  summary: 'Removes a maker of vehicles.',
  tag: 'master',
  successNeeds: [],
  params: recordInPath,
  answer: success({}),
  refusals: [404],
});
