import { openDispute } from '@wayside/contract/refunds';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { signedInTest } from './support/application-test.ts';
import { expectVisible } from './support/expectations.ts';
import { aBooking, anEmergency } from './support/factories/bookings.ts';
import { aPart, aService, aSosService } from './support/factories/catalogue.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { untilPainted } from './support/navigation.ts';
import { ownToken } from './support/roadside.ts';
import { findTruncatedAmounts } from './support/truncated-amounts.ts';

/** ₹12,34,567.50, more than most businesses see in one amount. */
const LARGE = 123_456_750;
const ravi = aUser({ name: 'Venkatanarasimharajuvaripeta Subramaniam', walletPaise: LARGE });
const suresh = aMechanic({ name: 'Saravanan Subramanian', status: 'approved', walletPaise: LARGE });
const services = [
  { name: 'Chain Cleaning and Lubrication of the whole drive', pricePaise: LARGE },
  { name: 'Brake Pad Replacement', pricePaise: 194_950 },
];
const people = { customer: refTo(ravi), mechanic: refTo(suresh) };
const amounts = { totalPaise: LARGE, paidPaise: 50_040, duePaise: LARGE - 50_040, discountPaise: 99_950 };
const bookings = [
  aBooking({ ...people, amounts, services: services.slice(0, 1), status: 'accepted' }),
  aBooking({ ...people, amounts, services, status: 'arrived' }),
  aBooking({ ...people, amounts, services: [...services, ...services], status: 'rating_given' }),
  anEmergency({ ...people, amounts, status: 'pending' }),
];
const now = new Date().toISOString();
const payments = Array.from({ length: 12 }, () =>
  aPayment({ ...people, booking: { id: bookings[0]?.id ?? '' }, amountPaise: LARGE, transactedAt: now }),
);
const brakes = aService();
const test = signedInTest(
  {
    users: [ravi],
    mechanics: [suresh],
    bookings,
    payments,
    payouts: [
      {
        id: newRecordId(),
        mechanic: { id: suresh.id },
        transactionId: 'HDFCN28540000224',
        amountPaise: LARGE,
        method: 'bank_transfer',
        paidAt: now,
      },
    ],
    configs: [aConfiguration({ platformFeePaise: 4_905, commissionPercent: 10 })],
    sosservices: [aSosService({ pricePaise: LARGE })],
    services: [brakes],
    parts: [aPart(brakes, 'Brake pad', LARGE)],
  },
  // Creates a refund, so that the list has one.
  async (application) =>
    callApi(application, await ownToken(application), openDispute, {
      params: { id: payments[0]?.id ?? '' },
      body: { amountPaise: LARGE, dueOn: now.slice(0, 10), reason: 'Paid twice', key: 'first row' },
    }),
);

const LISTS = [
  '/bookings',
  '/users',
  '/mechanics',
  '/payments',
  '/payments/refunds',
  '/payouts',
  '/payouts/history',
  '/services/sos',
  `/services/parts?service=${brakes.id}`,
];
const DETAILS = [
  `/bookings?booking=${bookings[1]?.id}`,
  `/payments?payment=${payments[0]?.id}`,
  `/users?user=${ravi.id}`,
  `/mechanics?mechanic=${suresh.id}`,
  `/payouts?mechanic=${suresh.id}`,
];
const OTHERS = ['/dashboard', '/payouts/income', '/payouts/closing', '/master/config', '/settings'];

/** The maximum number of pixels above the first row of a list, by width of the screen. */
const MOST_ABOVE = new Map([
  [375, 320],
  [1440, 260],
]);

/** Asserts that amounts are complete at each width; 720 px is a 1440 px window at 200 % zoom. */
async function expectWholeAmounts(page: Page, path: string): Promise<void> {
  for (const width of [375, 720, 768, 1100, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await untilPainted(page);
    const most = MOST_ABOVE.get(width);
    if (most !== undefined && LISTS.includes(path)) {
      const row = page.getByRole('main').locator('[data-record]').first();
      await expectVisible(row);
      const topPx = await row.evaluate((it) => it.getBoundingClientRect().top + scrollY);
      expect(topPx, `${path} at ${width} px`).toBeLessThanOrEqual(most);
    }
    await expect.poll(() => findTruncatedAmounts(page), { message: `${path} at ${width} px` }).toEqual([]);
  }
}

test.for([...LISTS, ...DETAILS, ...OTHERS])(
  '[PEOP-05] no amount is truncated, covered or wrapped at any width, and the rows of a list begin near the top: %s',
  async (path, { page }) => {
    await page.goto(path);
    await expectVisible(page.getByRole('heading').first());
    await expect.poll(() => page.locator('[aria-busy="true"], [aria-label^="Loading"]').count()).toBe(0);
    await expectWholeAmounts(page, path);
    if (!path.startsWith('/payouts?')) return;
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Statement' }).selectOption({ label: 'This Month' });
    await expectVisible(dialog.getByText('Opening balance').first());
    await expectWholeAmounts(page, 'the statement');
  },
);
