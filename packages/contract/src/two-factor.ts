import * as z from 'zod/mini';
import { endpointsOf } from './wire/endpoint.ts';
import { fieldIssue } from './wire/field-sentences.ts';
import {
  flag,
  instant,
  jsonRecord,
  list,
  maybe,
  numeric,
  recordId,
  text,
  textError,
  unlessNull,
} from './wire/fields.ts';
import { recordInPath, requiredName, requiredText } from './wire/request-fields.ts';
import { type Wire, wireValue } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('two-factor');
const sessionEndpoint = endpointsOf('session');

const MAX_TOKEN_LENGTH = 100;
const MAX_CODE_LENGTH = 40;
const MAX_PASSWORD_LENGTH = 200;
export const MAX_PASSKEY_NAME_LENGTH = 60;

const PATH = '/admin/two-factor';

/** The proof of a second factor: a code as text, or a passkey assertion in the format of the browser library. */
export type SecondFactorProof = string | Readonly<Record<string, unknown>>;
const proof: Wire<SecondFactorProof> = wireValue(
  z.union([z.string(), z.record(z.string(), z.unknown())]),
  (value, fail) => {
    if (typeof value !== 'string') return value;
    const given = value.trim();
    const issue = given === '' ? fieldIssue('required') : textError(given, MAX_CODE_LENGTH);
    return issue === null ? given : fail(issue);
  },
);

/**
 * The password, or a code from the authenticator app or a recovery code, for calls that need recent proof of identity
 * (TEAM-05). A wrong code returns 200 with status false.
 */
export const prove = sessionEndpoint('prove', 'POST /admin/prove', {
  permission: 'signed-in',
  isBeforeTwoFactor: true,
  isRejectedInDemo: true,
  summary:
    'Proves the caller’s identity for the next 10 minutes of this session by `password` or by `code` (authenticator app or recovery code).',
  successNeeds: ['status'],
  body: wireObject({
    password: unlessNull(requiredText(MAX_PASSWORD_LENGTH)),
    code: unlessNull(requiredText(MAX_CODE_LENGTH)),
  }),
  response: success({}),
  errorCodes: [429],
});

/** The second step of a login (TEAM-04). Each code works only once, and the number of attempts is limited (SECU-02). */
export const loginSecond = sessionEndpoint('loginSecond', 'POST /admin/login/second', {
  permission: 'public',
  isRejectedInDemo: true,
  summary:
    'Opens a session with the `challenge` of a login and a `code`: of the authenticator app, a recovery code, or the assertion of a passkey. 410 when the challenge has expired.',
  successNeeds: ['status', 'token'],
  body: wireObject({ challenge: requiredText(MAX_TOKEN_LENGTH), code: proof }),
  response: success({ token: text, recoveryCodesLeft: maybe(numeric) }),
  errorCodes: [410, 429],
});

const passkeyFields = {
  id: recordId,
  name: text,
  createdAt: instant,
  lastUsedAt: maybe(instant),
  /** The origin of the web app for which the passkey was registered. */
  origin: text,
};
/** A passkey of an administrator, without its key. */
export type Passkey = DomainOf<typeof passkeyFields>;
const passkey: Wire<Passkey> = wireObject(passkeyFields, { id: '_id' });

const twoFactorFields = {
  /** When the authenticator app was set up; null if none is set up. */
  totpSince: maybe(instant),
  passkeys: list(passkey),
  recoveryCodesLeft: numeric,
  /** Whether all administrators need a second factor (REQUIRE_TWO_FACTOR). */
  isRequired: flag,
};
/** The second factors of an administrator. */
export type TwoFactor = DomainOf<typeof twoFactorFields>;

const own = { permission: 'signed-in', isBeforeTwoFactor: true, isRejectedInDemo: true } as const;
/** Empty if the user already has recovery codes, which stay valid. */
const recoveryCodes = list(text);

/** TEAM-04 */
export const getTwoFactor = endpoint('getTwoFactor', `GET ${PATH}`, {
  ...own,
  summary: "The caller's second factors.",
  response: success({ twoFactor: wireObject(twoFactorFields) }, { twoFactor: 'data' }),
});

/** The secret is returned only once. It takes effect when the user confirms one of its codes. */
export const beginTotp = endpoint('beginTotp', `POST ${PATH}/totp`, {
  ...own,
  needsProof: true,
  summary:
    'Creates the secret of an authenticator app, returned once; it takes effect after POST /admin/two-factor/totp/confirm.',
  response: success({ secret: text, uri: text }),
  errorCodes: [409],
});

/** Setting up the first factor also returns ten recovery codes, only once. */
export const confirmTotp = endpoint('confirmTotp', `POST ${PATH}/totp/confirm`, {
  ...own,
  summary:
    'Sets up the authenticator app with one of its codes. For the first factor, the response has ten recovery codes.',
  body: wireObject({ code: requiredText(MAX_CODE_LENGTH) }),
  response: success({ recoveryCodes }),
  errorCodes: [409],
});

export const removeTotp = endpoint('removeTotp', `DELETE ${PATH}/totp`, {
  ...own,
  needsProof: true,
  summary: 'Removes the authenticator app; removing the last factor also deletes the recovery codes.',
  response: success({}),
  errorCodes: [404],
});

export const renewRecoveryCodes = endpoint('renewRecoveryCodes', `POST ${PATH}/recovery-codes`, {
  ...own,
  needsProof: true,
  summary:
    'Creates ten recovery codes, returned only once; earlier codes stop working. 409 without a second factor.',
  response: success({ recoveryCodes }),
  errorCodes: [409],
});

export const beginPasskey = endpoint('beginPasskey', `POST ${PATH}/passkey-options`, {
  ...own,
  needsProof: true,
  summary: 'The options for `navigator.credentials.create`, for the requesting page.',
  response: success({ options: jsonRecord }),
  errorCodes: [409],
});

const passkeyName = requiredName(MAX_PASSKEY_NAME_LENGTH);

/** Setting up the first factor also returns ten recovery codes, only once. */
export const registerPasskey = endpoint('registerPasskey', `POST ${PATH}/passkeys`, {
  ...own,
  summary: 'Adds a passkey created by the browser. For the first factor, the response has ten recovery codes.',
  body: wireObject({ name: passkeyName, response: jsonRecord }),
  response: success({ record: passkey, recoveryCodes }, { record: 'data' }),
  errorCodes: [409],
});

export const renamePasskey = endpoint('renamePasskey', `PATCH ${PATH}/passkeys/{id}`, {
  ...own,
  summary: 'Renames a passkey.',
  params: recordInPath,
  body: wireObject({ name: passkeyName }),
  response: success({ record: passkey }, { record: 'data' }),
  errorCodes: [404],
});

export const removePasskey = endpoint('removePasskey', `DELETE ${PATH}/passkeys/{id}`, {
  ...own,
  needsProof: true,
  summary: 'Removes a passkey; removing the last factor also deletes the recovery codes.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});

/** TEAM-02 */
export const resetTwoFactor = endpoint('resetTwoFactor', 'POST /admin/team/{id}/reset-two-factor', {
  permission: 'team:manage',
  isRejectedInDemo: true,
  needsProof: true,
  summary: "Removes an administrator's second factors and ends their sessions.",
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});
