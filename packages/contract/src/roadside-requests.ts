import { emergency } from './roadside.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, list, maybe, numeric, openEnum, recordId, text, vehicleType } from './wire/fields.ts';
import { geoPoint } from './wire/geo-point.ts';
import { fullList } from './wire/paging.ts';
import { type PersonRef, personRef } from './wire/person-ref.ts';
import { recordInPath, requiredNote } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('roadside');

/** The steps of an emergency: the statuses from the source and each action on the roadside desk (ROAD-03, ROAD-05). */
export const EMERGENCY_STEPS = [
  'pending',
  'accepted',
  'arrived',
  'ended',
  'cancelled',
  'mechanic_changed',
  'claimed',
  'lapsed',
  'released',
  'offered',
  'offer_withdrawn',
  'handed_over',
  'declined',
  'assign_requested',
  'assign_confirmed',
  'assign_overruled',
  'cancel_requested',
  'cancel_confirmed',
  'cancel_overruled',
] as const;
export type EmergencyStepKind = (typeof EMERGENCY_STEPS)[number];

const stepFields = {
  kind: openEnum(EMERGENCY_STEPS),
  at: instant,
  /** The user who did it, or the owner of the expired claim; null for the marketplace. */
  by: maybe(text),
  /** The colleague who was offered the claim, handed it over, or declined the offer. */
  colleague: maybe(text),
  mechanic: maybe<PersonRef>(personRef),
  /** The reason for the cancellation request. */
  reason: maybe(text),
};
/** A step in the timeline of an emergency. */
export type EmergencyStep = DomainOf<typeof stepFields>;

/** How the location of a mechanic is known: from a position of the last 15 minutes, or from their shop (ROAD-04). */
export const PLACE_SOURCES = ['position', 'shop'] as const;

/** The reasons why a nearby mechanic is excluded (ROAD-04). */
export const EXCLUSION_REASONS = [
  'busy',
  'not_available',
  'blocked',
  'other_vehicle',
  'old_position',
  'too_far',
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** The number of minutes for which a position is current, and the number of hours for which it is stored (ROAD-04). */
export const POSITION_TTL_MINUTES = 15;
export const POSITION_RETENTION_HOURS = 24;
/** The maximum distance of a mechanic in metres, which is the widest ring of a dispatch plan (ROAD-06). */
export const MAX_DISTANCE_METRES = 25_000;
/** The maximum numbers of available and of excluded mechanics in the list. */
export const MAX_NEAREST = 10;
export const MAX_EXCLUDED = 20;

const lastJobFields = {
  bookingId: recordId,
  kind: maybe(text),
  at: maybe(instant),
};

const nearFields = {
  id: recordId,
  name: maybe(text),
  phone: maybe(text),
  vehicleTypes: list(vehicleType),
  isExpert: flag,
  place: geoPoint,
  source: openEnum(PLACE_SOURCES),
  /** When the mechanic was at the position; null for the shop. */
  placedAt: maybe(instant),
  metres: numeric,
  /** The mechanic's last ended bookings, newest first. */
  lastJobs: list(wireObject(lastJobFields)),
};
/** A nearby mechanic who is available (ROAD-04). */
export type NearMechanic = DomainOf<typeof nearFields>;

const excludedFields = { ...nearFields, reason: openEnum(EXCLUSION_REASONS) };
/** A nearby mechanic who is not available, with the first reason that applies (ROAD-04). */
export type ExcludedMechanic = DomainOf<typeof excludedFields>;
const excluded: Wire<ExcludedMechanic> = wireObject(excludedFields);

const PATH = '/admin/roadside/{id}';

/** ROAD-04 */
export const listNearestMechanics = endpoint('listNearestMechanics', `GET ${PATH}/mechanics`, {
  permission: 'records:read',
  summary:
    'The ten nearest mechanics who can take an emergency, nearest first, and the nearest twenty excluded ones with reasons. `data` is empty if the booking has no location.',
  params: recordInPath,
  response: success(
    { rows: list(wireObject(nearFields)), excluded: list(excluded), now: instant },
    { rows: 'data', excluded: 'leftOut' },
  ),
  errorCodes: [404],
});

/** ROAD-03 */
export const listEmergencySteps = endpoint('listEmergencySteps', `GET ${PATH}/timeline`, {
  permission: 'records:read',
  summary: 'The timeline of an emergency at the marketplace and at the desk, oldest first.',
  params: recordInPath,
  response: fullList(wireObject(stepFields)),
  errorCodes: [404],
});

const MAX_REASON_LENGTH = 200;

/** ROAD-05 */
export const assignMechanic = endpoint('assignMechanic', `POST ${PATH}/assign`, {
  permission: 'roadside:work',
  summary:
    'Requests a mechanic from the marketplace, and claims the emergency if it is unclaimed. 409 when another user has claimed it, when it has ended or has a mechanic, and when a request is pending; the message names the other user. A request that has been pending for a minute can be repeated.',
  params: recordInPath,
  body: wireObject({ mechanicId: recordId }),
  response: success({ record: emergency }, { record: 'data' }),
  errorCodes: [404, 409],
});

/** ROAD-05 */
export const cancelEmergency = endpoint('cancelEmergency', `POST ${PATH}/cancel`, {
  permission: 'roadside:work',
  summary:
    'Requests the cancellation of an emergency from the marketplace; a reason is required. Claims the emergency if it is unclaimed. 409 when another user has claimed it, when it has ended, and when a request is pending; the message names the other user.',
  params: recordInPath,
  body: wireObject({ reason: requiredNote(MAX_REASON_LENGTH) }),
  response: success({ record: emergency }, { record: 'data' }),
  errorCodes: [404, 409],
});
