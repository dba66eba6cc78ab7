import { getDashboard } from '@wayside/contract/dashboard';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import { expectText, expectTexts, expectVisible } from './support/expectations.ts';
import {
  bookingEntries,
  type Entry,
  expectedChange,
  expectedDays,
  mechanicEntries,
  paymentEntries,
  sumOf,
  userEntries,
} from './support/expected-stats.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser } from './support/factories/people.ts';
import { loadMarketplace } from './support/marketplace.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
/** From an hour ago to two months ago: days around midnight in India, this month and the one before. */
const timestamps = [1, 5, 11, 23, 29, 47, 53, 80, 101, 119, 143, 167, 169, 240, 500, 719, 745, 800, 1000, 1400].map(
  hoursAgo,
);

const bookings = [...timestamps, null].map((createdAt) => aBooking({ createdAt }));
const payments = timestamps.flatMap((at, index) => [
  aPayment({ transactedAt: at, amountPaise: 100_050 + index * 7_000_000 }),
  aPayment({ transactedAt: null, createdAt: at, amountPaise: 50_000 + index }),
  aPayment({ transactedAt: at, status: 'pending', amountPaise: index * 1_000 }),
  aPayment({ transactedAt: at, status: 'failed' }),
  aPayment({ transactedAt: at, status: 'refunded' }),
]);
const users = timestamps.map((createdAt, index) => aUser({ createdAt, isBlocked: index % 5 === 0 }));
// Nobody of them came in this month or last, so there is nothing to compare with.
const mechanics = [
  aMechanic({ createdAt: hoursAgo(3000) }),
  aMechanic({ createdAt: hoursAgo(3001) }),
  aMechanic({ createdAt: hoursAgo(3002), isBlocked: true }),
  aMechanic({ createdAt: hoursAgo(3003), status: 'pending' }),
];

const test = signedInTest({ bookings, payments, users, mechanics });

const rupees = (paise: number) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 }).format(
    paise / 100,
  );
const count = (value: number) => new Intl.NumberFormat('en-IN').format(value);

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expectVisible(page.getByRole('region', { name: 'Daily Bookings' }));
}

/** What the table of a chart says, row by row; it is read by screen readers whether it is shown or not. */
async function chartRows(page: Page, title: string): Promise<string[]> {
  const table = page.getByRole('table', { name: `${title}, last 7 days` });
  const rows = await table.getByRole('row').allTextContents();
  return rows.slice(1);
}

describe('the dashboard', () => {
  test('[DASH-01, FMT-02] has a title, a welcome with the date in India, and Refresh', async ({ page }) => {
    await openDashboard(page);
    await expectVisible(page.getByRole('heading', { name: 'Dashboard', level: 1 }));
    const today = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' }).format();
    await expectVisible(page.getByText(`Welcome. Today is ${today}`));
    await expectVisible(page.getByRole('button', { name: 'Refresh' }));
  });

  test('[DASH-02, DASH-06] has five cards in order', async ({ page }) => {
    await openDashboard(page);
    await expectTexts(page.getByRole('main').getByRole('heading', { level: 2 }), [
      'Needs attention',
      'Total Bookings',
      'Total Revenue',
      'Active Users',
      'Active Mechanics',
      'Pending Payments',
      'Daily Bookings',
      'Daily Earnings',
    ]);
  });

  test('[DASH-02, DASH-06, FMT-01, PEOP-06] shows the value and the change of each card', async ({ page }) => {
    const cards: [string, Entry[], (value: number) => string][] = [
      ['Total Bookings', bookingEntries(bookings), count],
      ['Total Revenue', paymentEntries(payments, 'paid'), rupees],
      ['Active Users', userEntries(users), count],
      ['Active Mechanics', mechanicEntries(mechanics), count],
      ['Pending Payments', paymentEntries(payments, 'pending'), rupees],
    ];
    await openDashboard(page);
    for (const [title, entries, format] of cards) {
      const change = expectedChange(entries, Date.now(), format, format === count ? ' new' : '');
      const expected = [title, format(sumOf(entries)), change].filter(Boolean).join(' ');
      await expectText(page.getByRole('group', { name: title }), expected);
    }
  });

  test('[DASH-03, DASH-07] Daily Bookings shows seven days in India, oldest first', async ({ page }) => {
    await openDashboard(page);
    const days = expectedDays(bookingEntries(bookings), Date.now());
    await expect.poll(() => chartRows(page, 'Daily Bookings')).toEqual(days.map(({ day, sum }) => `${day}${sum}`));
    expect(days.some(({ sum }) => sum > 0)).toBe(true);
  });

  test('[DASH-04, DASH-07] Daily Earnings sums paid payments in rupees', async ({ page }) => {
    await openDashboard(page);
    const days = expectedDays(paymentEntries(payments, 'paid'), Date.now());
    await expect
      .poll(() => chartRows(page, 'Daily Earnings'))
      .toEqual(days.map(({ day, sum }) => `${day}${rupees(sum)}`));
  });

  test('[DASH-03] draws each bar in proportion to its value', async ({ page }) => {
    const bookingData = [40, 20].map((bookings, index) => ({ day: `Day ${index}`, bookings }));
    await serveAnswers(page, getDashboard, { json: { status: true, stats: [], charts: { bookingData } } });
    await openDashboard(page);
    const bars = page.getByRole('region', { name: 'Daily Bookings' }).locator('[style*="height"]');
    const heights = () => bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height));
    await expect.poll(heights).toHaveLength(2);
    const [highest = 0, half = 0] = await heights();
    expect(half).toBeGreaterThan(50);
    expect(highest / half).toBeCloseTo(2, 1);
  });

  test('[DASH-03, DASH-04] switches a chart to a table and back', async ({ page }) => {
    await openDashboard(page);
    for (const title of ['Daily Bookings', 'Daily Earnings']) {
      const region = page.getByRole('region', { name: title });
      await region.getByRole('button', { name: `Show ${title} as a table` }).click();
      const box = await region.getByRole('table').boundingBox();
      expect(box?.height).toBeGreaterThan(150);
      expect((await region.boundingBox())?.height).toBe(336);
      await region.getByRole('button', { name: `Show ${title} as a chart` }).click();
      await expectVisible(region.getByRole('button', { name: `Show ${title} as a table` }));
    }
  });

  test('[DASH-01, ERR-02] Refresh shows new bookings with one call', async ({ page, application }) => {
    await openDashboard(page);
    const total = page.getByRole('group', { name: 'Total Bookings' });
    await expectText(total, new RegExp(`^Total Bookings ${bookings.length}`));
    const added = aBooking({ createdAt: null });
    await loadMarketplace(application, { bookings: [added] });
    bookings.push(added);
    const calls = recordCalls(page, getDashboard);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(total, new RegExp(`^Total Bookings ${bookings.length}`));
    expect(calls).toHaveLength(1);
  });
});
