import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectTooltip, expectValue, expectVisible } from './support/expectations.ts';
import { aBooking, manyBookings } from './support/factories/bookings.ts';
import { aPayment } from './support/factories/payments.ts';
import { aUser, refTo } from './support/factories/people.ts';
import { loadedFonts } from './support/loaded-fonts.ts';
import { queryOf } from './support/locators.ts';
import { openTab } from './support/record-page.ts';

const ravi = aUser();
const devanagari = aUser({ name: 'अनुराधा पौडवाल' });
const bengali = aUser({ name: 'মৌমিতা ঘোষ' });
const arrived = aBooking({ createdAt: '2026-01-01T00:00:00.000Z', status: 'arrived', customer: refTo(ravi) });
const named = [devanagari, bengali].map((person) => aBooking({ status: 'cancelled', customer: refTo(person) }));
const pending = manyBookings(33);
const settled = aPayment({ booking: { id: arrived.id }, customer: refTo(ravi) });

const test = signedInTest({
  users: [ravi, devanagari, bengali],
  bookings: [...pending, ...named, arrived],
  payments: [settled],
});

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by booking ID' });
const status = (page: Page) => page.getByRole('combobox', { name: 'Status' });
const pageNumber = (page: Page, text: string) => page.getByText(text, { exact: true });
const dialogOf = (page: Page, { id }: { id: string }) =>
  page.getByRole('dialog', { name: `Booking Details #${id.slice(-8).toUpperCase()}` });

test('[NAV-09, BOOK-15] back and forward move through pages, filters, searches and dialogs, and the URL survives a reload', async ({
  page,
}) => {
  await page.goto('/bookings');
  await expectVisible(pageNumber(page, 'page 1 of 4'));
  await page.getByRole('link', { name: 'Page 3', exact: true }).click();
  await expectVisible(pageNumber(page, 'page 3 of 4'));
  await status(page).selectOption({ label: 'Arrived' });
  await expectVisible(pageNumber(page, 'page 1 of 1'));
  await page.getByRole('button', { name: /^View details of booking/ }).click();
  await expectVisible(dialogOf(page, arrived));
  await page.reload();
  await expectVisible(dialogOf(page, arrived));
  await page.goBack();
  await expectHidden(dialogOf(page, arrived));
  await expectValue(status(page), 'arrived');
  await page.goBack();
  await expectVisible(pageNumber(page, 'page 3 of 4'));
  await expectValue(status(page), 'all');
  await searchBox(page).fill(arrived.id.slice(-6));
  await expectVisible(pageNumber(page, 'page 1 of 1'));
  await page.goBack();
  await expectVisible(pageNumber(page, 'page 3 of 4'));
  await expectValue(searchBox(page), '');
  await page.goForward();
  await expectVisible(pageNumber(page, 'page 1 of 1'));
  await expectValue(searchBox(page), arrived.id.slice(-6));
  expect(queryOf(page)).toEqual({ search: arrived.id.slice(-6) });
});

test('[BOOK-11, BOOK-14, FMT-03] a booking links to its payments and back, its customer links to bookings and payments, and its id can be copied', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/bookings?booking=${arrived.id}`);
  const dialog = dialogOf(page, arrived);
  await expectTooltip(page, dialog.getByRole('heading', { name: /^Booking Details/ }), arrived.id);
  await dialog.getByRole('button', { name: 'Copy the complete ID' }).click();
  await expectVisible(dialog.getByRole('button', { name: 'Copied' }));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(arrived.id);
  const short = settled.id.slice(-6).toUpperCase();
  await dialog.getByRole('table', { name: 'Payments of this booking' }).getByRole('link', { name: short }).click();
  const payment = page.getByRole('dialog', { name: `Payment Details #${short}` });
  await expectVisible(payment.getByText('₹1,298', { exact: true }).first());
  await payment.getByRole('link', { name: /^Booking #/ }).click();
  await dialog.getByRole('link', { name: 'Ravi Kumar' }).click();
  await openTab(page, 'Payments');
  await page.getByRole('dialog').getByRole('link', { name: 'Open in Payments' }).click();
  await expectVisible(page.getByRole('heading', { name: 'All Payments (1)' }));
  await expectVisible(page.getByRole('button', { name: /^Customer: Ravi Kumar/ }));
  expect(queryOf(page)).toEqual({ customer: ravi.id });
});

test('[FMT-04, LANG-04] names are displayed on a machine without the required fonts, and fonts of other scripts are not loaded', async ({
  page,
}) => {
  await page.goto('/bookings?status=cancelled');
  for (const { name } of [devanagari, bengali])
    await expectVisible(page.getByRole('link', { name: name ?? '', exact: true }));
  await expect.poll(() => loadedFonts(page)).toEqual(['U+900-97F', 'U+980-9FF']);
});
