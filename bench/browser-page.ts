import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Application } from '../e2e/support/application.ts';
import { contextOptions } from '../e2e/support/page-options.ts';
import { tokenKey } from '../e2e/support/session.ts';

/** The speed of the machine and network: unthrottled, or a mid-range phone on a slow connection. */
export type Pace = 'plain' | 'throttled';

export const paces: readonly Pace[] = ['plain', 'throttled'];

const SLOW_CPU = 4;
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

/** The product with demo data and a browser, with or without a session. */
export interface Bench {
  readonly browser: Browser;
  readonly application: Application;
  readonly token: string;
}

/**
 * Runs a measurement on a fresh page, with nothing cached and nothing compiled.
 * @param isSignedIn whether the session token is stored before the page loads
 */
export async function onFreshPage<T>(
  { browser, application, token }: Bench,
  isSignedIn: boolean,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(contextOptions({}, application.url));
  try {
    const page = await context.newPage();
    // The TypeScript runner keeps function names by calling `__name`, which the page does not define.
    await page.addInitScript('globalThis.__name = (named) => named');
    if (isSignedIn)
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [tokenKey, token] as const);
    return await measure(page);
  } finally {
    await context.close();
  }
}

/** Throttles the page from now on if `pace` requires it. */
export async function setPace(page: Page, pace: Pace): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  if (pace === 'throttled') {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  }
  return devtools;
}
