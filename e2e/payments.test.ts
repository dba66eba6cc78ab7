import { getPayment, listPayments } from '@wayside/contract/payments';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import { descriptionListIn, expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { queriesOf } from './support/locators.ts';
import { servePictures } from './support/pictures.ts';
import { beginSignedIn } from './support/session.ts';

const ravi = aUser({ name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9876543210' });
const suresh = aMechanic({ name: 'Suresh Patil', phone: '9123456780' });
const booking = aBooking({ customer: refTo(ravi), mechanic: refTo(suresh) });
const whole = aPayment({
  booking: { id: booking.id },
  amountPaise: 123_450,
  method: 'upi',
  customer: refTo(ravi),
  mechanic: refTo(suresh),
  screenshot: '/pictures/receipt.png',
  amounts: { totalPaise: 150_000, discountPaise: 10_000, paidPaise: 123_450, duePaise: 16_550 },
  transactedAt: '2026-03-09T05:00:00.000Z',
});
const bare = aPayment({
  amountPaise: 5_000,
  method: 'cash',
  status: 'pending',
  screenshot: '/pictures/broken.png',
  transactedAt: '2026-03-08T05:00:00.000Z',
});
const failed = aPayment({
  amountPaise: 70_000,
  method: 'cash',
  status: 'failed',
  transactedAt: '2026-03-07T05:00:00.000Z',
});
const refunded = aPayment({ status: 'refunded', transactedAt: '2026-03-06T05:00:00.000Z' });
const older = Array.from({ length: 9 }, () => aPayment({ transactedAt: '2026-01-01T05:00:00.000Z' }));

const test = marketplaceTest({
  users: [ravi],
  mechanics: [suresh],
  bookings: [booking],
  payments: [whole, bare, failed, refunded, ...older],
}).extend('signedIn', { auto: true }, async ({ page, application }) => {
  await servePictures(page);
  await beginSignedIn(page, application);
});

const row = (page: Page, { id }: { id: string }) =>
  page.getByRole('row').filter({ hasText: id.slice(-6).toUpperCase() });
const explained = (page: Page, stat: string) =>
  page.getByRole('dialog', { name: `${stat}: what it is made of`, exact: true });
const sums = (page: Page) => page.getByRole('region', { name: 'Sums of this page' }).getByRole('paragraph');

async function openPayments(page: Page, search = ''): Promise<void> {
  await page.goto(`/payments${search}`);
  await expectVisible(page.getByRole('heading', { name: /^All Payments \(/ }));
}

describe('the list', () => {
  test('[PAYM-03, FMT-01, FMT-03] shows the columns and fallbacks, newest first', async ({ page }) => {
    await openPayments(page);
    await expectTexts(page.getByRole('columnheader'), [
      '',
      'Payment ID',
      'Booking ID',
      'Customer',
      'Amount',
      'Method',
      'Date and Time',
      'Status',
      'Actions',
    ]);
    await expectText(
      row(page, whole),
      `${whole.id.slice(-6).toUpperCase()} ${booking.id.slice(-6)} Ravi Kumar ravi@example.in 9876543210 ₹1,234.50 UPI 9 Mar 2026 10:30 am Paid`,
    );
    await expectText(row(page, bare), /^\S+ N\/A Guest N\/A N\/A ₹50 Cash 8 Mar 2026 10:30 am Pending$/);
    await expectVisible(page.getByText('Showing 1 to 10 of 13 payments', { exact: true }));
  });

  test('[PAYM-01, PAYM-07] asks for the method and sums the page', async ({ page }) => {
    const calls = recordCalls(page, listPayments);
    await openPayments(page);
    // 6 of the older ones are on this page, each ₹1,298.
    const older6 = 6 * 1298;
    const rupees = (amount: number) =>
      new Intl.NumberFormat('en-IN', {
        style: 'currency',
        currency: 'INR',
        trailingZeroDisplay: 'stripIfInteger',
      }).format(amount);
    await expectTexts(sums(page), [
      rupees(1234.5 + 50 + 700 + 1298 + older6),
      '10 payments on this page',
      rupees(1234.5 + older6),
      '7 payments on this page',
      '₹50',
      '1 payment on this page',
      '₹700',
      '1 payment on this page',
    ]);
    await page.getByLabel('Payment method', { exact: true }).selectOption('cash');
    await expectTexts(sums(page), [
      '₹750',
      '2 payments on this page',
      '₹0',
      '0 payments on this page',
      '₹50',
      '1 payment on this page',
      '₹700',
      '1 payment on this page',
    ]);
    expect(new URL(page.url()).searchParams.get('method')).toBe('cash');
    await expectVisible(page.getByRole('heading', { name: 'All Payments (2)', exact: true }));
    await expectVisible(page.getByRole('button', { name: 'Payment method: Cash, remove filter', exact: true }));
    await page.getByLabel('Payment method', { exact: true }).selectOption('card');
    await expectVisible(page.getByText('No Payments Found', { exact: true }));
    expect(queriesOf(calls).map(({ method }) => method)).toEqual([undefined, 'cash', 'card']);
  });

  test('[PAYM-01] shows the payments of each sum, without a call', async ({ page }) => {
    const calls = recordCalls(page, listPayments);
    await openPayments(page, '?method=cash');
    await page.getByRole('button', { name: 'Explain Failed', exact: true }).click();
    const dialog = explained(page, 'Failed');
    await expectVisible(dialog.getByText('Of the payments on this page', { exact: true }));
    await expectTexts(dialog.getByRole('columnheader'), [
      'Date',
      'Payment ID',
      'Customer',
      'Method',
      'Status',
      'Adds',
    ]);
    await expectText(
      dialog.getByRole('row').nth(1),
      `7 Mar 2026, 10:30 am ${failed.id.slice(-6).toUpperCase()} Guest Cash Failed ₹700`,
    );
    await expectVisible(dialog.getByText('1 row, which sums to ₹700', { exact: true }));
    await page.keyboard.press('Escape');
    await expectHidden(dialog);
    await page.getByRole('button', { name: 'Explain Total Amount' }).click();
    await expectVisible(explained(page, 'Total Amount').getByText('2 rows, which sum to ₹750', { exact: true }));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Explain Completed' }).click();
    await expectVisible(explained(page, 'Completed').getByText('There are no rows, so it is ₹0.', { exact: true }));
    expect(calls).toHaveLength(1);
  });

  test('[PAYM-02, BOOK-15] is searched by id or name and filtered by status', async ({ page }) => {
    await openPayments(page);
    await page
      .getByRole('searchbox', { name: 'Search by payment ID' })
      .fill(` ${whole.id.slice(-6).toUpperCase()} `);
    await expectVisible(page.getByRole('heading', { name: 'All Payments (1)', exact: true }));
    await page.getByRole('searchbox').fill('');
    for (const [status, payment] of [
      ['refunded', refunded],
      ['failed', failed],
      ['pending', bare],
    ] as const) {
      await page.getByLabel('Status', { exact: true }).selectOption(status);
      await expectVisible(page.getByRole('heading', { name: 'All Payments (1)', exact: true }));
      await expectVisible(row(page, payment));
    }
    await page.getByLabel('Status', { exact: true }).selectOption('all');
    await expectVisible(page.getByPlaceholder('ID, phone, name, amount, transaction ID', { exact: true }));
    await page.getByRole('searchbox').fill('kumar RAVI');
    await expectVisible(row(page, whole));
    await expectHidden(row(page, failed));
    await page.getByRole('searchbox').fill('ffff');
    await expectVisible(page.getByText('No Payments Found', { exact: true }));
  });
});

describe('the details', () => {
  test('[PAYM-05, PAYM-06] show the payment, its people, its breakdown and its screenshot', async ({ page }) => {
    await openPayments(page);
    await row(page, whole)
      .getByRole('button', { name: /^View details/ })
      .click();
    const details = page.getByRole('dialog', {
      name: `Payment Details #${whole.id.slice(-6).toUpperCase()}`,
    });
    await expectVisible(details.getByText('₹165.50', { exact: true }));
    expect(await descriptionListIn(details, 'Breakdown')).toEqual({
      Total: '₹1,500',
      Discount: '₹100',
      Paid: '₹1,234.50',
      Due: '₹165.50',
      'Transaction Date': '9 Mar 2026, 10:30 am',
      'Payment Type': 'full',
      Created: '5 Mar 2026, 10:15 am',
    });
    expect(await descriptionListIn(details, 'Customer Information')).toMatchObject({ Name: 'Ravi Kumar' });
    expect(await descriptionListIn(details, 'Mechanic')).toEqual({ Name: 'Suresh Patil', Phone: '9123456780' });
    const screenshot = details.getByRole('img', { name: /proof of the payment/ });
    await expect.poll(() => screenshot.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBe(300);
    expect(new URL(page.url()).searchParams.get('payment')).toBe(whole.id);
  });

  test('[PAYM-05, PAYM-06] fall back to Guest User, N/A and a text for a broken image', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^response: 404 GET \/pictures\/broken.png/);
    await page.goto(`/payments?payment=${bare.id}`);
    const details = page.getByRole('dialog');
    await expectVisible(details.getByText('Image failed to load', { exact: true }));
    expect(await descriptionListIn(details, 'Customer Information')).toEqual({
      Name: 'Guest User',
      Email: 'N/A',
      Phone: 'N/A',
    });
  });

  test('[PAYM-05, NAV-09] of a payment on another page come by a call of their own', async ({ page }) => {
    const calls = recordCalls(page, getPayment);
    await page.goto(`/payments?page=2&payment=${whole.id}`);
    await expectVisible(page.getByRole('dialog').getByText('₹165.50', { exact: true }));
    expect(calls).toHaveLength(1);
  });
});

describe('failures', () => {
  test.for([
    ['status false', { json: { status: false } }, 'Failed to fetch payments'],
    ['status false with a message', { json: { status: false, message: 'Closed today' } }, 'Closed today'],
    ['a 404', { status: 404, json: {} }, 'Error fetching payments'],
  ] as const)('[PAYM-04] %s is shown in place and loaded again there', async ([, answer, words], { page }) => {
    await serveAnswers(page, listPayments, answer, 'real');
    await page.goto('/payments');
    const card = page.getByRole('alert').filter({ hasText: 'Error Loading Payments' });
    await expectVisible(card.getByText(words, { exact: true }));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(row(page, whole));
  });
});

describe('accessibility', () => {
  test('of list and details', async ({ openPage, application }) => {
    const page = await openPage();
    await servePictures(page);
    await beginSignedIn(page, application);
    await openPayments(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Explain Total Amount' }).click();
    await expectVisible(explained(page, 'Total Amount').getByText(/^10 rows, which sum to/));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^View details/ })
      .first()
      .click();
    await expectVisible(page.getByRole('dialog').getByText('Breakdown', { exact: true }));
    await expectAccessible(page);
  });
});
