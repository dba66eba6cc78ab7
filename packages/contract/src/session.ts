import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { list, maybe, recordId, text } from './wire/fields.ts';
import { requiredText } from './wire/typed-text.ts';
import { type Wire, withFastEncoder, withLenientDecoder } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const MAX_EMAIL_LENGTH = 254;
const MAX_PASSWORD_LENGTH = 200;
const MAX_LINK_TOKEN_LENGTH = 100;

const loginBody = wireObject({
  email: requiredText(MAX_EMAIL_LENGTH),
  password: requiredText(MAX_PASSWORD_LENGTH),
});

/** Null where another provider says that it worked and gives none: that is no session (AUTH-03). */
const token: Wire<string | null> = withLenientDecoder<string | null, Wire<string | null>>(
  withFastEncoder(
    z.codec(z.string(), z.custom<string | null>(), {
      decode: (value) => value,
      encode: (value) => value as string,
    }) as Wire<string | null>,
    (value) => value,
  ),
  (value) => (typeof value === 'string' && value !== '' ? value : null),
);

/** POST /admin/login. Wrong credentials answer 200 with status false (API-01); too many guesses 429 (SECU-02). */
export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/admin/login',
  permission: 'public',
  summary: 'Opens a session. Its token goes into the header `token` of every other call.',
  tag: 'session',
  successNeeds: ['status', 'token'],
  body: loginBody,
  answer: success({ token, message: maybe(text) }),
  errorCodes: [429],
});

const profileFields = {
  id: maybe(recordId),
  name: maybe(text),
  email: maybe(text),
  /** Our own server's: the role and all that it may do (TEAM-01). Null of another provider, which decides by itself. */
  role: maybe(text),
  permissions: maybe(list(text)),
};
/** The administrator who is signed in. */
export type Profile = DomainOf<typeof profileFields>;
const profile: Wire<Profile> = wireObject(profileFields, { id: '_id' });

/** POST /admin/password-link: sets the password of whoever was given a one-time link (PRIV-07). */
export const setPassword = endpoint({
  name: 'setPassword',
  method: 'POST',
  path: '/admin/password-link',
  permission: 'public',
  summary: 'Sets a password with the token of a one-time link, and ends the sessions of whoever it is.',
  tag: 'session',
  body: wireObject({ token: requiredText(MAX_LINK_TOKEN_LENGTH), password: requiredText(MAX_PASSWORD_LENGTH) }),
  answer: success({ email: text }),
  errorCodes: [404],
});

/** GET /admin/ownprofile: who the token belongs to (AUTH-06). */
export const ownProfile = endpoint({
  name: 'ownProfile',
  method: 'GET',
  path: '/admin/ownprofile',
  permission: 'signed-in',
  summary: 'The administrator whose session this is.',
  tag: 'session',
  answer: success({ profile: maybe(profile) }, { profile: 'data' }),
});

/** POST /admin/prove: the password once more, for calls that need recent proof (TEAM-05). A wrong one answers 200 with status false. */
export const prove = endpoint({
  name: 'prove',
  method: 'POST',
  path: '/admin/prove',
  permission: 'signed-in',
  summary: 'Proves who the caller is by the password, for the next 10 minutes of this session.',
  tag: 'session',
  successNeeds: ['status'],
  body: wireObject({ password: requiredText(MAX_PASSWORD_LENGTH) }),
  answer: success({}),
  errorCodes: [429],
});

/** POST /admin/logout: revokes the session on the server (AUTH-10, API-17). */
export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/admin/logout',
  permission: 'signed-in',
  summary: 'Revokes this session.',
  tag: 'session',
  answer: success({}),
});
