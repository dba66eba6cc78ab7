import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { failureResponse, type NextResponse, type Route } from '../support/external/exchange.ts';
import { makeExternalRoutes } from '../support/external/marketplace.ts';
import { type MockResponse, openScreen, type ScreenOptions, type SentCall } from './open-screen.ts';

interface Call {
  readonly path: string;
}

/** A call that the external API has received. */
interface ReceivedCall {
  readonly template: string;
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly body: unknown;
  readonly token: string | null;
  readonly wasAborted: boolean;
}

let log: { template: string; sent: SentCall }[] = [];
let plans = new Map<string, NextResponse[]>();
let warned: MockInstance<typeof console.warn>;
const templateOf = ({ path }: Call) => path.replaceAll(/\{\w*\}/g, '{}');

function toResponse({ status = 200, json, body }: ReturnType<Route['respond']>): Response {
  const text = body ?? (json === undefined ? '' : JSON.stringify(json));
  return new Response(status === 204 ? null : String(text), { status });
}

/** Rejects when the signal aborts, as a real call does. */
const untilAborted = (signal: AbortSignal | null) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

async function respond(route: Route, sent: SentCall): Promise<Response> {
  log.push({ template: route.path, sent });
  const plan = plans.get(route.path)?.shift();
  if (plan === 'dropped') throw new TypeError('Failed to fetch');
  const isHeld = typeof plan === 'object' && 'held' in plan;
  if (plan !== undefined && plan !== 'no cors' && !isHeld) return toResponse(failureResponse(plan));
  const path = sent.url.pathname.replace(/^\/api\/v1/, '');
  const id = new RegExp(`^${route.path.replaceAll('{}', '([^/]+)')}$`).exec(path)?.[1] ?? '';
  const response = route.respond({
    method: sent.method,
    path,
    query: Object.fromEntries(sent.url.searchParams),
    token: sent.headers.get('token') ?? undefined,
    contentType: sent.headers.get('content-type') ?? undefined,
    body: sent.body,
    wasAborted: false,
    id: decodeURIComponent(id),
  });
  if (isHeld) await Promise.race([plan.held, untilAborted(sent.signal)]);
  return toResponse(response);
}

const DELETE_IMAGE: Route = { method: 'DELETE', path: '/file/delete', respond: () => ({ json: { status: true } }) };

const toReceived = ({
  template,
  sent: { method, url, body, headers, signal },
}: (typeof log)[number]): ReceivedCall => ({
  template,
  method,
  path: url.pathname.replace(/^\/api\/v1/, ''),
  query: Object.fromEntries(url.searchParams),
  body,
  token: headers.get('token'),
  wasAborted: signal?.aborted ?? false,
});

/** Returns the requests for a call that the external API received. */
export const receivedCalls = (call: Call): ReceivedCall[] =>
  log.filter(({ template }) => template === templateOf(call)).map(toReceived);

/** Returns all requests that the external API received, in order: "GET /user/…". */
export const allReceivedCalls = (): string[] => log.map(toReceived).map(({ method, path }) => `${method} ${path}`);

/** Sets the responses to the next requests for a call. */
export const setNextResponses = (call: Call, ...how: NextResponse[]): void => void plans.set(templateOf(call), how);

/** Returns the warnings that the lenient decoder logged for a call. */
export const warningsOf = ({ name }: { readonly name: string }): string[] =>
  warned.mock.calls.map(([text]) => String(text)).filter((text) => text.startsWith(name));

/**
 * Opens a screen with an external API that has none of our extensions and serves the records of
 * e2e/support/external/records.ts.
 * @param alter changes the records
 */
export async function openExternalScreen(
  address: string,
  options: ScreenOptions = {},
  alter?: <T>(records: T) => T,
): Promise<void> {
  const responses = [...makeExternalRoutes(alter), DELETE_IMAGE].map((route) => ({
    endpoint: { path: route.path.replaceAll('{}', '{id}'), method: route.method } as MockResponse['endpoint'],
    respond: (_url: URL, sent?: SentCall) => (sent ? respond(route, sent) : Response.error()),
  }));
  await openScreen(address, responses, {
    config: { updateMethod: 'PUT', fileHost: `${location.origin}/api/v1` },
    ...options,
  });
}

beforeEach(() => {
  log = [];
  plans = new Map();
  warned = vi.spyOn(console, 'warn').mockClear().mockReturnValue();
});

afterEach(() => {
  const others = log.filter(({ sent }) => sent.headers.get('content-type') !== 'application/json');
  expect(
    others.map(({ template }) => template),
    'calls with another content type',
  ).toEqual([]);
});
