import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { pushPath } from './support/navigation.ts';
import { expectNoOverflow } from './support/overflow.ts';

const customer = aUser({
  name: 'Chandrasekhar Banerjee',
  email: 'ch.banerjee@example.net',
  phone: '+91 98765 43210',
});
const mechanic = aMechanic({ name: 'Lakshmi Venkataraman', phone: '+91 91234 56780' });
const test = signedInTest({
  configs: [aConfiguration({ platformFeePaise: 0, commissionPercent: 0 })],
  users: [customer],
  mechanics: [mechanic],
  bookings: [
    aBooking({
      customer: refTo(customer),
      mechanic: refTo(mechanic),
      status: 'user_confirmed',
      services: [{ name: 'Tyres', pricePaise: 100 }],
    }),
  ],
  payments: [
    aPayment({ customer: refTo(customer), mechanic: refTo(mechanic), amountPaise: 10_284_033, status: 'paid' }),
    aPayment({ customer: refTo(customer), amountPaise: 10_284_033, status: 'refunded' }),
  ],
});

/** The texts of a table that are cut, or are wider than their cell. */
const cutTexts = (page: Page) =>
  page
    .getByRole('table')
    .evaluate((table) =>
      [...table.querySelectorAll('th, td, td *')].flatMap(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight, textContent }) =>
          clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1) ? [textContent] : [],
      ),
    );

const heightOf = async (page: Page, text: string) =>
  (await page.getByRole('table').getByText(text, { exact: true }).first().boundingBox())?.height ?? 0;

test.for([1280, 1440])(
  '[PAYM-03, PAYO-03] names, phones, amounts and statuses are whole at %i pixels',
  async (width, { page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/payments');
    await expectVisible(page.getByRole('heading', { name: 'All Payments (2)', exact: true }));
    expect(await cutTexts(page)).toEqual([]);
    await pushPath(page, '/payouts');
    await expectVisible(page.getByText('Lakshmi Venkataraman', { exact: true }).first());
    expect(await cutTexts(page)).toEqual([]);
    // A line of its own where the table has room for it.
    const lines = (await heightOf(page, 'Available for Payout')) > 30 ? 2 : 1;
    expect(lines).toBe(width < 1440 ? 2 : 1);
  },
);

test('[BOOK-04, USER-02] names, emails and statuses are whole at 1440 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/bookings');
  await expectVisible(page.getByRole('heading', { name: 'All Bookings (1)', exact: true }));
  expect(await cutTexts(page)).toEqual([]);
  await pushPath(page, '/users');
  await expectVisible(page.getByRole('heading', { name: 'All Users (1)', exact: true }));
  expect(await cutTexts(page)).toEqual([]);
});

test.for([768, 1100])('the search box of each list can be read at %i pixels', async (width, { page }) => {
  await page.setViewportSize({ width, height: 900 });
  await page.goto('/dashboard');
  // With the sidebar expanded there is least room.
  await page.evaluate(() => {
    document.documentElement.dataset['sidebar'] = 'expanded';
  });
  for (const path of ['/bookings', '/payments', '/payouts/history', '/mechanics', '/payouts']) {
    await pushPath(page, path);
    const search = page.getByRole('main').getByRole('searchbox');
    await expect.poll(async () => (await search.boundingBox())?.width ?? 0, { message: path }).toBeGreaterThan(170);
    await expectNoOverflow(page, path);
  }
});
