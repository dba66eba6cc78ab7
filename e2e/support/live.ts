import { streamLiveChanges } from '@wayside/contract/live';
import { toggleUserBlock } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { callApi } from './api-call.ts';
import type { Application } from './application.ts';
import { callPattern } from './calls.ts';
import { beginSignedIn, storedSession } from './session.ts';

/** Counts the streams of a page from now on, both all that were opened and those still open. */
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

/** Opens a path and waits until the page follows changes. */
export async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse(callPattern(streamLiveChanges));
  await page.goto(path);
  await stream;
}

/**
 * Hides the page as another tab in front of it would, or shows it again, because headless browsers never hide a page.
 */
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

/** Returns the bar above a list that announces changes which would move its rows. */
export const newRowsBar = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

/** Returns the ids of the records on the page, in order. */
export const shownIds = (page: Page): Promise<(string | null)[]> =>
  page.locator('[data-record]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-record')));

/** Blocks or unblocks a customer as another administrator. */
export async function toggleElsewhere(application: Application, user: { id: string }): Promise<void> {
  const token = await storedSession(application);
  await callApi(application, token, toggleUserBlock, { params: { id: user.id } });
}

/** Signs in, opens a list and waits until it is filled and follows changes. */
export async function openLiveList(page: Page, application: Application, path: string): Promise<void> {
  await beginSignedIn(page, application);
  await openLive(page, path);
  await page.locator('[data-record]').first().waitFor();
}
