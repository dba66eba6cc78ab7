/// <reference types="@vitest/browser-playwright" />
import '../../apps/web/src/ui/styles.css';
import '../../apps/web/public/theme.js';
import { listOpenCalls } from '@wayside/contract/calls';
import { getAttention } from '@wayside/contract/dashboard';
import { savePreferences } from '@wayside/contract/preferences';
import { ownProfile, type Profile } from '@wayside/contract/session';
import { listViews } from '@wayside/contract/views';
import { listWebhooks } from '@wayside/contract/webhooks';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { PERMISSIONS } from '@wayside/contract/wire/permissions';
import { afterEach, expect, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import * as z from 'zod/mini';
import { openApplication } from '../../apps/web/src/application.tsx';
import { loadConfig } from '../../apps/web/src/lib/config.ts';
import { queryClient } from '../../apps/web/src/lib/query-client.ts';
import { checkSession, endSession } from '../../apps/web/src/lib/session.ts';
import { saveToken } from '../../apps/web/src/lib/token.ts';
import { LIVE_STREAM, sendLiveHeartbeat } from './live.ts';

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any call
type AnyEndpoint<A = any> = Endpoint<any, any, any, A>;

/** The test's response to the calls of an endpoint. */
export interface MockResponse {
  readonly endpoint: AnyEndpoint;
  readonly respond: (url: URL, sent?: SentCall) => Response | Promise<Response>;
}

/** Responds with a value, encoded with the contract as the server does. */
export const respondWith = <A>(endpoint: AnyEndpoint<A>, value: NoInfer<A>): MockResponse => ({
  endpoint,
  respond: () => Response.json(z.encode(endpoint.response, value)),
});

/** Responds with a value that depends on the address of the call. */
export const respondBy = <A>(endpoint: AnyEndpoint<A>, valueAt: (url: URL) => NoInfer<A>): MockResponse => ({
  endpoint,
  respond: (url) => Response.json(z.encode(endpoint.response, valueAt(url))),
});

/** Responds with a complete list, or with a page that contains all rows. */
export function respondWithRows<R>(
  endpoint: AnyEndpoint<{ readonly rows: R[] }>,
  ...list: NoInfer<R>[]
): MockResponse {
  const page = { rows: list, total: list.length, pageCount: 1, page: 1 };
  return respondWith<{ readonly rows: R[] }>(endpoint, page);
}

/** Responds with a failure, or with a body that does not match the contract. */
export const respondWithStatus = (endpoint: AnyEndpoint, status: number, body: unknown = {}): MockResponse => ({
  endpoint,
  respond: () => Response.json(body, { status }),
});

/** Fails as a call without a network does. */
export const networkError = (endpoint: AnyEndpoint): MockResponse => ({
  endpoint,
  respond: () => Promise.reject(new TypeError('Failed to fetch')),
});

/** Delays a response until `release` is called. */
export function holdResponse(later: MockResponse): MockResponse & { readonly release: () => void } {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    endpoint: later.endpoint,
    respond: (url) => released.then(() => later.respond(url)),
    release: () => release(),
  };
}

/** Responds with each of these in turn; the last one repeats. */
export function inSequence(first: MockResponse, ...others: MockResponse[]): MockResponse {
  const left = [first, ...others];
  return {
    endpoint: first.endpoint,
    respond: (url) => ((left.length > 1 ? left.shift() : left[0]) ?? first).respond(url),
  };
}

/** The profile of an owner, who has all permissions. */
export const OWNER: Profile = {
  id: 'a'.repeat(24),
  name: 'Asha Rao',
  email: 'asha@example.in',
  role: 'owner',
  permissions: [...PERMISSIONS],
  mustSetUpTwoFactor: false,
  preferences: null,
  views: [],
};

/** A call that a screen has made. */
export interface SentCall {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}

let sent: SentCall[] = [];
let root: Awaited<ReturnType<typeof openApplication>> | null = null;
const unhandledCalls = new Set<string>();
const realFetch = window.fetch;

// Makes retries immediate.
queryClient.setDefaultOptions({
  ...queryClient.getDefaultOptions(),
  queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 },
});
document.documentElement.lang = 'en-IN';

const isCallOf = ({ path, method }: AnyEndpoint, call: SentCall): boolean =>
  call.method === method &&
  new RegExp(`^/api/v1${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(call.url.pathname);

/** Returns the bodies that the screen sent to an endpoint, in wire format. */
export const sentBodies = (endpoint: AnyEndpoint): unknown[] =>
  sent.filter((call) => isCallOf(endpoint, call)).map(({ body }) => body);

/** Returns the query parameters of the calls to an endpoint. */
export const sentQueries = (endpoint: AnyEndpoint): Record<string, string>[] =>
  sent.filter((call) => isCallOf(endpoint, call)).map(({ url }) => Object.fromEntries(url.searchParams));

function mockFetch(responses: readonly MockResponse[], config: object): void {
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (url.pathname === '/config.json') return Promise.resolve(Response.json(config));
    if (!url.pathname.startsWith('/api/v1/')) return realFetch(input, init);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    const { method = 'GET', headers, signal = null } = init ?? {};
    const call = { method, url, body, headers: new Headers(headers), signal };
    sent.push(call);
    const found = responses.find(({ endpoint }) => isCallOf(endpoint, call));
    if (found) return Promise.resolve(found.respond(call.url, call));
    unhandledCalls.add(`${call.method} ${url.pathname}`);
    return Promise.resolve(Response.json({}, { status: 404 }));
  };
}

/**
 * The profile, and the calls that live updates make for each session once an earlier test of the file has opened one
 * of our own screens.
 */
const ANY_PROVIDER_RESPONSES = [
  respondWith(ownProfile, { profile: OWNER }),
  respondWith(listOpenCalls, { rows: [] }),
  LIVE_STREAM,
];

/** The calls of every screen with our own server. */
const OWN_SERVER_RESPONSES = [
  ...ANY_PROVIDER_RESPONSES,
  respondWith(listViews, { rows: [] }),
  respondWith(savePreferences, {}),
  respondWith(getAttention, { rows: [] }),
  respondWith(listWebhooks, { rows: [] }),
];

/** Width in pixels; narrower screens use touch. */
const TABLET = 768;

const OWN_SERVER = { extensions: { all: true } };

export interface ScreenOptions {
  /** Width in pixels; the default screen is 1,280 by 800. A phone is 375 wide. */
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** The content of /config.json; by default the one of our own server. */
  readonly config?: object;
  readonly isSignedOut?: boolean;
  /** The token of a session that has not been checked. */
  readonly storedToken?: string;
}

/**
 * Opens a screen of the application without a server.
 * @param address with its query: `/users?page=2`
 * @param responses the responses to the calls of the screen, of which the first match is used; a call without a
 *   response fails the test
 */
export async function openScreen(
  address: string,
  responses: readonly MockResponse[],
  options: ScreenOptions = {},
): Promise<void> {
  close();
  const { width = 1280, height = 800, theme = 'light', config = OWN_SERVER, isSignedOut = false } = options;
  await page.viewport(width, height);
  // Moves the pointer away, because over a link it would preload that link's screen.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 });
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: width < TABLET });
  if (isSignedOut) await signOut();
  else saveToken('token-of-a-test');
  if (options.storedToken) saveToken(options.storedToken);
  localStorage.setItem('vite-ui-theme', theme);
  dispatchEvent(new Event('wayside:theme'));
  history.replaceState(null, '', address);
  sendLiveHeartbeat();
  // An external provider has none of our extensions (API-17).
  mockFetch([...responses, ...('extensions' in config ? OWN_SERVER_RESPONSES : ANY_PROVIDER_RESPONSES)], config);
  await loadConfig();
  const host = document.createElement('div');
  host.id = 'root';
  document.body.append(host);
  // Each test has its own profile.
  if (!isSignedOut) await checkSession();
  root = await openApplication(host);
}

/** Ends the previous test's session, which the routers of closed screens also notice. */
async function signOut(): Promise<void> {
  endSession('failed');
  await new Promise((resolve) => setTimeout(resolve));
}

function close(): void {
  root?.unmount();
  document.getElementById('root')?.remove();
  root = null;
  sent = [];
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
}

async function dismissToasts(): Promise<void> {
  for (const button of document.querySelectorAll<HTMLElement>('.toast-close')) button.click();
  await expect.poll(() => document.querySelector('[data-sonner-toast]')).toBeNull();
}

afterEach(async () => {
  close();
  vi.useRealTimers();
  await dismissToasts();
  const missing = [...unhandledCalls];
  unhandledCalls.clear();
  if (missing.length > 0) expect.fail(`calls that the test does not respond: ${missing.join(', ')}`);
});
