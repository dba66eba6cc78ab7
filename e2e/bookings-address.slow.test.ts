import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectValue, expectVisible } from './support/expectations.ts';
import { aBooking, manyBookings } from './support/factories/bookings.ts';
import { pushPath } from './support/navigation.ts';

const oldest = aBooking({ createdAt: '2026-01-01T00:00:00.000Z', status: 'arrived' });
const pending = manyBookings(35);

const test = signedInTest({ bookings: [...pending, oldest] });

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by booking ID' });
const status = (page: Page) => page.getByRole('combobox', { name: 'Status' });
const pageNumber = (page: Page, text: string) => page.getByText(text, { exact: true });
const dialogOf = (page: Page, { id }: { id: string }) =>
  page.getByRole('dialog', { name: `Booking Details #${id.slice(-8).toUpperCase()}` });

describe('[NAV-09] the address', () => {
  test('gives the same view after a reload, with the dialog that was open', async ({ page }) => {
    await page.goto('/bookings?status=pending&page=2');
    await expectVisible(pageNumber(page, 'page 2 of 4'));
    await page
      .getByRole('button', { name: /^View details of booking/ })
      .nth(4)
      .click();
    const booking = pending[14] ?? oldest;
    await expectVisible(dialogOf(page, booking));
    await page.reload();
    await expectVisible(dialogOf(page, booking));
    await page.keyboard.press('Escape');
    await expectHidden(dialogOf(page, booking));
    await expectVisible(pageNumber(page, 'page 2 of 4'));
    await expectValue(status(page), 'pending');
    expect(new URL(page.url()).search).toBe('?page=2&status=pending');
  });

  test('goes back and forward through pages, filters, search and dialogs', async ({ page }) => {
    await page.goto('/bookings');
    await expectVisible(pageNumber(page, 'page 1 of 4'));
    await page.getByRole('link', { name: 'Page 3', exact: true }).click();
    await expectVisible(pageNumber(page, 'page 3 of 4'));
    await status(page).selectOption({ label: 'Arrived' });
    await expectVisible(pageNumber(page, 'page 1 of 1'));
    await page.getByRole('button', { name: /^View details of booking/ }).click();
    await expectVisible(dialogOf(page, oldest));
    await page.goBack();
    await expectHidden(dialogOf(page, oldest));
    await expectValue(status(page), 'arrived');
    await page.goBack();
    await expectVisible(pageNumber(page, 'page 3 of 4'));
    await expectValue(status(page), 'all');
    await page.goBack();
    await expectVisible(pageNumber(page, 'page 1 of 4'));
    await page.goForward();
    await page.goForward();
    await page.goForward();
    await expectVisible(dialogOf(page, oldest));
  });

  test('[BOOK-06, BOOK-15] keeps the search and loses the filters where a search finds nothing under them', async ({
    page,
  }) => {
    await page.goto('/bookings?status=pending');
    await expectVisible(pageNumber(page, 'page 1 of 4'));
    await searchBox(page).fill(oldest.id.slice(-6));
    await page.getByRole('link', { name: 'Search without filters' }).click();
    await expectVisible(pageNumber(page, 'page 1 of 1'));
    await expectValue(searchBox(page), oldest.id.slice(-6));
    await expectValue(status(page), 'all');
    await expectHidden(page.getByRole('link', { name: 'Search without filters' }));
  });

  test('goes back from a search to the former text', async ({ page }) => {
    await page.goto('/bookings');
    await expectVisible(pageNumber(page, 'page 1 of 4'));
    await searchBox(page).fill(oldest.id.slice(-6));
    await expectVisible(pageNumber(page, 'page 1 of 1'));
    await page.goBack();
    await expectVisible(pageNumber(page, 'page 1 of 4'));
    await expectValue(searchBox(page), '');
    await page.goForward();
    await expectVisible(pageNumber(page, 'page 1 of 1'));
    await expectValue(searchBox(page), oldest.id.slice(-6));
  });

  test('opens a shared dialog whose page does not hold the booking any more', async ({ page }) => {
    await page.goto(`/bookings?booking=${oldest.id}`);
    await expectVisible(dialogOf(page, oldest).getByRole('region', { name: 'Customer Information' }));
    await dialogOf(page, oldest).getByRole('button', { name: 'Close' }).click();
    await expectHidden(dialogOf(page, oldest));
    await expectVisible(pageNumber(page, 'page 1 of 4'));
  });

  test('shows that a shared booking does not exist', async ({ page }) => {
    await page.goto(`/bookings?booking=${'f'.repeat(24)}`);
    await expectVisible(page.getByRole('dialog').getByText(/^There is no booking with this id/));
  });

  test('shows the first page for invalid values', async ({ page }) => {
    await page.goto('/bookings?page=0');
    await expectVisible(pageNumber(page, 'page 1 of 4'));
    for (const search of ['?page=abc', '?status=nonsense', '?page=-1&status=all', '?search=%20']) {
      await pushPath(page, '/bookings?page=2');
      await expectVisible(pageNumber(page, 'page 2 of 4'));
      await pushPath(page, `/bookings${search}`);
      await expectVisible(pageNumber(page, 'page 1 of 4'));
    }
  });
});
