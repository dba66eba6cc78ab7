import type { Page, Route } from 'playwright-core';

/**
 * Holds every request that matches back until the returned function is called, so that what a screen shows meanwhile
 * can be looked at for as long as a test needs.
 */
export function holdCall(page: Page, pattern: string): Promise<() => void> {
  return holdUntilReleased(page, pattern, async (route, held) => {
    await held;
    // To an answer of the test's own, where there is one for this call.
    await route.fallback();
  });
}

/** As holdCall, on each of several pages; all are let go at once. */
export async function holdCallOnEach(pages: readonly Page[], pattern: string): Promise<() => void> {
  const releases = await Promise.all(pages.map((page) => holdCall(page, pattern)));
  return () => {
    for (const release of releases) release();
  };
}

/** As holdCall, but the server answers at once: only its answer comes late, and is old by then. */
export function holdAnswer(page: Page, pattern: string): Promise<() => void> {
  return holdUntilReleased(page, pattern, async (route, held) => {
    const response = await route.fetch();
    await held;
    // Nobody may wait for it any more.
    await route.fulfill({ response }).catch(() => undefined);
  });
}

async function holdUntilReleased(
  page: Page,
  pattern: string,
  answer: (route: Route, held: Promise<void>) => Promise<void>,
): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, (route) => answer(route, held));
  return () => release();
}
