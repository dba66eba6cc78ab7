import type { Page, Route } from 'playwright-core';
import type { Application } from './application.ts';
import { PageErrors } from './page-errors.ts';

interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

/** The part of an endpoint that tests need to call or intercept it. */
interface Path {
  readonly path: string;
}

/** Returns the URL of an endpoint without parameters. */
export function apiUrl(application: Application, endpoint: Path): string {
  return `${application.url}/api/v1${endpoint.path}`;
}

/** Returns a pattern for `page.route` that matches every call of an endpoint. */
export function callPattern(endpoint: Path): string {
  return `**/api/v1${endpoint.path.replaceAll(/\{[^}]+\}/g, '*')}*`;
}

type RequestEvent = 'request' | 'requestfinished' | 'requestfailed';

/**
 * Records the URLs of the calls that a page makes to an endpoint from now on.
 * @param events the events at which a call is recorded
 */
export function recordCalls(
  page: Page,
  endpoint: { readonly path: string; readonly method?: string },
  events: readonly RequestEvent[] = ['request'],
): URL[] {
  const calls: URL[] = [];
  const path = new RegExp(`^/api/v1${endpoint.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
  for (const event of events) {
    // Each event has its own listener type.
    page.on(event as 'request', (request) => {
      const url = new URL(request.url());
      const isMethod = endpoint.method === undefined || request.method() === endpoint.method;
      if (isMethod && path.test(url.pathname)) calls.push(url);
    });
  }
  return calls;
}

/** The response to a call: the test's own, none, or the server's. */
export type MockResponse = { status?: number; json: unknown } | { status?: number; body: string } | 'none' | 'real';

/**
 * Responds to the calls of an endpoint with each of these in turn; the last one repeats. The test need not announce
 * the errors that they cause.
 */
export async function mockResponses(page: Page, endpoint: Endpoint, ...responses: MockResponse[]): Promise<void> {
  PageErrors.of(page).allow(new RegExp(`^console: ${endpoint.name}\\b`));
  for (const response of responses) {
    if (response === 'none') PageErrors.of(page).allow(/^request: net::ERR_FAILED /);
    if (typeof response === 'object' && (response.status ?? 200) >= 400)
      PageErrors.of(page).allow(new RegExp(`^response: ${response.status} ${endpoint.method}`));
  }
  let next = 0;
  await page.route(callPattern(endpoint), async (route) => {
    const response = responses[Math.min(next, responses.length - 1)] ?? 'real';
    next += 1;
    if (response === 'none') await route.abort();
    else if (response === 'real') await route.continue();
    else await route.fulfill(response);
  });
}

/** Holds matching requests back until the returned function is called. */
export function holdCall(page: Page, pattern: string): Promise<() => void> {
  return holdUntilReleased(page, pattern, async (route, held) => {
    await held;
    // Lets mockResponses respond if the test uses it for this call.
    await route.fallback();
  });
}

/** Does the same as holdCall on several pages, which are released together. */
export async function holdCallOnEach(pages: readonly Page[], pattern: string): Promise<() => void> {
  const releases = await Promise.all(pages.map((page) => holdCall(page, pattern)));
  return () => {
    for (const release of releases) release();
  };
}

/**
 * Forwards matching requests immediately, but holds their responses until the returned function is called, so that
 * they arrive late and stale.
 */
export function holdResponse(page: Page, pattern: string): Promise<() => void> {
  return holdUntilReleased(page, pattern, async (route, held) => {
    const response = await route.fetch();
    await held;
    // The page may have aborted the call.
    await route.fulfill({ response }).catch(() => undefined);
  });
}

async function holdUntilReleased(
  page: Page,
  pattern: string,
  response: (route: Route, held: Promise<void>) => Promise<void>,
): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, (route) => response(route, held));
  return () => release();
}

/** Disables our extensions in the runtime config, as with an external API (API-17). */
export async function simulateExternalApi(page: Page): Promise<void> {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), extensions: {} } });
  });
}
