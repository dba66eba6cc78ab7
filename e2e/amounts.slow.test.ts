import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectText, expectTooltip } from './support/expectations.ts';
import { aBooking, someCharges } from './support/factories/bookings.ts';
import { aPart, aService, aSosService } from './support/factories/catalogue.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { pushPath } from './support/navigation.ts';

// Every amount includes paise, so that the test detects screens that drop them.
const ravi = aUser({ walletPaise: 12_345_605 });
const suresh = aMechanic({ walletPaise: 50_005, vehicleTypes: ['car'] });
const shop = suresh.shop && { ...suresh.shop, perHourPaise: 40_040 };
const booking = aBooking({
  customer: refTo(ravi),
  mechanic: refTo(suresh),
  services: [{ name: 'Oil change', pricePaise: 79_940 }],
  amounts: { totalPaise: 12_345_640, paidPaise: 50_040, duePaise: 12_195_620, discountPaise: 99_980 },
  serviceCharges: someCharges({ platformFeePaise: 4_940, serviceCostPaise: 79_940 }),
});
const paymentAmounts = { totalPaise: 12_345_640, discountPaise: 0, paidPaise: 98_755, duePaise: 12_246_885 };
const payment = aPayment({
  booking: { id: booking.id },
  customer: refTo(ravi),
  mechanic: refTo(suresh),
  amountPaise: 98_755,
  method: 'online',
  amounts: paymentAmounts,
  transactedAt: new Date().toISOString(),
});
const payout = {
  id: newRecordId(),
  mechanic: { id: suresh.id },
  transactionId: 'UTR-1',
  amountPaise: 10_005,
  method: 'bank_transfer',
  paidAt: '2026-03-07T05:00:00.000Z',
};
const brakes = aService();
const configuration = aConfiguration({
  platformFeePaise: 4_905,
  commissionPercent: 10,
  referralBonusPaise: 12_345_650,
});

const test = signedInTest({
  users: [ravi],
  mechanics: [{ ...suresh, shop }],
  bookings: [booking],
  payments: [payment],
  payouts: [payout],
  configs: [configuration],
  sosservices: [aSosService()],
  services: [brakes],
  parts: [aPart(brakes, 'Brake pad', 12_345_605)],
});

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Returns the distinct amounts in a place, in order. */
async function amountsIn(place: Locator): Promise<string[]> {
  return [...new Set((await place.innerText()).match(/−?₹\d[\d,]*\b(\.\d+)?/g))];
}

interface AmountView {
  readonly what: string;
  readonly path: string;
  readonly open?: (page: Page) => Promise<void>;
  readonly place?: (page: Page) => Locator;
  readonly amounts: string[];
}

// Earned 987.55, less commission 98.76 (half up) and the booking's platform fee 49.4: net 839.39, less 100.05 paid
// out.
const AMOUNT_VIEWS: readonly AmountView[] = [
  { what: 'wallets', path: '/users', amounts: ['₹1,23,456.05'] },
  {
    what: 'the wallet in details',
    path: `/users?user=${ravi.id}`,
    place: (page) => dialog(page).getByRole('region', { name: 'Account' }),
    amounts: ['₹1,23,456.05'],
  },
  {
    what: 'a loyalty payout',
    path: '/users',
    open: (page) => press(page, /^Pay loyalty to/),
    place: dialog,
    amounts: ['₹1,23,456.05'],
  },
  { what: 'wallets of mechanics', path: '/mechanics', amounts: ['₹500.05'] },
  {
    what: 'wallet and price of an hour in details',
    path: `/mechanics?mechanic=${suresh.id}`,
    place: dialog,
    amounts: ['₹400', '₹500.05'],
  },
  {
    what: 'what is owed, in the confirmation of a deletion',
    path: '/mechanics',
    open: (page) => press(page, /^Delete mechanic/),
    place: (page) => page.getByRole('alertdialog'),
    amounts: ['₹739.34', '₹500.05'],
  },
  { what: 'payments', path: '/payments', amounts: ['₹987.55', '₹0'] },
  {
    what: 'a payment’s breakdown',
    path: `/payments?payment=${payment.id}`,
    place: dialog,
    amounts: ['₹987.55', '₹1,23,456.40', '₹0', '₹1,22,468.85'],
  },
  {
    what: 'what a sum of payments is made of',
    path: '/payments',
    open: (page) => press(page, 'Explain Completed'),
    place: dialog,
    amounts: ['₹987.55'],
  },
  { what: 'payouts', path: '/payouts', amounts: ['₹839.39', '₹100.05', '₹739.34', '₹0.00', '₹0'] },
  {
    what: 'earnings and payouts of one mechanic',
    path: `/payouts?mechanic=${suresh.id}`,
    place: dialog,
    amounts: ['₹839.39', '₹0', '₹100.05', '−₹100.05', '₹739.34', '₹987.55', '₹98.76', '₹49.40'],
  },
  {
    what: 'a payout',
    path: '/payouts',
    open: (page) => press(page, /^Process payout to/),
    place: dialog,
    amounts: ['₹739.34'],
  },
  { what: 'prices of SOS services', path: '/services/sos', amounts: ['₹1,499.50'] },
  { what: 'prices of parts', path: `/services/parts?service=${brakes.id}`, amounts: ['₹1,23,456.05'] },
  {
    what: 'the history of the configuration',
    path: '/master/config',
    place: (page) => main(page).getByRole('list').last(),
    amounts: ['₹12.50', '₹49.05', '₹250', '₹1,23,456.50'],
  },
  { what: 'bookings', path: '/bookings', amounts: ['₹799.40', '₹1,23,456.40'] },
  {
    what: 'a booking’s breakdown, which does not add up',
    path: `/bookings?booking=${booking.id}`,
    place: dialog,
    amounts: [
      ...['₹799.40', '₹49.40', '₹300', '₹12', '₹238', '−₹999.80', '₹1,23,456.40', '₹500.40', '₹1,21,956.20'],
      ...['₹399', '₹1,22,456.60'],
    ],
  },
];

describe('amounts', () => {
  test('[FMT-01, BOOK-13] have no decimals or two decimals wherever money is owed, paid or edited', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    for (const { what, path, open, place = main, amounts } of AMOUNT_VIEWS) {
      await pushPath(page, path);
      await open?.(page);
      const read = async () => [...(await amountsIn(place(page)))].sort();
      await expect.poll(read, { message: what }).toEqual([...amounts].sort());
      await page.keyboard.press('Escape');
      await expectHidden(page.getByRole('dialog').or(page.getByRole('alertdialog')));
    }
  });

  test('[FMT-01] have no decimals on the dashboard', async ({ page }) => {
    await page.goto('/dashboard');
    const revenue = page.getByRole('group', { name: 'Total Revenue' });
    await expectText(revenue, 'Total Revenue ₹988 ₹988 this month, ₹0 by this day last month');
    const chart = page.getByRole('table', { name: 'Daily Earnings, last 7 days' });
    expect(await chart.getByRole('row').last().textContent()).toMatch(/₹988$/);
  });

  test('[BOOK-13] have their decimals in a booking’s tooltip', async ({ page }) => {
    await page.goto('/bookings');
    const service = page.getByRole('cell').getByText('Oil change (₹799.40)', { exact: true });
    await expectTooltip(page, service, 'Oil change (₹799.40) · Location: 19.0760, 72.8777');
  });

  test('[FMT-01, CONF-02] have their decimals in the configuration fields', async ({ page }) => {
    await page.goto('/master/config');
    await expect.poll(() => page.getByLabel('Charge per km (₹)').inputValue()).toBe('12.50');
    expect(await page.getByLabel('Platform fee (₹)').inputValue()).toBe('49.05');
  });
});
