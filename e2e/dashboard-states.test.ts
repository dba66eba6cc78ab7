import { getDashboard } from '@wayside/contract/dashboard';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { applicationTest } from './support/application-test.ts';
import { callPattern } from './support/calls.ts';
import { expectVisible } from './support/expectations.ts';
import { holdCall } from './support/held-call.ts';
import { expectNothingMoved, watchLayoutShift } from './support/layout-shift.ts';
import { expectPresentable, looks } from './support/presentable.ts';
import { serveAnswers } from './support/served-answers.ts';
import { beginSignedIn } from './support/session.ts';

const test = applicationTest({ demo: true });
const chart = (page: Page) => page.getByRole('region', { name: 'Daily Earnings' });

describe.for(looks)('on $width in $theme', (look) => {
  test('[DASH-05] loading and filled can be read by everybody, and nothing moves between', async ({
    openPage,
    application,
  }) => {
    const page = await openPage(look);
    await beginSignedIn(page, application);
    await watchLayoutShift(page);
    const release = await holdCall(page, callPattern(getDashboard));
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('heading', { name: 'Dashboard', level: 1 }));
    await expectPresentable(page);
    release();
    await expectVisible(chart(page));
    await expectPresentable(page);
    await expectNothingMoved(page);
    await chart(page).getByRole('button', { name: 'Show Daily Earnings as a table' }).click();
    await expectPresentable(page);
  });

  test('[DASH-02] with figures as long as they come can be read by everybody', async ({
    openPage,
    application,
  }) => {
    const page = await openPage(look);
    await beginSignedIn(page, application);
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
    await expectPresentable(page);
  });

  test('[DASH-05, ERR-03] failed can be read by everybody', async ({ openPage, application, problems }) => {
    problems.allow(/^(response: 404|console: )/);
    const page = await openPage(look);
    await beginSignedIn(page, application);
    await watchLayoutShift(page);
    await serveAnswers(page, getDashboard, { status: 404, json: {} });
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('heading', { name: 'Error Loading Dashboard' }));
    await expectPresentable(page);
    await expectNothingMoved(page);
  });
});
