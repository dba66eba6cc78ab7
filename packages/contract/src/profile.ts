import { ROLES } from './roles.ts';
import { SIGN_IN_WAYS } from './single-sign-on.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, maybe, numeric, openEnum, recordId, text } from './wire/fields.ts';
import { fullList } from './wire/paging.ts';
import { recordInPath, requiredName, requiredText } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The calls implement TEAM-03 unless they name other requirements. */
const endpoint = endpointsOf('profile');

const MAX_PASSWORD_LENGTH = 200;

export const MAX_ADMIN_NAME_LENGTH = 100;

const fields = {
  id: recordId,
  name: maybe(text),
  email: text,
  role: openEnum(ROLES),
  /** Null if the server supports only passwords (SHIP-04). */
  signInWay: maybe(openEnum(SIGN_IN_WAYS)),
  createdAt: instant,
};
/** The administrator's own account on the "Profile" screen (TEAM-03). */
export type OwnAccount = DomainOf<typeof fields>;
const ownAccount: Wire<OwnAccount> = wireObject(fields, { id: '_id' });

const sessionFields = {
  id: recordId,
  /** The browser and operating system: "Chrome on Windows". */
  device: text,
  /** The IP address that opened the session; null for sessions from before addresses were recorded. */
  address: maybe(text),
  createdAt: instant,
  lastSeenAt: maybe(instant),
  isCurrent: flag,
};
/** An open session of the administrator (TEAM-03). */
export type OwnSession = DomainOf<typeof sessionFields>;
const ownSession: Wire<OwnSession> = wireObject(sessionFields, { id: '_id' });

const accountResponse = success({ record: ownAccount }, { record: 'data' });

export const readProfile = endpoint('readProfile', 'GET /admin/profile', {
  permission: 'signed-in',
  summary: 'The caller’s account.',
  response: accountResponse,
});

export const renameSelf = endpoint('renameSelf', 'PATCH /admin/profile', {
  permission: 'signed-in',
  isRejectedInDemo: true,
  summary: 'Changes the caller’s name.',
  body: wireObject({ name: requiredName(MAX_ADMIN_NAME_LENGTH) }),
  response: accountResponse,
});

export const changePassword = endpoint('changePassword', 'POST /admin/profile/password', {
  permission: 'signed-in',
  isRejectedInDemo: true,
  summary:
    'Changes the caller’s password. Requires the current password, limits guesses, and ends all other sessions.',
  body: wireObject({
    currentPassword: requiredText(MAX_PASSWORD_LENGTH),
    newPassword: requiredText(MAX_PASSWORD_LENGTH),
  }),
  response: success({ endedSessions: numeric }),
  errorCodes: [429],
});

export const listOwnSessions = endpoint('listOwnSessions', 'GET /admin/profile/sessions', {
  permission: 'signed-in',
  summary: 'The caller’s open sessions, the current one first, then by last use.',
  response: fullList(ownSession),
});

export const endOwnSession = endpoint('endOwnSession', 'DELETE /admin/profile/sessions/{id}', {
  permission: 'signed-in',
  isRejectedInDemo: true,
  summary: 'Ends one of the caller’s sessions immediately.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});

export const endOtherSessions = endpoint('endOtherSessions', 'DELETE /admin/profile/sessions', {
  permission: 'signed-in',
  isRejectedInDemo: true,
  summary: 'Ends all of the caller’s sessions except the current one.',
  response: success({ endedSessions: numeric }),
});
