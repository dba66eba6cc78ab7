import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { installClock } from './support/clock.ts';
import { withDatabase } from './support/database.ts';
import { expectTexts, expectVisible } from './support/expectations.ts';
import { aBooking, anEmergency } from './support/factories/bookings.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, anApplication, refTo } from './support/factories/people.ts';
import { beginSignedIn } from './support/session.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const asha = aMechanic({ name: 'Asha', status: 'approved', createdAt: minutesAgo(900_000) });
const applicant = anApplication({ createdAt: minutesAgo(3 * 1440) });
const unpaid = aBooking({ status: 'completed', paymentStatus: 'pending', createdAt: minutesAgo(20_000) });
const payment = aPayment({
  booking: { id: unpaid.id },
  mechanic: refTo(asha),
  amountPaise: 361_420,
  method: 'online',
  transactedAt: minutesAgo(10_000),
});
const emergencies = [45, 90].map((minutes) =>
  anEmergency({ status: 'pending', mechanic: null, createdAt: minutesAgo(minutes) }),
);
const assigned = anEmergency({ status: 'accepted', mechanic: refTo(asha), createdAt: minutesAgo(100) });
const recent = aBooking({ status: 'pending', createdAt: minutesAgo(2) });

const test = marketplaceTest(
  {
    mechanics: [asha, applicant],
    bookings: [unpaid, ...emergencies, assigned, recent],
    payments: [payment],
    configs: [aConfiguration({ platformFeePaise: 0, commissionPercent: 0 })],
  },
  undefined,
  // A new server is needed, because a server that has shown another file's rows caches their age for a minute.
  { environment: {} },
);

const panel = (page: Page) => page.getByRole('region', { name: 'Needs attention' });

describe('[WORK-01, PEOP-06] Needs attention', () => {
  test('has a line for each kind, most urgent first, which opens the corresponding rows', async ({
    page,
    application,
  }) => {
    await beginSignedIn(page, application);
    await page.goto('/dashboard');
    const lines = panel(page).getByRole('link');
    await expectTexts(lines, [
      '2 emergencies without a mechanic oldest 1 hr ago',
      '1 paid, but not in its booking oldest 6 days ago',
      '2 booking requests pending for over 30 min oldest 1 hr ago',
      '1 application to decide on oldest 3 days ago',
      '1 balance to pay out oldest 6 days ago',
    ]);
    await expectAccessible(page);
    for (const [line, heading, filters] of [
      ['1 paid, but not', 'All Payments (1)', ['Booking: status is not “paid”']],
      ['1 balance to pay out', 'All Mechanics (1)', ['Balance: Available for Payout']],
      ['1 application', 'All Mechanics (1)', ['Applications: To decide']],
      ['2 booking requests', 'All Bookings (2)', ['Waiting: over 30 min', 'Status: Pending']],
    ] as const) {
      await page.getByRole('link', { name: line }).click();
      await expectVisible(page.getByRole('heading', { name: heading, exact: true }));
      await expectTexts(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'), [...filters]);
      await page.goBack();
    }
    // An emergency that can be dispatched (PEOP-03).
    await page.getByRole('link', { name: '2 emergencies' }).click();
    await expectVisible(page.getByRole('heading', { name: 'Roadside', level: 1 }));
    await page.goBack();
    await expectVisible(panel(page).getByText('Most urgent first, then oldest first.'));
    // Each card links to its list, which has the same number of rows.
    await page.getByRole('group', { name: 'Active Mechanics' }).getByRole('link').click();
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)', exact: true }));
    await page.goBack();
    await page.getByRole('group', { name: 'Total Revenue' }).getByRole('link').click();
    await expectVisible(page.getByRole('heading', { name: 'All Payments (1)', exact: true }));
    expect(new URL(page.url()).search).toBe('?status=paid');
  });

  test('shows an item within one minute after it becomes overdue', async ({ page, application }) => {
    const age = (minutes: number) =>
      withDatabase(application, async (client) => {
        // Simulates the passing of time, which no stream reports.
        await client.query('SET session_replication_role = replica');
        await client.query('UPDATE bookings SET created_at = $2 WHERE id = $1', [recent.id, minutesAgo(minutes)]);
      });
    await installClock(page);
    await beginSignedIn(page, application);
    await page.goto('/dashboard');
    const line = (count: number) => panel(page).getByRole('link', { name: `${count} booking requests pending` });
    await expectVisible(line(2));
    await age(31);
    try {
      await page.clock.runFor(60_000);
      await expectVisible(line(3));
    } finally {
      await age(2);
    }
  });
});
