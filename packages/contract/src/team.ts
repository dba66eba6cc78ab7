import { MAX_ADMIN_NAME_LENGTH } from './profile.ts';
import { ROLES } from './roles.ts';
import { SIGN_IN_WAYS } from './single-sign-on.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, maybe, oneOf, openEnum, recordId, text, unlessNull } from './wire/fields.ts';
import { fullList } from './wire/paging.ts';
import { recordInPath, requiredName, requiredTrimmed } from './wire/request-fields.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The calls implement TEAM-02 unless they name other requirements. */
const endpoint = endpointsOf('team');

/** The states of an administrator. An invited administrator has not set their own password yet. */
export const MEMBER_STATES = ['active', 'invited', 'suspended'] as const;

/** The second factors that an administrator has set up (TEAM-04). */
const TWO_FACTOR = ['none', 'totp', 'passkey', 'both'] as const;

const fields = {
  id: recordId,
  name: maybe(text),
  email: text,
  role: openEnum(ROLES),
  state: openEnum(MEMBER_STATES),
  /** Null if the server does not support second factors. */
  twoFactor: maybe(openEnum(TWO_FACTOR)),
  /** Null if the server supports only passwords (SHIP-04). */
  signInWay: maybe(openEnum(SIGN_IN_WAYS)),
  /** When the administrator last made a request; null if never. */
  lastSeenAt: maybe(instant),
  createdAt: instant,
  /** When the latest unused invitation was created. */
  invitedAt: maybe(instant),
  invitationExpiresAt: maybe(instant),
  isInvitationExpired: flag,
  suspendedAt: maybe(instant),
  /** Whether the row is the caller. Users cannot change their own role or access. */
  isSelf: flag,
};
/** An administrator on the "Team" screen (TEAM-02). */
export type Member = DomainOf<typeof fields>;
const member = wireObject(fields, { id: '_id' });

const MAX_EMAIL_LENGTH = 254;
const manage = { permission: 'team:manage', isRejectedInDemo: true } as const;
const memberResponse = success({ record: member }, { record: 'data' });
/** `token` is the part after the # in the /set-password link. It is returned only once. */
const invitationResponse = success({ token: text, record: member }, { record: 'data' });

export const listTeam = endpoint('listTeam', 'GET /admin/team', {
  ...manage,
  summary: 'All administrators, oldest first.',
  response: fullList(member),
});

/** The response contains the token for a link to set a password, which is not shown again (TEAM-02). */
export const inviteMember = endpoint('inviteMember', 'POST /admin/team', {
  ...manage,
  needsProof: true,
  summary:
    'Invites an administrator. The response has the token of a one-time link, /set-password#TOKEN, valid for 72 hours. A person who is already invited gets a new link; 409 if the email belongs to anyone else.',
  body: wireObject({
    name: requiredName(MAX_ADMIN_NAME_LENGTH),
    email: requiredTrimmed(MAX_EMAIL_LENGTH),
    role: oneOf(ROLES),
  }),
  response: invitationResponse,
  errorCodes: [409],
});

export const renewInvitation = endpoint('renewInvitation', 'POST /admin/team/{id}/invitation', {
  ...manage,
  needsProof: true,
  summary:
    'Creates a new link for an invited person; earlier links stop working. 409 if the person is not invited.',
  params: recordInPath,
  response: invitationResponse,
  errorCodes: [404, 409],
});

export const changeRole = endpoint('changeRole', 'PATCH /admin/team/{id}/role', {
  ...manage,
  needsProof: true,
  summary:
    'Changes the role of an administrator. 409 for the caller’s own role, for the last active owner, and for a person whose role comes from groups at the identity provider.',
  params: recordInPath,
  body: wireObject({ role: oneOf(ROLES) }),
  response: memberResponse,
  errorCodes: [404, 409],
});

export const suspendMember = endpoint('suspendMember', 'POST /admin/team/{id}/suspend', {
  ...manage,
  needsProof: true,
  summary: 'Suspends an administrator and ends their sessions. 409 for the caller, and for the last active owner.',
  params: recordInPath,
  response: memberResponse,
  errorCodes: [404, 409],
});

export const reactivateMember = endpoint('reactivateMember', 'POST /admin/team/{id}/reactivate', {
  ...manage,
  needsProof: true,
  summary: 'Reactivates a suspended administrator.',
  params: recordInPath,
  response: memberResponse,
  errorCodes: [404],
});

/** SHIP-04 */
export const disconnectMember = endpoint('disconnectMember', 'POST /admin/team/{id}/disconnect', {
  ...manage,
  needsProof: true,
  summary:
    'Disconnects an administrator from the identity provider and ends their sessions; from then on they sign in by password. Without a password, the response has the token of a one-time link, /set-password#TOKEN. 409 for the caller, and for a person who signs in by password.',
  params: recordInPath,
  response: success({ token: unlessNull(text), record: member }, { record: 'data' }),
  errorCodes: [404, 409],
});
