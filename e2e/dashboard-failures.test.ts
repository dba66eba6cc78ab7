import { getDashboard } from '@wayside/contract/dashboard';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { applicationTest } from './support/application-test.ts';
import { callPattern, holdCall, recordCalls, type ServedAnswer, serveAnswers } from './support/calls.ts';
import { runClockUntil, stopClock } from './support/clock.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { beginSignedIn } from './support/session.ts';

const test = applicationTest().extend('signedIn', { auto: true }, ({ page, application }) =>
  beginSignedIn(page, application),
);

const card = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error Loading Dashboard' });
const retry = (page: Page) => page.getByRole('button', { name: 'Retry', exact: true });
const exception = (message: string) => `Error fetching dashboard data: ${message}`;
/** Only what a card of the test is about. */
const stats = (...cards: Record<string, unknown>[]) => ({
  json: { status: true, stats: cards, charts: { bookingData: [], earningsData: [] } },
});

describe('loading', () => {
  test('[DASH-05] shows skeletons, then the cards in the same place', async ({ page }) => {
    const release = await holdCall(page, callPattern(getDashboard));
    await page.goto('/dashboard');
    await expectText(page.getByRole('status').filter({ hasText: 'Loading' }), 'Loading the dashboard');
    await expectHidden(page.getByRole('group', { name: 'Total Bookings' }));
    await expectHidden(page.getByRole('region', { name: 'Daily Bookings' }));
    release();
    await expectVisible(page.getByRole('region', { name: 'Daily Bookings' }));
    await expectHidden(page.getByText('Loading the dashboard'));
  });

  test('[DASH-06, DASH-07] of an empty marketplace shows zeros and no change', async ({ page }) => {
    await page.goto('/dashboard');
    await expectText(page.getByRole('group', { name: 'Total Bookings' }), 'Total Bookings 0');
    await expectText(page.getByRole('group', { name: 'Total Revenue' }), 'Total Revenue ₹0');
    const rows = page.getByRole('table', { name: 'Daily Bookings, last 7 days' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(8);
  });
});

describe('a failure', () => {
  test.for<[string, ServedAnswer, string, number]>([
    ['status false', { json: { status: false } }, 'Failed to fetch dashboard data', 1],
    ['status false with a message', { json: { status: false, message: 'Counting' } }, 'Counting', 1],
    ['a 404', { status: 404, json: {} }, exception('HTTP error! status: 404'), 1],
    ['a 503 with a message', { status: 503, json: { message: 'Back at noon' } }, exception('Back at noon'), 4],
    ['a 500', { status: 500, json: {} }, exception('HTTP error! status: 500'), 4],
    ['no answer', 'none', exception('No answer from the server'), 4],
  ])('[DASH-05, ERR-01, ERR-02] of %s says so', async ([, answer, words, tries], { page, pageErrors }) => {
    pageErrors.allow(/^(response: [45]|request: net::ERR_FAILED|console: )/);
    await stopClock(page);
    await serveAnswers(page, getDashboard, answer);
    const calls = recordCalls(page, getDashboard);
    await page.goto('/dashboard');
    await runClockUntil(page, () => calls.length, 1);
    const untilFailed = async () => {
      await page.clock.runFor(500);
      return card(page).isVisible();
    };
    await runClockUntil(page, untilFailed, true);
    await expectVisible(card(page).getByText(words, { exact: true }));
    await page.clock.runFor(60_000);
    expect(calls).toHaveLength(tries);
  });

  test('[DASH-05, ERR-03] is mended in place by Retry', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 404|console: )/);
    await serveAnswers(page, getDashboard, { status: 404, json: {} }, 'real');
    await page.goto('/dashboard');
    await retry(page).click();
    await expectVisible(page.getByRole('group', { name: 'Total Bookings' }));
    await expectHidden(card(page));
  });
});

describe('a card of another provider', () => {
  test('[DASH-02] hides a change that is N/A or missing', async ({ page }) => {
    await serveAnswers(
      page,
      getDashboard,
      stats({ title: 'One', value: 1, change: 'N/A', trend: 'other', icon: 'Users' }, { title: 'Two', value: '2' }),
    );
    await page.goto('/dashboard');
    await expectText(page.getByRole('group', { name: 'One' }), 'One 1');
    await expectText(page.getByRole('group', { name: 'Two' }), 'Two 2');
  });

  test('[DASH-02, FMT-04] shows an unknown icon and trend, and text as it is', async ({ page }) => {
    await serveAnswers(
      page,
      getDashboard,
      stats(
        { title: 'Helicopters', value: '₹1.2 Cr', change: '5', trend: 'sideways', icon: 'Helicopter' },
        { title: null, value: null, change: '+1%', trend: 'up', icon: null },
        { title: 'Paid in dollars', value: 1234567, icon: 'DollarSign' },
      ),
    );
    await page.goto('/dashboard');
    await expectText(page.getByRole('group', { name: 'Helicopters' }), 'Helicopters ₹1.2 Cr 5 from last month');
    await expectText(page.getByRole('group', { name: 'N/A' }), 'N/A N/A +1% from last month');
    await expectText(page.getByRole('group', { name: 'Paid in dollars' }), 'Paid in dollars 12,34,567');
    await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));
  });
});
