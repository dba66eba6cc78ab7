import type * as OpenId from 'openid-client';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { SingleSignOn } from '../../settings.ts';
import type { Claims } from './decide-access.ts';

/** Loads the library on first use, and only if OIDC_ISSUER is set. */
const loadOpenId = () => import('openid-client');

/**
 * The total time of an exchange of up to four requests. It is shorter than the interval between two checks of a
 * person.
 */
const EXCHANGE_TIMEOUT_MS = 12_000;
const MAX_RESPONSE_BYTES = 1_000_000;
/** The tolerance for differences between the clocks. */
const CLOCK_TOLERANCE_SECONDS = 30;

/**
 * `rejected`: the provider rejects the person or the request. `invalid`: its response fails a check. `unavailable`:
 * it does not return a usable response.
 */
type ProviderErrorKind = 'rejected' | 'invalid' | 'unavailable';

/** A failed exchange with the provider. The message contains only codes, no tokens or claims (SECU-04). */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;

  constructor(kind: ProviderErrorKind, code: string) {
    super(`the identity provider's answer is ${kind} (${code})`);
    this.kind = kind;
  }
}

/** Claims that the provider has confirmed. */
export interface ProviderIdentity {
  readonly subject: string;
  readonly claims: Claims;
  /** The time when the person signed in at the provider; null if unknown. */
  readonly authenticatedAt: Date | null;
  readonly refreshToken: string | null;
}

type ProviderContext = Pick<AppContext, 'now'> & {
  readonly singleSignOn: SingleSignOn;
  /** Aborts the exchange. */
  readonly signal?: AbortSignal;
  /** Stores the next refresh token before any other step can fail, because the current token is already used up. */
  readonly storeNext?: (refreshToken: string) => Promise<void>;
};

/**
 * Reads the metadata and later the keys of the provider for each exchange, so that a changed key does not waste a
 * refresh token, which is valid only once.
 */
function discover(
  openId: typeof OpenId,
  { singleSignOn, now, storeNext }: ProviderContext,
  end: AbortSignal,
): Promise<OpenId.Configuration> {
  const { issuer, clientId, clientSecret } = singleSignOn;
  const clock = {
    [openId.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    [openId.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
  };
  const isPlain = issuer.startsWith('http:');
  const execute = [openId.enableNonRepudiationChecks, ...(isPlain ? [openId.allowInsecureRequests] : [])];
  return openId.discovery(new URL(issuer), clientId, clock, openId.ClientSecretPost(clientSecret), {
    execute,
    [openId.customFetch]: abortableFetch(end, storeNext),
  });
}

const abortableFetch =
  (end: AbortSignal, storeNext: ProviderContext['storeNext']): OpenId.CustomFetch =>
  async (url, { method, headers, redirect, body = null, signal }) => {
    const ends = AbortSignal.any(signal ? [end, signal] : [end]);
    const response = await fetch(url, { method, headers, redirect, body, signal: ends });
    const text = await readText(response);
    // Only the token endpoint receives POST requests.
    const next = method === 'POST' && response.ok ? refreshTokenIn(text) : null;
    if (storeNext && next !== null) await storeNext(next);
    return new Response(text || null, response);
  };

/** @throws Error if the response exceeds MAX_RESPONSE_BYTES */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('the response is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const granted = z.object({ refresh_token: z.string() });

function refreshTokenIn(text: string): string | null {
  try {
    return granted.safeParse(JSON.parse(text)).data?.refresh_token ?? null;
  } catch {
    return null;
  }
}

/** Runs an exchange. @throws ProviderError */
async function exchange<T>(
  context: ProviderContext,
  run: (openId: typeof OpenId, provider: OpenId.Configuration) => Promise<T>,
): Promise<T> {
  const openId = await loadOpenId();
  const limit = AbortSignal.timeout(EXCHANGE_TIMEOUT_MS);
  const end = context.signal ? AbortSignal.any([context.signal, limit]) : limit;
  try {
    return await run(openId, await discover(openId, context, end));
  } catch (error) {
    throw error instanceof ProviderError ? error : toProviderError(openId, error);
  }
}

const INVALID = /^OAUTH_(JWT|INVALID_RESPONSE|JSON_ATTRIBUTE|KEY_SELECTION|MISSING_SERVER)/;

function toProviderError(openId: typeof OpenId, error: unknown): ProviderError {
  if (error instanceof openId.AuthorizationResponseError) return new ProviderError('rejected', error.error);
  // This error concerns the client secret of this program, not the person.
  if (error instanceof openId.WWWAuthenticateChallengeError)
    return new ProviderError('unavailable', `HTTP ${error.status}`);
  if (error instanceof openId.ResponseBodyError)
    return new ProviderError(error.error === 'invalid_grant' ? 'rejected' : 'unavailable', error.error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no response';
  return new ProviderError(INVALID.test(code) ? 'invalid' : 'unavailable', code);
}

/** The secrets of a sign-in, known only to this server and the tab that started it. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * Returns the URL at the provider for a sign-in. @param isFresh requires the person to sign in there again @throws
 * ProviderError
 */
export function createAuthorization(
  context: ProviderContext,
  { redirectUri, isFresh }: { readonly redirectUri: string; readonly isFresh: boolean },
): Promise<SignInSecrets & { readonly address: string }> {
  return exchange(context, async (openId, provider) => {
    const { scopes } = context.singleSignOn;
    const secrets = {
      state: openId.randomState(),
      nonce: openId.randomNonce(),
      verifier: openId.randomPKCECodeVerifier(),
    };
    const address = openId.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: scopes,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await openId.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
      // Google requires these parameters to issue a refresh token.
      ...(scopes.split(' ').includes('offline_access') || isFresh
        ? {}
        : { access_type: 'offline', prompt: 'consent' }),
    });
    return { ...secrets, address: address.href };
  });
}

/** Exchanges the authorization code from the provider's redirect. @throws ProviderError */
export function exchangeCode(
  context: ProviderContext,
  {
    redirectUri,
    response,
    ...secrets
  }: SignInSecrets & { readonly redirectUri: string; readonly response: string },
): Promise<ProviderIdentity> {
  return exchange(context, async (openId, provider) => {
    const address = new URL(redirectUri);
    address.search = response;
    const tokens = await openId.authorizationCodeGrant(provider, address, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    return readIdentity(openId, provider, { tokens, singleSignOn: context.singleSignOn, expectedSubject: null });
  });
}

/** Checks whether a person still has access. @throws ProviderError, with kind `rejected` if they have none */
export function refreshAccess(
  context: ProviderContext & Required<Pick<ProviderContext, 'storeNext'>>,
  { refreshToken, subject }: { readonly refreshToken: string; readonly subject: string },
): Promise<ProviderIdentity> {
  return exchange(context, async (openId, provider) => {
    const tokens = await openId.refreshTokenGrant(provider, refreshToken);
    return readIdentity(openId, provider, { tokens, singleSignOn: context.singleSignOn, expectedSubject: subject });
  });
}

interface Granted {
  readonly tokens: OpenId.TokenEndpointResponse & OpenId.TokenEndpointResponseHelpers;
  readonly singleSignOn: SingleSignOn;
  /**
   * The subject that the response must have; null for a new sign-in. The response to a refresh may lack an ID token.
   */
  readonly expectedSubject: string | null;
}

/** Reads the person from the ID token, and from the provider's user info if the token lacks claims. */
async function readIdentity(
  openId: typeof OpenId,
  provider: OpenId.Configuration,
  { tokens, singleSignOn, expectedSubject }: Granted,
): Promise<ProviderIdentity> {
  const idToken = tokens.claims();
  const subject = idToken?.sub ?? expectedSubject;
  if (subject === null || (expectedSubject !== null && subject !== expectedSubject))
    throw new ProviderError('invalid', 'subject');
  const isComplete = idToken?.[singleSignOn.groupsClaim] !== undefined && idToken['email'] !== undefined;
  const canAsk = provider.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = !isComplete && canAsk ? await openId.fetchUserInfo(provider, tokens.access_token, subject) : {};
  const authTime = idToken?.auth_time;
  return {
    subject,
    claims: { ...userInfo, ...idToken },
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1000) : null,
    refreshToken: tokens.refresh_token ?? null,
  };
}
