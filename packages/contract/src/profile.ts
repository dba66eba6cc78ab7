import { ROLES } from './roles.ts';
import { endpoint } from './wire/endpoint.ts';
import { flag, instant, maybe, numeric, openEnum, recordId, text } from './wire/fields.ts';
import { wholeList } from './wire/paging.ts';
import { recordInPath, requiredName, requiredText } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const MAX_PASSWORD_LENGTH = 200;

/** The longest name of an administrator. */
export const MAX_ADMIN_NAME_LENGTH = 100;

const fields = {
  id: recordId,
  name: maybe(text),
  email: text,
  role: openEnum(ROLES),
  createdAt: instant,
};
/** The administrator's own account, as the screen "Profile" shows it (TEAM-03). */
export type OwnAccount = DomainOf<typeof fields>;
const ownAccount: Wire<OwnAccount> = wireObject(fields, { id: '_id' });

const sessionFields = {
  id: recordId,
  /** The browser and its system: "Chrome on Windows". */
  device: text,
  /** Where the session was opened from; null before that was recorded. */
  address: maybe(text),
  createdAt: instant,
  lastSeenAt: maybe(instant),
  /** The session that asks. */
  isCurrent: flag,
};
/** An open session of one's own (TEAM-03). */
export type OwnSession = DomainOf<typeof sessionFields>;
const ownSession: Wire<OwnSession> = wireObject(sessionFields, { id: '_id' });

const accountAnswer = success({ record: ownAccount }, { record: 'data' });

/** GET /admin/profile: one's own account (TEAM-03). */
export const readProfile = endpoint({
  name: 'readProfile',
  method: 'GET',
  path: '/admin/profile',
  permission: 'signed-in',
  summary: 'The own account.',
  tag: 'profile',
  answer: accountAnswer,
});

/** PATCH /admin/profile: renames oneself (TEAM-03). */
export const renameSelf = endpoint({
  name: 'renameSelf',
  method: 'PATCH',
  path: '/admin/profile',
  permission: 'signed-in',
  summary: 'Changes the own name.',
  tag: 'profile',
  body: wireObject({ name: requiredName(MAX_ADMIN_NAME_LENGTH) }),
  answer: accountAnswer,
});

/** POST /admin/profile/password: the other sessions end (TEAM-03). */
export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/admin/profile/password',
  permission: 'signed-in',
  summary:
    'Changes the own password. It asks for the present one, whose guesses are limited, and ends all other sessions.',
  tag: 'profile',
  body: wireObject({
    currentPassword: requiredText(MAX_PASSWORD_LENGTH),
    newPassword: requiredText(MAX_PASSWORD_LENGTH),
  }),
  answer: success({ endedSessions: numeric }),
  errorCodes: [429],
});

/** GET /admin/profile/sessions: one's own open sessions, the current one first (TEAM-03). */
export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  method: 'GET',
  path: '/admin/profile/sessions',
  permission: 'signed-in',
  summary: 'The own open sessions, the current one first, then by their last use.',
  tag: 'profile',
  answer: wholeList(ownSession),
});

/** DELETE /admin/profile/sessions/{id}: ends one of one's own sessions, at once on every node (TEAM-03). */
export const endOwnSession = endpoint({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/admin/profile/sessions/{id}',
  permission: 'signed-in',
  summary: 'Ends one of the own sessions at once.',
  tag: 'profile',
  params: recordInPath,
  answer: success({}),
  errorCodes: [404],
});

/** DELETE /admin/profile/sessions: ends all of one's own sessions but the one that asks (TEAM-03). */
export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/admin/profile/sessions',
  permission: 'signed-in',
  summary: 'Ends all own sessions but the one of this call.',
  tag: 'profile',
  answer: success({ endedSessions: numeric }),
});
