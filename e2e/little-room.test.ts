import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { applicationTest } from './support/application-test.ts';
import { expectVisible } from './support/expectations.ts';
import { pushPath } from './support/navigation.ts';
import { beginSignedIn } from './support/session.ts';

const test = applicationTest({ demo: true });

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

/** What of the headings and of the column "Status" does not fit where it stands. */
function cutWords(page: Page): Promise<string[]> {
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

/** How many lines the sums above a table take, by their text. */
function linesOfSums(page: Page): Promise<[string, number][]> {
  return page.getByRole('region', { name: /^Sums/ }).evaluate((sums) =>
    [...sums.querySelectorAll('.numeric')].map((sum) => {
      const range = document.createRange();
      range.selectNodeContents(sum);
      return [sum.textContent, new Set([...range.getClientRects()].map(({ top }) => top)).size];
    }),
  );
}

describe('where there is little room', () => {
  test('[BOOK-04, USER-02, MECH-02, PAYM-03, PAYO-03] no heading and no status of a table is cut', async ({
    page,
    application,
  }) => {
    await beginSignedIn(page, application);
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.goto('/dashboard');
    for (const [path, name] of tables) {
      await pushPath(page, path);
      await expectVisible(page.getByRole('heading', { name: new RegExp(`^${name} \\(`) }));
      await expect.poll(() => page.getByRole('table').getAttribute('aria-busy')).toBe('false');
      expect(await cutWords(page), path).toEqual([]);
    }
  });

  test.for(['desktop', 'phone'] as const)(
    '[PAYM-01, PAYO-01] no sum is broken on a %s',
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
