import { getDashboard } from '@wayside/contract/dashboard';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { expectAccessible, expectAccessibleLoading } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { serveAnswers } from './support/calls.ts';
import { expectVisible } from './support/expectations.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';

const test = applicationTest({ demo: true });
const chart = (page: Page) => page.getByRole('region', { name: 'Daily Earnings' });

describe('accessibility', () => {
  test('[DASH-05] loading and filled can be read by everybody, and nothing moves between', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn();
    await expectAccessibleLoading(page, {
      path: '/dashboard',
      call: getDashboard,
      loading: page.getByRole('heading', { name: 'Dashboard', level: 1 }),
      filled: chart(page),
    });
    await chart(page).getByRole('button', { name: 'Show Daily Earnings as a table' }).click();
    await expectAccessible(page);
  });

  test('[DASH-02] with figures as long as they come can be read by everybody', async ({ openSignedIn }) => {
    const page = await openSignedIn();
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

  test('[DASH-05, ERR-03] failed can be read by everybody', async ({ openSignedIn, pageErrors }) => {
    pageErrors.allow(/^(response: 404|console: )/);
    const page = await openSignedIn();
    await watchLayoutShift(page);
    await serveAnswers(page, getDashboard, { status: 404, json: {} });
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('heading', { name: 'Error Loading Dashboard' }));
    await expectAccessible(page);
    await expectNoLayoutShift(page);
  });
});
