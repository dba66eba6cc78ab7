import { bookingStatus } from './lists.ts';
import { EMERGENCY_STATES } from './roadside-states.ts';
import { optionalFields } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, list, maybe, numeric, openEnum, recordId, text, vehicleType } from './wire/fields.ts';
import { geoPoint } from './wire/geo-point.ts';
import { type PersonRef, personRef } from './wire/person-ref.ts';
import { recordInPath, wholeNumberOr } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** ROAD-01, unless a call names other requirements. */
const endpoint = endpointsOf('roadside');

/** A claim whose owner has no open desk for so long expires (ROAD-03). */
export const CLAIM_LIFE_SECONDS = 90;
/** The heartbeat interval of an open desk. */
export const DESK_BEAT_SECONDS = 30;
/** The time after which a request without the source's confirmation counts as unanswered (ROAD-05). */
export const REQUEST_ANSWER_SECONDS = 60;
/** An ended emergency stays on the desk for so long (ROAD-01). */
export const ENDED_SHOWN_SECONDS = 3600;
/** The emergencies that the desk shows at most; there may be more. */
export const MAX_DESK_EMERGENCIES = 500;
/** A desk stays muted for a shift at most (ROAD-02). */
export const MUTE_HOURS = 12;

/** Requests to the marketplace and their outcome (ROAD-05). */
export const REQUEST_KINDS = ['assign', 'cancel'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
/** `overruled`: the source's record contradicts it; `withdrawn`: repeated after it was not answered. */
export const REQUEST_STATES = ['waiting', 'confirmed', 'overruled', 'withdrawn'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

const claimFields = {
  ownerId: recordId,
  /** The administrator's name, or their email where they have none. */
  owner: text,
  claimedAt: instant,
  /** Whom the owner has offered it to (ROAD-03). */
  offeredToId: maybe(recordId),
  offeredTo: maybe(text),
};
/** Who has an emergency. */
export type EmergencyClaim = DomainOf<typeof claimFields>;

const requestFields = {
  kind: openEnum(REQUEST_KINDS),
  /** Only for `assign`: the requested mechanic. */
  mechanic: maybe<PersonRef>(personRef),
  /** Only for `cancel`. */
  reason: maybe(text),
  requestedById: recordId,
  requestedBy: text,
  requestedAt: instant,
  state: openEnum(REQUEST_STATES),
};
/** The latest request to the marketplace. */
export type EmergencyRequest = DomainOf<typeof requestFields>;

const fields = {
  id: recordId,
  state: openEnum(EMERGENCY_STATES),
  /** The booking's own. */
  status: maybe(bookingStatus),
  /** Since when it is in this state; a claim that expired or was given up does not begin it again, a hand-over neither. */
  since: instant,
  /** When this state's target is over; null for a state without one. */
  dueAt: maybe(instant),
  /** When the wait since the call is over the targets of all states up to this one; null for a state without a target (DESK-01). */
  waitDueAt: maybe(instant),
  createdAt: maybe(instant),
  problem: maybe(text),
  /** Those of the customer: a booking names no vehicle. */
  vehicleTypes: list(vehicleType),
  location: maybe(geoPoint),
  /** The nearest place of the location: "Hadapsar, Pune, 3 km SE" (DESK-02). */
  place: maybe(text),
  customer: maybe<PersonRef>(personRef),
  mechanic: maybe<PersonRef>(personRef),
  claim: maybe(wireObject(claimFields)),
  /** The request that waits, or else the last one that was made or decided since the booking’s status changed. */
  request: maybe(wireObject(requestFields)),
  noteCount: numeric,
};
/** An emergency on the desk (ROAD-01). */
export type Emergency = DomainOf<typeof fields>;
export const emergency: Wire<Emergency> = wireObject(fields, { id: '_id' });

const MAX_TARGET_SECONDS = 24 * 3600;
const targetSeconds = (missing: number) => wholeNumberOr(missing, 1, MAX_TARGET_SECONDS);

/** The targets until someone sets others: 60 s, 3 min, 30 min (ROAD-01). */
export const DEFAULT_TARGETS = { claimSeconds: 60, assignSeconds: 180, arriveSeconds: 1800 } as const;

const targetFields = {
  claimSeconds: targetSeconds(DEFAULT_TARGETS.claimSeconds),
  assignSeconds: targetSeconds(DEFAULT_TARGETS.assignSeconds),
  arriveSeconds: targetSeconds(DEFAULT_TARGETS.arriveSeconds),
};
/** How long an emergency may be new, claimed and assigned, in seconds. */
export type RoadsideTargets = DomainOf<typeof targetFields>;
const targets = wireObject(targetFields);

const deskFields = {
  id: recordId,
  /** The administrator's name, or their email where they have none. */
  name: text,
  /** Until when they hear nothing; null for a desk that sounds. */
  mutedUntil: maybe(instant),
  /** Whether their desk is open now: it sounds, and an emergency can be offered to it. */
  isOpen: flag,
};
/** Someone on shift (DESK-03). */
export type RoadsideDesk = DomainOf<typeof deskFields>;
const desk = wireObject(deskFields);

const PATH = '/admin/roadside';

export const listEmergencies = endpoint('listEmergencies', `GET ${PATH}`, {
  permission: 'records:read',
  summary:
    'Emergency bookings that have not ended, and those that ended within the last hour, at most 500: the one longest over its target first (target of its state or of the total wait), with the number in each state, the targets and the people on shift. `now` is the server’s clock.',
  answer: success(
    {
      rows: list(emergency),
      counts: wireObject({ new: numeric, claimed: numeric, assigned: numeric, on_site: numeric, ended: numeric }),
      targets,
      desks: list(desk),
      now: instant,
    },
    { rows: 'data' },
  ),
});

export const getEmergency = endpoint('getEmergency', `GET ${PATH}/{id}`, {
  permission: 'records:read',
  summary: 'One emergency booking as the desk shows it.',
  params: recordInPath,
  answer: success({ record: emergency }, { record: 'data' }),
  errorCodes: [404],
});

export const updateRoadsideTargets = endpoint('updateRoadsideTargets', `PATCH ${PATH}/targets`, {
  permission: 'roadside:configure',
  summary:
    'Sets the targets of the states new, claimed and assigned, in seconds. A missing field stays unchanged; an unknown one is a 400.',
  body: wireObject(optionalFields(targetFields), {}, {}, 'reject'),
  answer: success({ record: targets }, { record: 'data' }),
});

/** DESK-03 */
export const setShift = endpoint('setShift', `POST ${PATH}/shift`, {
  permission: 'roadside:work',
  summary:
    'Starts or ends the caller’s shift. A shift also ends with the session that started it. Ending a shift releases the person’s claims. Returns everyone on shift.',
  body: wireObject({ isOnShift: flag }),
  answer: success({ desks: list(desk), now: instant }),
});

/** An open desk sends a heartbeat every 30 s, which keeps the owner's claims alive (ROAD-02, ROAD-03). */
export const keepDesk = endpoint('keepDesk', `POST ${PATH}/desk`, {
  permission: 'roadside:work',
  summary:
    'Reports that the desk of the caller, who is on shift, is open; mutes it for at most 12 hours, or unmutes it; without `isMuted` the sound stays unchanged. A claim expires when its owner’s desk has not been open for 90 seconds. Returns everyone on shift. 409 without a shift.',
  body: wireObject({
    /** Null leaves it unchanged: the same person may have changed it in another tab. */
    isMuted: maybe(flag),
    /** The desk closes and is not listed any more: its claims expire 90 s later unless another desk of the same person is open. */
    isClosing: flag,
  }),
  answer: success({ desks: list(desk), now: instant }),
  errorCodes: [409],
});

const changed = success({ record: emergency }, { record: 'data' });
const onEmergency = (summary: string) => ({
  permission: 'roadside:work' as const,
  summary,
  params: recordInPath,
  answer: changed,
  errorCodes: [404, 409],
});

/** One owner at a time (ROAD-03). */
export const claimEmergency = endpoint(
  'claimEmergency',
  `POST ${PATH}/{id}/claim`,
  onEmergency(
    'Claims an emergency that is unclaimed or whose claim has expired. 409 names the owner of the claim. Repeating one’s own claim changes nothing.',
  ),
);

/** ROAD-03 */
export const releaseEmergency = endpoint(
  'releaseEmergency',
  `POST ${PATH}/{id}/release`,
  onEmergency('Releases the caller’s claim; the emergency is new again.'),
);

/** A hand-over (ROAD-03). */
export const offerEmergency = endpoint('offerEmergency', `POST ${PATH}/{id}/offer`, {
  ...onEmergency(
    'Offers one’s own claim to another user whose desk is open; without `adminId` the offer is withdrawn.',
  ),
  body: wireObject({ adminId: maybe(recordId) }),
});

/** ROAD-03 */
export const acceptEmergency = endpoint(
  'acceptEmergency',
  `POST ${PATH}/{id}/accept`,
  onEmergency('Accepts a claim that was offered to the caller.'),
);

/** ROAD-03 */
export const declineEmergency = endpoint(
  'declineEmergency',
  `POST ${PATH}/{id}/decline`,
  onEmergency('Declines a claim that was offered to the caller; its owner keeps it.'),
);
