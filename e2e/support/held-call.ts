import type { Page } from 'playwright-core';

/**
 * Holds every request that matches back until the returned function is called, so that what a screen shows meanwhile
 * can be looked at for as long as a test needs.
 */
export async function holdCall(page: Page, pattern: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}
