import { listBookings } from '@wayside/contract/bookings';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { recordCalls } from './support/call-log.ts';
import { callPattern } from './support/calls.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { manyBookings } from './support/factories/bookings.ts';
import { expectThreeRetries, openOnStoppedClock } from './support/retried-load.ts';
import { type ServedAnswer, serveAnswers } from './support/served-answers.ts';
import { signedInTest } from './support/signed-in-test.ts';
import { runClockUntil } from './support/stopped-clock.ts';

const test = signedInTest({ bookings: manyBookings(12) });

const card = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error Loading Bookings' });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again' });
const heading = (page: Page) => page.getByRole('heading', { name: 'All Bookings (12)' });
const fixedText = 'Failed to load bookings. Please try again.';

describe('a load that fails', () => {
  test.for<[string, ServedAnswer, string]>([
    ['a 500 without a message', { status: 500, json: {} }, fixedText],
    ['a 503 with a message', { status: 503, json: { status: false, message: 'Back at noon' } }, 'Back at noon'],
    ['a page of HTML with 502', { status: 502, body: '<h1>Bad gateway</h1>' }, fixedText],
    ['no answer', 'none', fixedText],
    ['an answer that is not JSON', { body: 'welcome' }, fixedText],
  ])(
    '[ERR-01, ERR-02, BOOK-06] with %s is tried four times, then says so',
    async ([, answer, words], { page, problems }) => {
      problems.allow(/^(response: 50|request: net::ERR_FAILED|console: )/);
      await serveAnswers(page, listBookings, answer);
      const load = await openOnStoppedClock(page, '/bookings', listBookings);
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
    ['status false and a message', { json: { status: false, message: 'Not today' } }, 'Not today'],
    ['a 404', { status: 404, json: {} }, fixedText],
    ['a 400 with a message', { status: 400, json: { status: false, message: 'No such page' } }, 'No such page'],
    ['a 429', { status: 429, json: { status: false, message: 'Too many calls' } }, 'Too many calls'],
  ])('[ERR-01, ERR-02, BOOK-06] with %s is not tried again', async ([, answer, words], { page, problems }) => {
    problems.allow(/^(response: 4|console: )/);
    await serveAnswers(page, listBookings, answer);
    const { calls } = await openOnStoppedClock(page, '/bookings', listBookings);
    await runClockUntil(page, () => card(page).isVisible(), true);
    await expectVisible(card(page).getByText(words, { exact: true }));
    await page.clock.runFor(60_000);
    expect(calls).toHaveLength(1);
  });

  test('[ERR-01] is logged with its code', async ({ page, problems }) => {
    problems.expect(/console: .*HTTP error! status: 404/);
    problems.expect(/response: 404/);
    await serveAnswers(page, listBookings, { status: 404, json: {} });
    await page.goto('/bookings');
    await expectVisible(card(page));
  });

  test('[ERR-03, BOOK-06] is mended in place by Try Again', async ({ page, problems }) => {
    problems.allow(/^(response: 404|console: )/);
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

  test('[ERR-03] on Refresh keeps the rows and says that they are old', async ({ page, problems }) => {
    problems.allow(/^(response: 404|console: )/);
    await serveAnswers(page, listBookings, 'real', { status: 404, json: {} }, 'real');
    await page.goto('/bookings');
    await expectVisible(heading(page));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectVisible(page.getByRole('alert').getByText(`${fixedText} What you see was loaded before.`));
    await expectVisible(heading(page));
    await tryAgain(page).click();
    await expectHidden(page.getByRole('alert'));
  });

  test('[ERR-03, NAV-09] on the next page says so there and leads back', async ({ page, problems }) => {
    problems.allow(/^(response: 404|console: )/);
    await serveAnswers(page, listBookings, 'real', { status: 404, json: {} }, 'real');
    await page.goto('/bookings');
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expectVisible(page.getByRole('alert').getByText(fixedText));
    await tryAgain(page).click();
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    await expectHidden(page.getByRole('alert'));
  });

  test('[ERR-03, BOOK-08] of a shared booking says so in the dialog and can be tried again', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 404|console: )/);
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

describe('another provider', () => {
  test('[API-15] may leave out totals, send numbers as text and one bad record', async ({ page }) => {
    const good = { _id: 'booking-7', status: 'QUEUED', createdAt: '2026-03-05T04:30:00Z' };
    const odd = { ...good, _id: 8, createdAt: 'yesterday', services: 'none', userLocation: { coordinates: ['x'] } };
    await serveAnswers(page, listBookings, { json: { data: [good, odd, 'not a record', null] } });
    await page.goto('/bookings');
    await expectVisible(page.getByRole('heading', { name: /^All Bookings \(/ }));
    const rows = page.getByRole('table', { name: 'All Bookings' }).getByRole('row');
    await expectText(rows.nth(1), /^king-7 .*5 Mar 2026 10:00 am N\/A QUEUED$/);
    await expectText(rows.nth(2), /^8 .*N\/A N\/A QUEUED$/);
    expect(await rows.count()).toBe(3);
  });

  test('[API-15] may answer with a bare list', async ({ page }) => {
    await serveAnswers(page, listBookings, { json: [{ _id: 'booking-7' }] });
    await page.goto('/bookings');
    await expectVisible(page.getByRole('heading', { name: 'All Bookings (1)' }));
  });
});
