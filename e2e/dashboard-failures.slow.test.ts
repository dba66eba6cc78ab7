import { getDashboard } from '@wayside/contract/dashboard';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible, expectAccessibleLoading } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { callPattern, holdCall, recordCalls, type ServedAnswer, serveAnswers } from './support/calls.ts';
import { runClockUntil, stopClock } from './support/clock.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
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

const chart = (page: Page) => page.getByRole('region', { name: 'Daily Earnings' });

describe('loading', () => {
  test('[DASH-05] shows skeletons and then the cards', async ({ page }) => {
    const release = await holdCall(page, callPattern(getDashboard));
    await page.goto('/dashboard');
    await expectText(page.getByRole('status').filter({ hasText: 'Loading' }), 'Loading the dashboard');
    await expectHidden(page.getByRole('group', { name: 'Total Bookings' }));
    await expectHidden(page.getByRole('region', { name: 'Daily Bookings' }));
    release();
    await expectVisible(page.getByRole('region', { name: 'Daily Bookings' }));
    await expectHidden(page.getByText('Loading the dashboard'));
  });

  test('[DASH-06, DASH-07] shows zeros and no change for an empty marketplace', async ({ page }) => {
    await page.goto('/dashboard');
    for (const [name, text] of [
      ['Total Bookings', '0 0 new this month, 0 by this day last month'],
      ['Total Revenue', '₹0 ₹0 this month, ₹0 by this day last month'],
    ] as const)
      await expectText(page.getByRole('group', { name }), `${name} ${text}`);
    const rows = page.getByRole('table', { name: 'Daily Bookings, last 7 days' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(8);
  });
});

describe('a failure', () => {
  test.for<[string, ServedAnswer, string, number]>([
    ['status false', { json: { status: false } }, 'Failed to fetch dashboard data', 1],
    ['a 404', { status: 404, json: {} }, exception('HTTP error! status: 404'), 1],
    ['a 500', { status: 500, json: {} }, exception('HTTP error! status: 500'), 4],
    ['no answer', 'none', exception('No answer from the server'), 4],
  ])('[DASH-05, ERR-01, ERR-02] shows %s', async ([, answer, words, tries], { page }) => {
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

  test('[DASH-05, ERR-03] is repeated in place by Retry', async ({ page }) => {
    await serveAnswers(page, getDashboard, { status: 404, json: {} }, 'real');
    await page.goto('/dashboard');
    await retry(page).click();
    await expectVisible(page.getByRole('group', { name: 'Total Bookings' }));
    await expectHidden(card(page));
  });
});

describe('a stat of an external API', () => {
  test('[DASH-02, FMT-04] shows an unknown icon and trend, text as it is, and no change that is N/A', async ({
    page,
  }) => {
    await serveAnswers(
      page,
      getDashboard,
      stats(
        { title: 'Helicopters', value: '₹1.2 Cr', change: '5', trend: 'sideways', icon: 'Helicopter' },
        { title: null, value: null, change: '+1%', trend: 'up', icon: null },
        { title: 'Paid in dollars', value: 1234567, icon: 'DollarSign' },
        { title: 'One', value: 1, change: 'N/A', trend: 'other', icon: 'Users' },
      ),
    );
    await page.goto('/dashboard');
    await expectText(page.getByRole('group', { name: 'Helicopters' }), 'Helicopters ₹1.2 Cr 5 from last month');
    await expectText(page.getByRole('group', { name: 'N/A' }), 'N/A N/A +1% from last month');
    await expectText(page.getByRole('group', { name: 'Paid in dollars' }), 'Paid in dollars 12,34,567');
    await expectText(page.getByRole('group', { name: 'One' }), 'One 1');
    await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));
  });
});

describe('is accessible', () => {
  test('while it loads and once it is filled, without a layout shift', async ({ page }) => {
    await expectAccessibleLoading(page, {
      path: '/dashboard',
      call: getDashboard,
      loading: page.getByRole('heading', { name: 'Dashboard', level: 1 }),
      filled: chart(page),
    });
    await chart(page).getByRole('button', { name: 'Show Daily Earnings as a table' }).click();
    await expectAccessible(page);
  });

  test('with long values', async ({ page }) => {
    const stats = ['IndianRupee', 'CreditCard', 'Users', 'Wrench', 'Calendar'].map((icon) => ({
      title: 'Revenue of the year so far',
      value: 98_765_432_101,
      change: '-1234.5%',
      trend: 'down',
      icon,
    }));
    const days = ['Monday', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
    const charts = {
      bookingData: days.map((day, index) => ({ day, bookings: 123_456 * index })),
      earningsData: days.map((day, index) => ({ day, amount: 1_234_567_890 * (index % 3) })),
    };
    await serveAnswers(page, getDashboard, { json: { status: true, stats, charts } });
    await page.goto('/dashboard');
    await expectVisible(chart(page));
    await expectAccessible(page);
  });

  test('after a failure', async ({ page }) => {
    await watchLayoutShift(page);
    await serveAnswers(page, getDashboard, { status: 404, json: {} });
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('heading', { name: 'Error Loading Dashboard' }));
    await expectAccessible(page);
    await expectNoLayoutShift(page);
  });
});
