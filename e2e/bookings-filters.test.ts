import { listBookings } from '@wayside/contract/bookings';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, recordCalls } from './support/calls.ts';
import { installClock } from './support/clock.ts';
import {
  expectFocused,
  expectHidden,
  expectText,
  expectTexts,
  expectValue,
  expectVisible,
} from './support/expectations.ts';
import { aBooking, anEmergency, manyBookings } from './support/factories/bookings.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { button, queriesOf, queryOf } from './support/locators.ts';
import { pushPath } from './support/navigation.ts';
import { beginSignedIn } from './support/session.ts';

const sought = aBooking({ id: '65f1c0ffee65f1c0ff0a1b2c', createdAt: '2026-01-01T00:00:00.000Z' });
const other = aBooking({ id: '65f1c0ffee65f1c0ff0d4e5f', createdAt: '2026-01-02T00:00:00.000Z' });

const mechanic = aMechanic();
const withMechanic = anEmergency({ createdAt: '2024-01-01T00:00:00.000Z', mechanic: refTo(mechanic) });
const unassigned = anEmergency({ createdAt: '2024-01-02T00:00:00.000Z', mechanic: null });

const test = signedInTest({
  mechanics: [mechanic],
  bookings: [
    sought,
    other,
    ...manyBookings(12, { status: 'accepted' }),
    ...manyBookings(11, { status: 'rating_given' }),
    withMechanic,
    unassigned,
  ],
});

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by booking ID' });
const status = (page: Page) => page.getByRole('combobox', { name: 'Status' });
const row = (page: Page, booking: { id: string }) =>
  page.getByRole('row').filter({ hasText: booking.id.slice(-6) });
const total = (page: Page, count: number) => page.getByRole('heading', { name: `All Bookings (${count})` });

async function openBookings(page: Page, search = ''): Promise<void> {
  await page.goto(`/bookings${search}`);
  await expectVisible(page.getByRole('heading', { name: /^All Bookings \(/ }));
}

describe('the search', () => {
  test('[BOOK-01] calls once, half a second after the last key, and goes back to page 1', async ({ page }) => {
    await installClock(page);
    await openBookings(page, '?page=2');
    await page.clock.pauseAt(Date.now() + 60_000);
    const calls = recordCalls(page, listBookings);
    await searchBox(page).pressSequentially('  0A1');
    await page.clock.runFor(499);
    await searchBox(page).pressSequentially('B2c ');
    await page.clock.runFor(499);
    expect(calls).toHaveLength(0);
    await page.clock.runFor(1);
    await expect.poll(() => queriesOf(calls)).toEqual([{ page: '1', limit: '10', search: '0A1B2c' }]);
    await page.clock.resume();
    await expectVisible(row(page, sought));
    await expectVisible(total(page, 1));
    expect(calls).toHaveLength(1);
    expect(queryOf(page)).toEqual({ search: '0A1B2c' });
  });

  test('[BOOK-01] finds a booking by any part of its id, in either case', async ({ page }) => {
    await openBookings(page);
    for (const fragment of ['0a1b2c', 'FF0A1B2C', sought.id, sought.id.toUpperCase()]) {
      await pushPath(page, '/bookings');
      await expectVisible(total(page, 27));
      await searchBox(page).fill(fragment);
      await expectVisible(total(page, 1));
      await expectVisible(row(page, sought));
    }
  });

  test('[BOOK-01] finds nothing for special characters', async ({ page }) => {
    await openBookings(page);
    for (const text of ['%', '_', "' OR 1=1 --", '\\', '<b>']) {
      await searchBox(page).fill(text);
      await expectVisible(total(page, 0));
      await expectVisible(page.getByText('No bookings found matching your criteria'));
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expectVisible(total(page, 27));
    }
  });

  test('[FIND-04] shows that more than 10,000 rows match', async ({ page }) => {
    await openBookings(page);
    await page.route(callPattern(listBookings), async (route) => {
      const response = await route.fetch();
      const found = { ...(await response.json()), total: 10_000, totalPages: 1_000, more: true };
      await route.fulfill({ response, json: found });
    });
    await searchBox(page).fill('0a1b2c');
    await expectVisible(page.getByRole('heading', { name: 'All Bookings (10,000+)' }));
    await expectVisible(page.getByText('page 1 of 1,000+', { exact: true }));
    await expectVisible(page.getByText('of 10,000+ bookings').first());
  });

  test('[BOOK-01, NAV-09] never shows an old answer after a newer one', async ({ page }) => {
    await openBookings(page);
    const release = await holdCall(page, `${callPattern(listBookings)}search=0a1b2c*`);
    const calls = recordCalls(page, listBookings);
    await searchBox(page).fill('0a1b2c');
    await expect.poll(() => calls.length).toBe(1);
    await searchBox(page).fill('0d4e5f');
    await expectVisible(row(page, other));
    release();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => calls.length).toBe(3);
    await expectVisible(total(page, 1));
    await expectVisible(row(page, other));
    await expectHidden(row(page, sought));
  });

  test('[BOOK-01] takes the focus by its shortcut and is cleared by Escape', async ({ page }) => {
    await openBookings(page, '?search=0a1b2c');
    await expectVisible(total(page, 1));
    await page.keyboard.press('/');
    await expectFocused(searchBox(page));
    await page.keyboard.press('Escape');
    await expectValue(searchBox(page), '');
    await expectVisible(total(page, 27));
  });
});

describe('the status filter', () => {
  test('[BOOK-02] offers all and the seven statuses in order', async ({ page }) => {
    await openBookings(page);
    await expectTexts(status(page).getByRole('option'), [
      'All Status',
      'Pending',
      'Accepted',
      'Arrived',
      'Completed',
      'User Confirmed',
      'Rating Given',
      'Cancelled',
    ]);
    await expectValue(status(page), 'all');
  });

  test('[BOOK-02] asks for the first page of its status, and for no status when all', async ({ page }) => {
    const calls = recordCalls(page, listBookings);
    await openBookings(page, '?page=2');
    await status(page).selectOption({ label: 'Accepted' });
    await expectVisible(total(page, 12));
    expect(queryOf(page)).toEqual({ status: 'accepted' });
    await status(page).selectOption({ label: 'All Status' });
    await expectVisible(total(page, 27));
    const statuses = calls.map(({ searchParams }) => [searchParams.get('page'), searchParams.has('status')]);
    expect(statuses).toEqual([
      ['2', false],
      ['1', true],
      ['1', false],
    ]);
  });

  test('[BOOK-03] shows page 1 of 1 for an empty list, whatever page the address has', async ({ page }) => {
    for (const search of ['?status=cancelled', '?status=cancelled&page=3']) {
      await openBookings(page, search);
      await expectVisible(total(page, 0));
      await expectVisible(page.getByText('page 1 of 1', { exact: true }));
    }
  });

  test('[BOOK-03, BOOK-06] and the search are shown as filters that can be removed', async ({ page }) => {
    await openBookings(page, '?status=cancelled&search=0a1b2c');
    await expectVisible(page.getByText('No bookings found matching your criteria'));
    await expectTexts(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'), [
      'Status: Cancelled',
      'Search: 0a1b2c',
    ]);
    await page.getByRole('button', { name: 'Status: Cancelled, remove filter' }).click();
    await expectVisible(row(page, sought));
    await page.getByRole('button', { name: 'Search: 0a1b2c, remove filter' }).click();
    await expectVisible(total(page, 27));
    await expectValue(searchBox(page), '');
    expect(queryOf(page)).toEqual({});
  });
});

describe('several filters', () => {
  test('[VIEW-03] several statuses are in the address, and the call has them all', async ({ page }) => {
    const calls = recordCalls(page, listBookings);
    await openBookings(page, '?status=rating_given');
    await button(page, 'Choose several').click();
    const choices = page.getByRole('group', { name: 'Status, any of' });
    const accepted = choices.getByRole('checkbox', { name: 'Accepted' });
    // It shows what the address says, a moment after the press.
    await accepted.click();
    await expect.poll(() => accepted.isChecked()).toBe(true);
    await expectVisible(total(page, 23));
    await expectAccessible(page);
    expect(queryOf(page)).toEqual({ status: 'accepted,rating_given' });
    const asked = z.decode(listBookings.query, queriesOf(calls).at(-1) ?? {});
    expect(asked.status).toEqual(['accepted', 'rating_given']);
    await expectTexts(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'), [
      'Status: Accepted, Rating Given',
    ]);
    await button(page, 'Done').click();
    await expectHidden(choices);
    await page.reload();
    await expectVisible(total(page, 23));
    await expectText(status(page).locator('option:checked'), 'Accepted, Rating Given');
    await status(page).selectOption({ label: 'Accepted' });
    await expectVisible(total(page, 12));
  });

  test('[VIEW-03] emergencies and bookings without a mechanic', async ({ page }) => {
    await openBookings(page);
    await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Emergency' });
    await expectVisible(total(page, 2));
    await page.getByRole('combobox', { name: 'Mechanic' }).selectOption({ label: 'Unassigned' });
    await expectVisible(total(page, 1));
    expect(queryOf(page)).toEqual({ kind: 'emergency', assigned: 'no' });
    await expectVisible(row(page, unassigned));
    await page.getByRole('button', { name: 'Type: Emergency, remove filter' }).click();
    await expectVisible(total(page, 26));
  });

  test('[VIEW-01] the days on which they were made, as a period and from one day to another', async ({ page }) => {
    await page.clock.setFixedTime('2026-01-03T20:00:00.000Z');
    await openBookings(page);
    const days = page.getByRole('combobox', { name: 'Booked' });
    await expectTexts(days.getByRole('option'), [
      'Booked: Any Day',
      'Today',
      'Yesterday',
      'Last 7 Days',
      'Last 30 Days',
      'This Month',
      'Last Month',
      'From – To…',
    ]);
    const calls = recordCalls(page, listBookings);
    // In India it is the fourth of January already.
    await days.selectOption({ label: 'Last 7 Days' });
    await expectVisible(total(page, 2));
    expect(queriesOf(calls).at(-1)).toMatchObject({ from: '2025-12-29', to: '2026-01-04' });
    expect(queryOf(page)).toEqual({ period: '7-days' });
    await days.selectOption({ label: 'From – To…' });
    await expectValue(page.getByLabel('From', { exact: true }), '29 Dec 2025');
    // [TOUGH-07] The day comes first, although the language of the browser puts the month first.
    const to = page.getByLabel('To', { exact: true });
    await to.fill('31 Feb 2026');
    await expectVisible(page.getByText('31 Feb 2026 does not exist.', { exact: true }));
    await to.fill('1/1/26');
    await to.press('Enter');
    await expectValue(to, '1 Jan 2026');
    await expectVisible(total(page, 1));
    await expectVisible(row(page, sought));
    expect(queryOf(page)).toEqual({ from: '2025-12-29', to: '2026-01-01' });
    await page.getByRole('button', { name: 'From: 29 Dec 2025, remove filter' }).click();
    await expectValue(page.getByLabel('From', { exact: true }), '');
    await page.getByRole('button', { name: 'Open calendar' }).last().click();
    await page.getByLabel('Calendar', { exact: true }).fill('2026-01-02');
    await expectValue(to, '2 Jan 2026');
    await expectFocused(to);
    expect(queryOf(page)).toEqual({ to: '2026-01-02' });
    await days.selectOption({ label: 'Today' });
    await expectVisible(total(page, 0));
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectVisible(total(page, 27));
  });

  test('[VIEW-01, VIEW-02, VIEW-03] are folded behind a button on a phone', async ({ openPage, application }) => {
    const page = await openPage({ width: 'phone' });
    await beginSignedIn(page, application);
    await openBookings(page);
    await expectVisible(status(page));
    await expectHidden(page.getByRole('combobox', { name: 'Booked' }));
    await button(page, 'More').click();
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Oldest First' });
    await expect.poll(() => queryOf(page)).toEqual({ sort: 'date' });
    await expectVisible(page.getByRole('combobox', { name: 'Booked' }));
    await expectAccessible(page);
  });
});

describe('calls', () => {
  test('[ERR-02, BOOK-03] are sent once on load and once on Refresh, and at no other time', async ({ page }) => {
    const calls = recordCalls(page, listBookings);
    await openBookings(page);
    expect(calls).toHaveLength(1);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => calls.length).toBe(2);
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page
      .getByRole('button', { name: /^View details of/ })
      .first()
      .click();
    await expectVisible(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expectHidden(page.getByRole('dialog'));
    expect(calls).toHaveLength(2);
  });

  test('[BOOK-03, ERR-02] are sent again when the screen is entered again', async ({ page }) => {
    await openBookings(page);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await expectVisible(page.getByRole('heading', { name: 'Users', level: 1 }));
    const calls = recordCalls(page, listBookings);
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await expectVisible(total(page, 27));
    await expect.poll(() => calls.length).toBe(1);
  });
});
