import type { Page } from 'playwright-core';

type Moment = 'request' | 'requestfinished' | 'requestfailed';

/**
 * The addresses of the calls of one endpoint, whatever its parameters, that a page makes from now on, in order.
 * @param moments of a call's life at which it is noted; by default when it is sent
 */
export function recordCalls(
  page: Page,
  endpoint: { readonly path: string },
  moments: readonly Moment[] = ['request'],
): URL[] {
  const calls: URL[] = [];
  const path = new RegExp(`^/api/v1${endpoint.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
  for (const moment of moments) {
    // Written out because each event has a listener type of its own.
    page.on(moment as 'request', (request) => {
      const url = new URL(request.url());
      if (path.test(url.pathname)) calls.push(url);
    });
  }
  return calls;
}
