import { listBookings } from '@wayside/contract/bookings';
import { deleteUser, getUser, listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { applicationTest } from './support/application-test.ts';
import { recordCalls } from './support/calls.ts';
import { expectHidden, expectPath, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { aBooking, manyBookings } from './support/factories/bookings.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { beginSignedIn, storedSession } from './support/session.ts';
import { userDetails } from './support/users-screen.ts';

const longName = 'Anantha'.repeat(29).slice(0, 200);
const ravi = aUser({ createdAt: '2025-01-01T00:00:00.000Z' });
const without = aUser({ name: 'Without Bookings', createdAt: '2025-01-02T00:00:00.000Z' });
const long = aUser({ name: longName, createdAt: '2025-01-03T00:00:00.000Z' });
const erased = aUser({ name: 'Gone Tomorrow' });
const newer = Array.from({ length: 10 }, () => aUser({ name: 'Somebody Newer' }));
const suresh = aMechanic();
const neverSeen = { id: newRecordId(), name: null, phone: null, email: null };
const newest = aBooking({ customer: refTo(ravi), mechanic: refTo(suresh), createdAt: '2026-03-09T00:00:00.000Z' });
const ofLong = aBooking({ customer: refTo(long), createdAt: '2026-03-08T00:00:00.000Z' });
const ofErased = aBooking({ customer: refTo(erased), createdAt: '2026-03-07T00:00:00.000Z' });
const ofUnknown = aBooking({ customer: neverSeen, createdAt: '2026-03-06T00:00:00.000Z' });

const test = applicationTest()
  .extend('marketplace', { scope: 'file', auto: true }, async ({ application }) => {
    await loadMarketplace(application, {
      users: [ravi, without, long, erased, ...newer],
      mechanics: [suresh],
      bookings: [
        newest,
        ofLong,
        ofErased,
        ofUnknown,
        ...manyBookings(11, { customer: refTo(ravi), status: 'completed' }),
        ...manyBookings(3),
      ],
    });
    await callApi(application, await storedSession(application), deleteUser, { params: { id: erased.id } });
  })
  .extend('signedIn', { auto: true }, ({ page, application }) => beginSignedIn(page, application));

const filters = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const bookings = (page: Page, count: number) => page.getByRole('heading', { name: `All Bookings (${count})` });
const bookingRow = (page: Page, { id }: { id: string }) => page.getByRole('row').filter({ hasText: id.slice(-6) });
const toBookings = (page: Page) => page.getByRole('dialog').getByRole('link', { name: 'Open in Bookings' });

describe('from a booking to its customer', () => {
  test('[BOOK-11, API-17] the name opens the customer on any page, and Back returns', async ({ page }) => {
    await page.goto('/bookings');
    await bookingRow(page, newest).getByRole('link', { name: 'Ravi Kumar' }).click();
    await expectPath(page, '/users');
    await expectVisible(userDetails(page, ravi).getByRole('region', { name: 'Account' }));
    expect(new URL(page.url()).search).toBe(`?user=${ravi.id}`);
    await page.goBack();
    await expectPath(page, '/bookings');
    await expectVisible(bookingRow(page, newest));
    await expectHidden(page.getByRole('dialog'));
  });

  test('[BOOK-11, FMT-04] a deleted or unknown customer reads N/A without a link', async ({ page }) => {
    await page.goto('/bookings');
    for (const booking of [ofErased, ofUnknown]) {
      await expectText(bookingRow(page, booking).getByRole('cell').nth(2), 'N/A N/A N/A');
      expect(await bookingRow(page, booking).getByRole('link').count()).toBe(0);
    }
  });

  test('[ERR-02, BOOK-11] hovering over a name preloads the list only', async ({ page }) => {
    await page.goto('/bookings');
    await expectVisible(bookingRow(page, newest));
    const lists = recordCalls(page, listUsers);
    const people = recordCalls(page, getUser);
    await bookingRow(page, newest).getByRole('link', { name: 'Ravi Kumar' }).hover();
    await expect.poll(() => lists.length).toBe(1);
    expect(people).toHaveLength(0);
  });
});

describe('from a customer to their bookings', () => {
  test('[BOOK-14, BOOK-03] the link shows the customer’s bookings in pages', async ({ page }) => {
    await page.goto(`/users?user=${ravi.id}&tab=bookings`);
    await toBookings(page).click();
    await expectPath(page, '/bookings');
    await expectVisible(bookings(page, 12));
    await expectTexts(filters(page), ['Customer: Ravi Kumar']);
    expect(new URL(page.url()).search).toBe(`?customer=${ravi.id}`);
    await expectHidden(bookingRow(page, ofLong));
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expectVisible(page.getByText('Showing 11 to 12 of 12 bookings'));
    await expectTexts(filters(page), ['Customer: Ravi Kumar']);
    await page.reload();
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    await page.goBack();
    await page.goBack();
    await expectVisible(userDetails(page, ravi));
  });

  test('[BOOK-03, BOOK-02] combines with status and search, and each can be removed', async ({ page }) => {
    await page.goto(`/bookings?customer=${ravi.id}`);
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Completed' });
    await expectVisible(bookings(page, 11));
    await expectTexts(filters(page), ['Customer: Ravi Kumar', 'Status: Completed']);
    await page.getByRole('button', { name: 'Status: Completed, remove filter' }).click();
    await expectVisible(bookings(page, 12));
    await page.getByRole('button', { name: 'Customer: Ravi Kumar, remove filter' }).click();
    await expectVisible(bookings(page, 18));
    await expectHidden(filters(page));
    expect(new URL(page.url()).search).toBe('');
  });

  test('[BOOK-06] without bookings shows the empty text and Clear filters', async ({ page }) => {
    await page.goto(`/users?user=${without.id}&tab=bookings`);
    await toBookings(page).click();
    await expectVisible(page.getByText('No bookings found matching your criteria'));
    await expectTexts(filters(page), [`Customer: ${without.id.slice(-6)}`]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectVisible(bookings(page, 18));
  });

  test('[BOOK-03, USER-06] of a deleted customer are listed under the short id', async ({ page }) => {
    await page.goto(`/bookings?customer=${erased.id}`);
    await expectVisible(bookings(page, 1));
    await expectTexts(filters(page), [`Customer: ${erased.id.slice(-6)}`]);
    await expectVisible(bookingRow(page, ofErased));
  });

  test('[API-14] of an invalid id show an error', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 400|console: )/);
    const calls = recordCalls(page, listBookings);
    await page.goto('/bookings?customer=nonsense');
    await expectVisible(page.getByRole('alert').filter({ hasText: 'Error Loading Bookings' }));
    expect(calls).toHaveLength(1);
  });
});
