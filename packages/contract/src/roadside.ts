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

/** The calls implement ROAD-01 unless they name other requirements. */
const endpoint = endpointsOf('roadside');

/** A claim expires after its owner has had no open desk for this long (ROAD-03). */
export const CLAIM_TTL_SECONDS = 90;
/** The heartbeat interval of an open desk. */
export const DESK_HEARTBEAT_SECONDS = 30;
/** The time after which a request that the source has not confirmed counts as unanswered (ROAD-05). */
export const REQUEST_TIMEOUT_SECONDS = 60;
/** How long an ended emergency stays on the desk (ROAD-01). */
export const ENDED_SHOWN_SECONDS = 3600;
/** The maximum number of emergencies on the desk; more may exist. */
export const MAX_DESK_EMERGENCIES = 500;
/** A user can mute the desk for at most one shift (ROAD-02). */
export const MUTE_HOURS = 12;

/** The kinds of requests to the marketplace (ROAD-05). */
export const REQUEST_KINDS = ['assign', 'cancel'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
/**
 * The states of a request. `overruled`: the source's record contradicts it; `withdrawn`: the request went unanswered
 * and was repeated.
 */
export const REQUEST_STATES = ['waiting', 'confirmed', 'overruled', 'withdrawn'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

const claimFields = {
  ownerId: recordId,
  /** The administrator's name, or their email if they have no name. */
  owner: text,
  claimedAt: instant,
  /** The user to whom the owner has offered the claim (ROAD-03). */
  offeredToId: maybe(recordId),
  offeredTo: maybe(text),
};
/** The claim of an administrator on an emergency. */
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
  /** The status of the booking. */
  status: maybe(bookingStatus),
  /** When the emergency entered this state. An expired or released claim and a hand-over do not reset it. */
  since: instant,
  /** When the target for this state is exceeded; null for a state without a target. */
  dueAt: maybe(instant),
  /**
   * When the wait since the call exceeds the sum of the targets up to this state; null for a state without a target
   * (DESK-01).
   */
  waitDueAt: maybe(instant),
  createdAt: maybe(instant),
  problem: maybe(text),
  /** The vehicle types of the customer, because a booking does not specify a vehicle. */
  vehicleTypes: list(vehicleType),
  location: maybe(geoPoint),
  /** The place nearest to the location: "Hadapsar, Pune, 3 km SE" (DESK-02). */
  place: maybe(text),
  customer: maybe<PersonRef>(personRef),
  mechanic: maybe<PersonRef>(personRef),
  claim: maybe(wireObject(claimFields)),
  /** The pending request, or else the last request made or decided since the booking’s status changed. */
  request: maybe(wireObject(requestFields)),
  noteCount: numeric,
};
/** An emergency on the desk (ROAD-01). */
export type Emergency = DomainOf<typeof fields>;
export const emergency: Wire<Emergency> = wireObject(fields, { id: '_id' });

const MAX_TARGET_SECONDS = 24 * 3600;
const targetSeconds = (missing: number) => wholeNumberOr(missing, 1, MAX_TARGET_SECONDS);

/** The default targets: 60 s, 3 min, 30 min (ROAD-01). */
export const DEFAULT_TARGETS = { claimSeconds: 60, assignSeconds: 180, arriveSeconds: 1800 } as const;

const targetFields = {
  claimSeconds: targetSeconds(DEFAULT_TARGETS.claimSeconds),
  assignSeconds: targetSeconds(DEFAULT_TARGETS.assignSeconds),
  arriveSeconds: targetSeconds(DEFAULT_TARGETS.arriveSeconds),
};
/** The maximum time in seconds that an emergency should stay new, claimed and assigned. */
export type RoadsideTargets = DomainOf<typeof targetFields>;
const targets = wireObject(targetFields);

const deskFields = {
  id: recordId,
  /** The administrator's name, or their email if they have no name. */
  name: text,
  /** Until when the desk is muted; null if it is not muted. */
  mutedUntil: maybe(instant),
  /** Whether the user's desk is open now. An open desk plays sounds and can be offered emergencies. */
  isOpen: flag,
};
/** A user on shift (DESK-03). */
export type RoadsideDesk = DomainOf<typeof deskFields>;
const desk = wireObject(deskFields);

const PATH = '/admin/roadside';

export const listEmergencies = endpoint('listEmergencies', `GET ${PATH}`, {
  permission: 'records:read',
  summary:
    'Emergency bookings that have not ended, and those that ended within the last hour, at most 500: the one longest over its target first (target of its state or of the total wait), with the number in each state, the targets and the people on shift. `now` is the server’s clock.',
  response: success(
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
  response: success({ record: emergency }, { record: 'data' }),
  errorCodes: [404],
});

export const updateRoadsideTargets = endpoint('updateRoadsideTargets', `PATCH ${PATH}/targets`, {
  permission: 'roadside:configure',
  summary:
    'Sets the targets of the states new, claimed and assigned, in seconds. A missing field stays unchanged; an unknown one is a 400.',
  body: wireObject(optionalFields(targetFields), {}, {}, 'reject'),
  response: success({ record: targets }, { record: 'data' }),
});

/** DESK-03 */
export const setShift = endpoint('setShift', `POST ${PATH}/shift`, {
  permission: 'roadside:work',
  summary:
    'Starts or ends the caller’s shift. A shift also ends with the session that started it. Ending a shift releases the person’s claims. Returns everyone on shift.',
  body: wireObject({ isOnShift: flag }),
  response: success({ desks: list(desk), now: instant }),
});

/** The heartbeat that an open desk sends every 30 s; it keeps the user's claims from expiring (ROAD-02, ROAD-03). */
export const keepDesk = endpoint('keepDesk', `POST ${PATH}/desk`, {
  permission: 'roadside:work',
  summary:
    'Reports that the desk of the caller, who is on shift, is open; mutes it for at most 12 hours, or unmutes it; without `isMuted` the sound stays unchanged. A claim expires when its owner’s desk has not been open for 90 seconds. Returns everyone on shift. 409 without a shift.',
  body: wireObject({
    /** If null, the setting is unchanged, because the user may have changed it in another tab. */
    isMuted: maybe(flag),
    /**
     * Whether the desk is closing. The server stops listing it, and the user's claims expire 90 s later unless they
     * have another open desk.
     */
    isClosing: flag,
  }),
  response: success({ desks: list(desk), now: instant }),
  errorCodes: [409],
});

const changed = success({ record: emergency }, { record: 'data' });
const onEmergency = (summary: string) => ({
  permission: 'roadside:work' as const,
  summary,
  params: recordInPath,
  response: changed,
  errorCodes: [404, 409],
});

/** Only one user can own an emergency at a time (ROAD-03). */
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

/** Starts or withdraws a hand-over (ROAD-03). */
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
