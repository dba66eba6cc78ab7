import { listBookings } from '@wayside/contract/bookings';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { callPattern, recordCalls, type ServedAnswer, serveAnswers } from './support/calls.ts';
import { runClockUntil, stopClock } from './support/clock.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { manyBookings } from './support/factories/bookings.ts';

const test = signedInTest({ bookings: manyBookings(12) });

const card = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error Loading Bookings' });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again' });
const heading = (page: Page) => page.getByRole('heading', { name: 'All Bookings (12)' });
const fixedText = 'Failed to load bookings. Please try again.';

/** The calls of a load: when they were sent, and when they ended. */
interface Load {
  readonly calls: readonly URL[];
  readonly ended: readonly URL[];
}

/** Opens the list with a stopped clock, so that no retry runs before the test advances it. */
async function openOnStoppedClock(page: Page): Promise<Load> {
  await stopClock(page);
  const calls = recordCalls(page, listBookings);
  const ended = recordCalls(page, listBookings, ['requestfinished', 'requestfailed']);
  await page.goto('/bookings');
  await runClockUntil(page, () => ended.length, 1);
  return { calls, ended };
}

/** Asserts three retries, each after twice the delay (ERR-02), and lets them end. */
async function expectThreeRetries(page: Page, { calls, ended }: Load): Promise<void> {
  for (const [retry, delayMs] of [1000, 2000, 4000].entries()) {
    await page.clock.runFor(delayMs - 500);
    expect(calls).toHaveLength(retry + 1);
    await runClockUntil(page, () => ended.length, retry + 2);
  }
}

describe('a load that fails', () => {
  test.for<[string, ServedAnswer, string]>([
    ['a 500 without a message', { status: 500, json: {} }, fixedText],
    ['a page of HTML with 502', { status: 502, body: '<h1>Bad gateway</h1>' }, fixedText],
    ['no answer', 'none', fixedText],
  ])(
    '[ERR-01, ERR-02, BOOK-06] with %s is retried three times and then shows a card',
    async ([, answer, words], { page }) => {
      await serveAnswers(page, listBookings, answer);
      const load = await openOnStoppedClock(page);
      await expectThreeRetries(page, load);
      await runClockUntil(page, () => card(page).isVisible(), true);
      await expectText(card(page).getByRole('heading'), 'Error Loading Bookings');
      await expectVisible(card(page).getByText(words, { exact: true }));
      await page.clock.runFor(60_000);
      expect(load.calls).toHaveLength(4);
    },
  );

  test.for<[string, ServedAnswer, string]>([
    ['status false', { json: { status: false } }, 'Failed to fetch bookings'],
    ['a 404', { status: 404, json: {} }, fixedText],
    ['a 400 with a message', { status: 400, json: { status: false, message: 'No such page' } }, 'No such page'],
  ])('[ERR-01, ERR-02, BOOK-06] with %s is not retried', async ([, answer, words], { page }) => {
    await serveAnswers(page, listBookings, answer);
    const { calls } = await openOnStoppedClock(page);
    await runClockUntil(page, () => card(page).isVisible(), true);
    await expectVisible(card(page).getByText(words, { exact: true }));
    await page.clock.runFor(60_000);
    expect(calls).toHaveLength(1);
  });

  test('[ERR-01] is logged with its status', async ({ page, pageErrors }) => {
    pageErrors.expect(/console: .*HTTP error! status: 404/);
    pageErrors.expect(/response: 404/);
    await serveAnswers(page, listBookings, { status: 404, json: {} });
    await page.goto('/bookings');
    await expectVisible(card(page));
  });

  test('[ERR-03, BOOK-06] is repeated by Try Again', async ({ page }) => {
    await serveAnswers(page, listBookings, { status: 404, json: {} }, { status: 404, json: {} }, 'real');
    const calls = recordCalls(page, listBookings);
    await page.goto('/bookings');
    await tryAgain(page).click();
    await expect.poll(() => calls.length).toBe(2);
    await expectVisible(card(page));
    await tryAgain(page).click();
    await expectVisible(heading(page));
    await expectHidden(card(page));
    expect(calls).toHaveLength(3);
  });

  test('[ERR-03] on Refresh keeps the rows and marks them as old', async ({ page }) => {
    await serveAnswers(page, listBookings, 'real', { status: 404, json: {} }, 'real');
    await page.goto('/bookings');
    await expectVisible(heading(page));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectVisible(page.getByRole('alert').getByText(`${fixedText} What you see was loaded before.`));
    await expectVisible(heading(page));
    await tryAgain(page).click();
    await expectHidden(page.getByRole('alert'));
  });

  test('[ERR-03, NAV-09] on the next page shows the error there and is repeated there', async ({ page }) => {
    await serveAnswers(page, listBookings, 'real', { status: 404, json: {} }, 'real');
    await page.goto('/bookings');
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expectVisible(page.getByRole('alert').getByText(fixedText));
    await tryAgain(page).click();
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    await expectHidden(page.getByRole('alert'));
  });

  test('[ERR-03, BOOK-08] of a shared booking shows the error in the dialog and is repeated there', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 404|console: )/);
    const id = 'f'.repeat(24);
    await page.route(`${callPattern(listBookings)}search=${id}*`, (route) =>
      route.fulfill({ status: 404, json: {} }),
    );
    await page.goto(`/bookings?booking=${id}`);
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText(fixedText));
    await page.unroute(`${callPattern(listBookings)}search=${id}*`);
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(dialog.getByText(/^There is no booking with this id/));
  });
});
