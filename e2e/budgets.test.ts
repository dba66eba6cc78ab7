import { listBookings } from '@wayside/contract/bookings';
import { ownProfile } from '@wayside/contract/session';
import { listUsers, toggleUserBlock } from '@wayside/contract/users';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { applicationTest } from './support/application-test.ts';
import { expectVisible } from './support/expectations.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { measureFirstVisit, OTHER_SCREENS, pushPath } from './support/navigation.ts';
import { beginSignedIn } from './support/session.ts';
import { codeBytes, countTransfers, formatTransfers, type Transfer } from './support/transfers.ts';
import { getVisibleTime, holdLateCode, recordWhenVisible } from './support/usable-time.ts';

const kilobyte = 1000;
/** Every paged screen, including the one with the largest rows: mechanics who can be paid. */
const LISTS = [
  '/bookings',
  '/users',
  '/mechanics',
  '/mechanics?status=approved&page=3',
  '/payments',
  '/payouts',
  '/notifications',
  '/activity',
];
/** The stream of changes is open, as in real use; its code loads after the first paint. */
const test = applicationTest({ demo: true }).extend('page', async ({ openPage }) =>
  openPage({ live: true, emptyCache: true }),
);

/** The kilobytes that the other languages may add to English (LANG-04). */
const languages = 5;

/** Counts the nodes of the body; the head is excluded because its number of preload links varies. */
const countNodes = (page: Page) => page.evaluate(() => document.body.querySelectorAll('*').length);

/**
 * Returns the requests sent before the expected element was visible. Later requests, sent while the page is idle, do
 * not count.
 */
async function untilUsable(page: Page, transfers: () => Promise<Transfer[]>): Promise<Transfer[]> {
  const usableAt = await getVisibleTime(page);
  return (await transfers()).filter(({ sentAt }) => sentAt <= usableAt);
}

describe('on a first visit', () => {
  test('the login page loads at most 100 kB of code in 10 requests', async ({ page }) => {
    const transfers = await countTransfers(page);
    await watchLayoutShift(page);
    await recordWhenVisible(page, 'button', 'Sign In');
    await holdLateCode(page);
    await page.goto('/');
    await expectVisible(page.getByRole('button', { name: 'Sign In' }));
    const moved = await untilUsable(page, transfers);
    expect(codeBytes(moved), formatTransfers(moved)).toBeLessThanOrEqual(100 * kilobyte);
    expect(moved.length, formatTransfers(moved)).toBeLessThanOrEqual(10);
    await expectNoLayoutShift(page);
  });

  test('[LANG-04] the dashboard loads at most 165 kB of code and 5 kB for languages in 16 requests', async ({
    page,
    application,
  }) => {
    await beginSignedIn(page, application);
    const transfers = await countTransfers(page);
    await watchLayoutShift(page);
    await recordWhenVisible(page, 'h2', 'Daily Earnings');
    await holdLateCode(page);
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));
    const moved = await untilUsable(page, transfers);
    expect(codeBytes(moved), formatTransfers(moved)).toBeLessThanOrEqual((165 + languages) * kilobyte);
    expect(moved.length, formatTransfers(moved)).toBeLessThanOrEqual(16);
    await expectNoLayoutShift(page);
  });

  test('each further screen loads at most 30 kB of additional code', async ({ openPage, application }) => {
    // The stream's code belongs to no screen and may load at any time after the first paint.
    const page = await openPage({ emptyCache: true });
    await beginSignedIn(page, application);
    const tooHeavy: string[] = [];
    for (const screen of OTHER_SCREENS) {
      const moved = await measureFirstVisit(page, screen);
      if (codeBytes(moved) > 30 * kilobyte) tooHeavy.push(`${screen}: ${formatTransfers(moved)}`);
    }
    expect(tooHeavy).toEqual([]);
    // The test makes a dozen cold starts in sequence.
  }, 180_000);

  test('each list has at most 700 nodes for 10 rows', async ({ page, application }) => {
    const token = await beginSignedIn(page, application);
    const { rows: users } = await callApi(application, token, listUsers, {
      query: { page: 1, limit: PAGE_SIZE, active: null, sort: null, search: '' },
    });
    for (const { id } of users)
      await callApi(application, token, toggleUserBlock, { params: { id }, query: { seen: null } });
    const nodes: Record<string, number> = {};
    for (const screen of LISTS) {
      await page.goto(screen);
      await expectVisible(page.getByRole('heading', { level: 2, name: /\(/ }));
      expect(await page.getByRole('table').getByRole('row').count(), screen).toBe(PAGE_SIZE + 1);
      nodes[screen] = await countNodes(page);
    }
    expect(
      Object.entries(nodes).filter(([, count]) => count > 700),
      JSON.stringify(nodes),
    ).toEqual([]);
  });

  test('[ERR-02] the bookings screen sends only the calls for profile and list', async ({
    openPage,
    application,
  }) => {
    // The code of the live stream loads after the first paint, before or after the rows.
    const page = await openPage({ emptyCache: true });
    await beginSignedIn(page, application);
    const transfers = await countTransfers(page);
    await watchLayoutShift(page);
    await recordWhenVisible(page, 'h2', 'All Bookings (');
    await page.goto('/bookings');
    await expectVisible(page.getByRole('heading', { name: /^All Bookings \(/ }));
    const moved = await untilUsable(page, transfers);
    const data = moved.filter(({ path }) => path.startsWith('/api/')).map(({ path }) => path);
    expect(data.sort()).toEqual([ownProfile, listBookings].map(({ path }) => `/api/v1${path}`));
    expect(codeBytes(moved), formatTransfers(moved)).toBeLessThanOrEqual((165 + languages + 30) * kilobyte);
    await expectNoLayoutShift(page);
  });
});

const tables = [
  ['/bookings?status=user_confirmed', 'All Bookings'],
  ['/bookings', 'All Bookings'],
  ['/users', 'All Users'],
  ['/mechanics', 'All Mechanics'],
  ['/payments', 'All Payments'],
  ['/payouts', 'All Mechanics'],
  ['/services/sos', 'SOS Services'],
  ['/services/regular', 'Services'],
  ['/master/slots', 'Time Slots'],
  ['/master/vehicle-models', 'Vehicle Models'],
] as const;

/** Returns the headings and statuses of a table that do not fit their cells. */
function truncatedTexts(page: Page): Promise<string[]> {
  return page.getByRole('table').evaluate((table) => {
    const headings = [...table.querySelectorAll('th')];
    const place = headings.findIndex(({ innerText }) => innerText === 'Status');
    const statuses = place < 0 ? [] : [...table.querySelectorAll(`td:nth-child(${place + 1})`)];
    return [...headings, ...statuses].flatMap((cell) =>
      [cell, ...cell.querySelectorAll('*:not(.sr-only)')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ textContent, scrollWidth, clientWidth }) => `${textContent}: ${scrollWidth} > ${clientWidth}`),
    );
  });
}

/** Returns the number of lines of each sum above a table, by its text. */
function linesOfSums(page: Page): Promise<[string, number][]> {
  return page.getByRole('region', { name: /^Sums/ }).evaluate((sums) =>
    [...sums.querySelectorAll('.numeric')].map((sum) => {
      const range = document.createRange();
      range.selectNodeContents(sum);
      return [sum.textContent, new Set([...range.getClientRects()].map(({ top }) => top)).size];
    }),
  );
}

describe('at a width of 1100 pixels', () => {
  test('[BOOK-04, USER-02, MECH-02, PAYM-03, PAYO-03] no heading and no status of a table is truncated', async ({
    page,
    application,
  }) => {
    await beginSignedIn(page, application);
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.goto('/dashboard');
    // A table has the least room when the sidebar is expanded.
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
    for (const [path, name] of tables) {
      await pushPath(page, path);
      await expectVisible(page.getByRole('heading', { name: new RegExp(`^${name} \\(`) }));
      await expect.poll(() => page.getByRole('table').getAttribute('aria-busy')).toBe('false');
      expect(await truncatedTexts(page), path).toEqual([]);
    }
  });

  test.for(['desktop', 'phone'] as const)(
    '[PAYM-01, PAYO-01] no amount wraps on a %s',
    async (width, { openSignedIn }) => {
      const page = await openSignedIn({ width });
      if (width === 'desktop') await page.setViewportSize({ width: 1100, height: 800 });
      for (const path of ['/payouts', '/payments']) {
        await page.goto(path);
        await expect.poll(() => linesOfSums(page)).toHaveLength(4);
        expect(
          (await linesOfSums(page)).filter(([, lines]) => lines !== 1),
          path,
        ).toEqual([]);
      }
    },
  );
});
