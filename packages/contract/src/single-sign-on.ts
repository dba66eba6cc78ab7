import { endpointsOf } from './wire/endpoint.ts';
import { text } from './wire/fields.ts';
import { requiredText } from './wire/request-fields.ts';
import { success, wireObject } from './wire/wire-object.ts';

/** Sign-in through an OpenID Connect provider (SHIP-04). Without OIDC_ISSUER these calls return 404. */
const endpoint = endpointsOf('session');

const MAX_REQUEST_LENGTH = 4_000;
const MAX_RESPONSE_LENGTH = 8_000;

/** The ways in which an administrator can sign in. */
export const SIGN_IN_WAYS = ['password', 'single_sign_on', 'both'] as const;

/**
 * `address` is a page of the provider. `request` stays in the browser tab until the provider redirects the user back.
 */
const begun = success({ address: text, request: text });

const finishBody = wireObject({
  request: requiredText(MAX_REQUEST_LENGTH),
  /** The query string of the provider's redirect. */
  response: requiredText(MAX_RESPONSE_LENGTH),
});

export const beginSingleSignOn = endpoint('beginSingleSignOn', 'POST /admin/login/single-sign-on', {
  permission: 'public',
  summary:
    'Starts a sign-in at the identity provider for the page of the header `Origin`, one of OIDC_ORIGINS: the page navigates to `address` and stores `request`.',
  response: begun,
  errorCodes: [404, 429],
});

/** A failed sign-in returns 200 with status false, as the login does. */
export const finishSingleSignOn = endpoint('finishSingleSignOn', 'POST /admin/login/single-sign-on/finish', {
  permission: 'public',
  summary:
    'Opens a session with the `response` of the identity provider. 410 when the `request` has expired; 409 for the email of another account.',
  successNeeds: ['status', 'token'],
  body: finishBody,
  response: success({ token: text }),
  errorCodes: [403, 404, 409, 410, 429],
});

/** TEAM-05 */
export const beginSingleSignOnProof = endpoint('beginSingleSignOnProof', 'POST /admin/prove/single-sign-on', {
  permission: 'signed-in',
  isBeforeTwoFactor: true,
  summary: 'Starts a fresh sign-in at the identity provider as proof of the caller’s identity.',
  response: begun,
  errorCodes: [404, 429],
});

/** TEAM-05 */
export const finishSingleSignOnProof = endpoint(
  'finishSingleSignOnProof',
  'POST /admin/prove/single-sign-on/finish',
  {
    permission: 'signed-in',
    isBeforeTwoFactor: true,
    summary:
      'Proves the caller’s identity for the next 10 minutes of this session, by a sign-in at the identity provider that is not older than the `request`.',
    successNeeds: ['status'],
    body: finishBody,
    response: success({}),
    errorCodes: [404, 410, 429],
  },
);

export const beginConnection = endpoint('beginConnection', 'POST /admin/profile/single-sign-on', {
  permission: 'signed-in',
  needsProof: true,
  summary: 'Starts a sign-in at the identity provider that connects the provider’s account with the caller’s.',
  response: begun,
  errorCodes: [404, 409, 429],
});

export const finishConnection = endpoint('finishConnection', 'POST /admin/profile/single-sign-on/finish', {
  permission: 'signed-in',
  summary: 'Connects the identity provider’s account with the caller’s. 409 if one of them is already connected.',
  successNeeds: ['status'],
  body: finishBody,
  response: success({}),
  errorCodes: [404, 409, 410, 429],
});
