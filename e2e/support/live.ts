import { streamLiveChanges } from '@wayside/contract/live';
import type { Page } from 'playwright-core';
import { callPattern } from './calls.ts';

/** Counts the streams of a page from now on: how many were opened, and how many are open. */
export function countStreams(page: Page): { opened(): number; open(): number } {
  let opened = 0;
  let ended = 0;
  const isStream = (url: string) => new URL(url).pathname.endsWith(streamLiveChanges.path);
  page.on('request', (request) => {
    if (isStream(request.url())) opened += 1;
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => {
      if (isStream(request.url())) ended += 1;
    });
  return { opened: () => opened, open: () => opened - ended };
}

/** Goes to a path and waits until the page follows changes. */
export async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse(callPattern(streamLiveChanges));
  await page.goto(path);
  await stream;
}

/** Hides the page as another tab in front of it does, or shows it again: browsers without a window never hide one. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
