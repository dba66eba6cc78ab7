import { randomUUID } from 'node:crypto';
import { sentence } from '@wayside/contract/sentences';
import { z } from 'zod';
import { ApiError, invalidField, unavailable } from '../../api-error.ts';
import type { AppContext, CallContext, Session } from '../../context.ts';
import { beginLoginAttempt } from '../../platform/accounts/login-throttle.ts';
import type { SingleSignOn } from '../../settings.ts';
import { createAuthorization, exchangeCode, ProviderError, type ProviderIdentity } from './provider.ts';

/** The page of the web app to which the provider redirects. */
const RETURN_PATH = '/single-sign-on';
const REQUEST_TTL_MS = 10 * 60_000;
const RETRY_AFTER_SECONDS = 5;

/** The purpose of a sign-in at the identity provider. */
type Purpose = 'sign_in' | 'prove' | 'connect';

const storedRequest = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  begunAtMs: z.number(),
  /** The key under which the throttle counts the steps (SECU-02). */
  attempt: z.string(),
  /** The hex hash of the session that proves identity or connects; null for a sign-in. */
  session: z.nullable(z.string()),
});

/**
 * Returns the place for which a request is encrypted, according to its purpose. Because the client holds the
 * encrypted request, any node can complete it and no node stores it.
 */
const cellAddressOf = (purpose: Purpose) => ({ table: 'single_sign_on', id: purpose, column: 'request' });

const sessionText = (session: Session | null) => session?.tokenHash.toString('hex') ?? null;

/** @throws 404 if OIDC_ISSUER is not set */
export function singleSignOnOf({ settings }: AppContext): SingleSignOn {
  if (settings.singleSignOn === null) throw new ApiError('not_found', sentence('no_single_sign_on'));
  return settings.singleSignOn;
}

// The message is shown to the user of the page that sent the header.
const unknownOrigin = (): ApiError => invalidField('Origin', sentence('origin_unknown'));

interface BeginInput {
  readonly purpose: Purpose;
  /** The origin of the page, which receives the redirect. */
  readonly origin: string | undefined;
  readonly session: Session | null;
}

/**
 * Begins a sign-in at the provider. A proof of identity requires the person to sign in there again. @throws 400 if
 * the page is not in OIDC_ORIGINS; 429 after too many attempts (SECU-02); 503 if the provider does not respond
 */
export async function beginSingleSignOn(
  context: CallContext,
  { purpose, origin = '', session }: BeginInput,
): Promise<{ address: string; request: string }> {
  const singleSignOn = singleSignOnOf(context);
  // The provider sends the code to this origin.
  if (!singleSignOn.origins.includes(origin)) throw unknownOrigin();
  const attempt = randomUUID();
  await beginLoginAttempt(context, context.actor.address, attempt);
  const redirectUri = origin + RETURN_PATH;
  const { address, ...secrets } = await createAuthorization(
    { ...context, singleSignOn },
    { redirectUri, isFresh: purpose === 'prove' },
  ).catch((error: unknown) => throwProviderFailure(context, error));
  const begunAtMs = context.now().getTime();
  const begun = { ...secrets, redirectUri, begunAtMs, attempt, session: sessionText(session) };
  const request = await context.database.transaction((client) =>
    context.keys.encrypt(client, JSON.stringify(begun), cellAddressOf(purpose)),
  );
  return { address, request };
}

interface FinishedRequest {
  readonly identity: ProviderIdentity;
  readonly begunAt: Date;
  /** Removes both steps from the throttle. */
  readonly succeed: () => Promise<void>;
}

interface FinishInput {
  readonly purpose: Purpose;
  readonly session: Session | null;
  readonly request: string;
  /** The query string of the provider's redirect. */
  readonly response: string;
}

/**
 * Reads the provider's response when the person returns. @throws 410 if the request has expired or belongs to another
 * session; 200 with status false if the provider rejects the sign-in; 429 after too many attempts (SECU-02)
 */
export async function finishRequest(
  context: CallContext,
  { purpose, session, request, response }: FinishInput,
): Promise<FinishedRequest> {
  const singleSignOn = singleSignOnOf(context);
  const text = await context.keys.decrypt(request, cellAddressOf(purpose)).catch(() => null);
  const begun = text === null ? null : storedRequest.parse(JSON.parse(text));
  const isOpen = begun !== null && begun.begunAtMs + REQUEST_TTL_MS > context.now().getTime();
  if (!isOpen || begun.session !== sessionText(session)) throw new ApiError('gone', sentence('sign_in_expired'));
  const attempt = await beginLoginAttempt(context, context.actor.address, begun.attempt);
  const answer = await exchangeCode({ ...context, singleSignOn }, { ...begun, response }).catch((error: unknown) =>
    throwProviderFailure(context, error),
  );
  const succeed = async () => {
    await attempt.succeed();
    await attempt.succeedFirstStep();
  };
  return { identity: answer, begunAt: new Date(begun.begunAtMs), succeed };
}

/** @throws ApiError with instructions for the user; the cause is logged */
function throwProviderFailure(context: AppContext, error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  context.log.warn({ err: error }, 'a sign-in at the identity provider failed');
  const { name } = singleSignOnOf(context);
  if (error.kind === 'unavailable')
    throw unavailable(sentence('sign_in_fails_now', { provider: name }), RETRY_AFTER_SECONDS);
  throw new ApiError('invalid_credentials', sentence('sign_in_not_confirmed', { provider: name }));
}
