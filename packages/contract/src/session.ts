import { preferences } from './preferences.ts';
import { ROLES } from './roles.ts';
import { savedViews } from './views.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, jsonRecord, list, maybe, oneOf, openEnum, recordId, text, unlessNull } from './wire/fields.ts';
import { requiredText } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('session');

const MAX_EMAIL_LENGTH = 254;
const MAX_PASSWORD_LENGTH = 200;
const MAX_LINK_TOKEN_LENGTH = 100;

const loginBody = wireObject({
  email: requiredText(MAX_EMAIL_LENGTH),
  password: requiredText(MAX_PASSWORD_LENGTH),
});

export const SECOND_FACTORS = ['totp', 'passkey', 'recovery_code'] as const;

const methodFields = {
  type: openEnum(SECOND_FACTORS),
  /**
   * Only for a passkey: the options for `navigator.credentials.get`. Null if all passkeys belong to another web
   * address.
   */
  options: unlessNull(jsonRecord),
};
export type SecondFactorMethod = DomainOf<typeof methodFields>;

/**
 * Wrong credentials return 200 with status false (API-01); too many attempts return 429 (SECU-02). For an account
 * with a second factor, the response has `challenge` and `methods` instead of `token` (TEAM-04). A response with
 * neither does not open a session (AUTH-03).
 */
export const login = endpoint('login', 'POST /admin/login', {
  permission: 'public',
  summary:
    'Opens a session. Send its token in the header `token` of every other call. An account with a second factor gets a `challenge` for POST /admin/login/second instead.',
  successNeeds: ['status', ['token', 'challenge']],
  body: loginBody,
  response: success({
    token: unlessNull(text),
    message: unlessNull(text),
    challenge: unlessNull(text),
    methods: unlessNull(list(wireObject(methodFields))),
  }),
  errorCodes: [429],
});

const profileFields = {
  id: maybe(recordId),
  name: maybe(text),
  email: maybe(text),
  /** The role and all its permissions (TEAM-01). Null from external providers, which check permissions themselves. */
  role: maybe(text),
  permissions: maybe(list(text)),
  /**
   * Whether the administrator must set up a second factor before anything else, because of REQUIRE_TWO_FACTOR
   * (TEAM-04).
   */
  mustSetUpTwoFactor: flag,
  /** Null from external providers, which don't store preferences (VIEW-05). */
  preferences: unlessNull(preferences),
  /** Null from external providers, which don't store views (VIEW-04). */
  views: unlessNull(savedViews),
};
/** The administrator who is signed in. */
export type Profile = DomainOf<typeof profileFields>;
const profile: Wire<Profile> = wireObject(profileFields, { id: '_id' });

/** PRIV-07 */
export const setPassword = endpoint('setPassword', 'POST /admin/password-link', {
  permission: 'public',
  isRejectedInDemo: true,
  summary: 'Sets a password with the token of a one-time link, and ends that person’s sessions.',
  body: wireObject({ token: requiredText(MAX_LINK_TOKEN_LENGTH), password: requiredText(MAX_PASSWORD_LENGTH) }),
  response: success({ email: text }),
  errorCodes: [404],
});

/** SHIP-06 */
export const logInToDemo = endpoint('logInToDemo', 'POST /admin/demo-login', {
  permission: 'public',
  summary: 'Opens a session in a role of the public demo (DEMO_RESET), without a password; 404 elsewhere.',
  successNeeds: ['status', 'token'],
  body: wireObject({ role: oneOf(ROLES) }),
  response: success({ token: text, email: text }),
  errorCodes: [404, 429],
});

/** AUTH-06 */
export const ownProfile = endpoint('ownProfile', 'GET /admin/ownprofile', {
  permission: 'signed-in',
  isBeforeTwoFactor: true,
  summary: 'The administrator of the current session.',
  response: success({ profile: maybe(profile) }, { profile: 'data' }),
});

/** AUTH-10, API-17 */
export const logout = endpoint('logout', 'POST /admin/logout', {
  permission: 'signed-in',
  isBeforeTwoFactor: true,
  summary: 'Revokes this session.',
  response: success({}),
});
