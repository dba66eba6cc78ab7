import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';

/** An account at the provider, whose subject is the key in `people`. */
interface Person {
  name: string;
  email: string;
  groups: string[];
}

/** A real OpenID Connect provider on its own port, without consent pages. */
export interface IdentityProvider {
  readonly issuer: string;
  /** The settings of an application that uses this provider, without OIDC_ROLES. */
  readonly environment: Readonly<Record<string, string>>;
  /** The people with an account; tests add, change and remove them. */
  readonly people: Map<string, Person>;
  /** Changes the ID tokens before the provider signs them. */
  tamper: ((claims: JWTPayload) => JWTPayload) | null;
  /** Replaces the provider's ID tokens. */
  forge: ((claims: JWTPayload, published: JWK) => string | Promise<string>) | null;
  /** Whether the provider closes every connection without a response. */
  isDown: boolean;
  /** Paths whose connections the provider closes without a response: `/jwks`, `/me`. */
  readonly brokenPaths: Set<string>;
  /** Discards the signing key and signs with another one from now on. */
  rotateKeys(): Promise<void>;
  /** Signs in as a browser does. @param subject "" cancels @returns the query with which the provider redirects the user */
  visit(address: string, subject: string): Promise<string>;
  stop(): Promise<void>;
}

interface SigningKey {
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
}

export const clientOfProvider = { id: 'wayside', secret: 'the secret of the client at the provider' };
const daySeconds = 86_400;

async function newKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { privateKey, jwk: { ...jwk, kid: crypto.randomUUID(), use: 'sig', alg: 'RS256' } };
}

const signWith = ({ jwk: { kid = '' }, privateKey }: SigningKey, claims: JWTPayload): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);

export async function startIdentityProvider(): Promise<IdentityProvider> {
  let key = await newKey();
  const people: IdentityProvider['people'] = new Map();
  const server = createServer((request, response) => {
    if (own.isDown || own.brokenPaths.has(request.url ?? '')) request.socket.destroy();
    else void current(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const stored = new Map<string, AdapterPayload>();

  function makeProvider(): ReturnType<Provider['callback']> {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientOfProvider.id,
          client_secret: clientOfProvider.secret,
          redirect_uris: ['http://127.0.0.1/single-sign-on'],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'client_secret_post',
          require_auth_time: true,
        },
      ],
      adapter: (kind) => storageOf(kind, stored),
      jwks: { keys: [key.jwk] },
      cookies: { keys: ['of a test'] },
      claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email'] },
      scopes: ['openid', 'offline_access'],
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: daySeconds,
        IdToken: 3_600,
        Interaction: 600,
        RefreshToken: daySeconds,
        Session: daySeconds,
      },
      issueRefreshToken: async () => true,
      rotateRefreshToken: true,
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, subject) => {
        const person = people.get(subject);
        return person && { accountId: subject, claims: () => ({ sub: subject, ...person }) };
      },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new provider.Grant({
          clientId: clientOfProvider.id,
          accountId: oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid profile email offline_access');
        await grant.save();
        return grant;
      },
    });
    // The port of the application is known only when it runs.
    provider.Client.prototype.redirectUriAllowed = (uri: string) => uri.endsWith('/single-sign-on');
    provider.use(async (context, next) => {
      if (context.path.startsWith('/interaction/')) return completeInteraction(provider, context);
      await next();
      if (context.path === '/token') await tamperWith(context.body);
    });
    return provider.callback();
  }

  async function tamperWith(body: unknown): Promise<void> {
    const tokens = body as { id_token?: string };
    if (tokens.id_token === undefined || (own.tamper === null && own.forge === null)) return;
    const claims = own.tamper?.(decodeJwt(tokens.id_token)) ?? decodeJwt(tokens.id_token);
    tokens.id_token = await (own.forge?.(claims, key.jwk) ?? signWith(key, claims));
  }

  const own: IdentityProvider = {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientOfProvider.id,
      OIDC_CLIENT_SECRET: clientOfProvider.secret,
    },
    people,
    tamper: null,
    forge: null,
    isDown: false,
    brokenPaths: new Set(),
    rotateKeys: async () => {
      key = await newKey();
      current = makeProvider();
    },
    visit,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  let current = makeProvider();
  return own;
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0];

const page = `<!doctype html><html lang="en"><title>Example ID</title>
<form method="post"><h1>Example ID</h1><label>Account <input name="subject" autofocus></label> <button>Sign in</button></form>`;

/** Shows the sign-in page, or signs in with the submitted form. */
async function completeInteraction(provider: Provider, context: Context): Promise<void> {
  if (context.method === 'GET') {
    context.type = 'html';
    context.body = page;
    return;
  }
  const accountId = new URLSearchParams(await bodyOf(context.req)).get('subject') ?? '';
  context.respond = false;
  const result = accountId === '' ? { error: 'access_denied' } : { login: { accountId } };
  await provider.interactionFinished(context.req, context.res, result);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function visit(address: string, subject: string): Promise<string> {
  const cookies = new Map<string, string>();
  async function open(url: string, body: URLSearchParams | null): Promise<string> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null && response.ok && body === null) return open(url, new URLSearchParams({ subject }));
    if (location === null) throw new Error(`${response.status} ${await response.text()}`);
    const { href, pathname, search } = new URL(location, url);
    return pathname === '/single-sign-on' ? search.slice(1) : open(href, null);
  }
  return open(address, null);
}

/** Creates the storage of a provider, which another provider with other keys can reuse. */
function storageOf(kind: string, stored: Map<string, AdapterPayload>): Adapter {
  const find = (isWanted: (payload: AdapterPayload) => boolean) =>
    Promise.resolve([...stored.values()].find((payload) => payload.kind === kind && isWanted(payload)));
  const keyOf = (id: string) => `${kind} ${id}`;
  return {
    upsert: async (id, payload) => void stored.set(keyOf(id), payload),
    find: async (id) => stored.get(keyOf(id)),
    findByUid: (uid) => find((payload) => payload.uid === uid),
    findByUserCode: (code) => find((payload) => payload.userCode === code),
    consume: async (id) => void stored.set(keyOf(id), { ...stored.get(keyOf(id)), consumed: Date.now() / 1000 }),
    destroy: async (id) => void stored.delete(keyOf(id)),
    revokeByGrantId: (grantId) => {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
      return Promise.resolve();
    },
  };
}
