import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { manyBookings } from './support/factories/bookings.ts';
import { dialogNamed, press, queryOf } from './support/locators.ts';
import { pushPath } from './support/navigation.ts';
import { beginSignedIn } from './support/session.ts';

/** How many bookings there are in a status: so many pages can be looked at in one application. */
const counts = { pending: 10, accepted: 70, arrived: 71, completed: 195 };
const bookings = Object.entries(counts).flatMap(([status, count]) => manyBookings(count, { status }));

const test = signedInTest({ bookings });

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of bookings' });
/** The numbers and ellipses as they are read, the arrows left out. */
const slots = async (page: Page) =>
  (await pages(page).getByRole('listitem').allInnerTexts()).map((text) => text.trim()).filter(Boolean);

const addressOf = (status: string, number: number) => `/bookings?status=${status}&page=${number}`;

async function openPageOf(page: Page, status: string, number: number): Promise<void> {
  await page.goto(addressOf(status, number));
  await expectVisible(page.getByText(new RegExp(`^page ${number} of `)));
}

describe('the pages', () => {
  test('[BOOK-07] have no links when there is one page', async ({ page }) => {
    await openPageOf(page, 'pending', 1);
    await expectVisible(page.getByText('page 1 of 1', { exact: true }));
    await expectHidden(pages(page));
    await expectHidden(page.getByText(/^Showing /));
  });

  test('[BOOK-07] always link the first, the last and the neighbouring pages', async ({ page }) => {
    await openPageOf(page, 'pending', 1);
    for (const [status, number, read] of [
      ['accepted', 1, '1 2 3 4 5 6 7'],
      ['accepted', 4, '1 2 3 4 5 6 7'],
      ['accepted', 7, '1 2 3 4 5 6 7'],
      ['arrived', 1, '1 2 3 4 5 … 8'],
      ['arrived', 4, '1 2 3 4 5 … 8'],
      ['arrived', 5, '1 … 4 5 6 7 8'],
      ['arrived', 8, '1 … 4 5 6 7 8'],
      ['completed', 1, '1 2 3 4 5 … 20'],
      ['completed', 4, '1 2 3 4 5 … 20'],
      ['completed', 5, '1 … 4 5 6 … 20'],
      ['completed', 10, '1 … 9 10 11 … 20'],
      ['completed', 16, '1 … 15 16 17 … 20'],
      ['completed', 17, '1 … 16 17 18 19 20'],
      ['completed', 20, '1 … 16 17 18 19 20'],
    ] as const) {
      await pushPath(page, addressOf(status, number));
      await expect.poll(() => slots(page), { message: `page ${number} of ${status}` }).toEqual(read.split(' '));
      await expectTexts(pages(page).getByRole('link').and(page.locator('[aria-current="page"]')), [String(number)]);
    }
  });

  test('[BOOK-07, BOOK-03] show their range and the total', async ({ page }) => {
    await openPageOf(page, 'pending', 1);
    const rows = page.getByRole('table', { name: 'All Bookings' }).getByRole('row');
    for (const [status, number, words, count] of [
      ['arrived', 1, 'Showing 1 to 10 of 71 bookings', 10],
      ['arrived', 8, 'Showing 71 to 71 of 71 bookings', 1],
      ['completed', 20, 'Showing 191 to 195 of 195 bookings', 5],
    ] as const) {
      await pushPath(page, addressOf(status, number));
      await expectVisible(page.getByText(words, { exact: true }));
      await expect.poll(() => rows.count(), { message: words }).toBe(count + 1);
    }
  });

  test('[BOOK-07] are turned by number and by arrow', async ({ page }) => {
    await openPageOf(page, 'arrived', 1);
    const shown = page.getByText(/^Showing /);
    await expectHidden(pages(page).getByRole('link', { name: 'Previous page' }));
    await pages(page).getByRole('link', { name: 'Next page' }).click();
    await expectText(shown, 'Showing 11 to 20 of 71 bookings');
    await pages(page).getByRole('link', { name: 'Page 8' }).click();
    await expectText(shown, 'Showing 71 to 71 of 71 bookings');
    await expectHidden(pages(page).getByRole('link', { name: 'Next page' }));
    await pages(page).getByRole('link', { name: 'Previous page' }).click();
    await expectText(shown, 'Showing 61 to 70 of 71 bookings');
    expect(new URL(page.url()).search).toBe('?page=7&status=arrived');
  });

  test('[BOOK-07, BOOK-03] hold every booking once, newest first', async ({ page }) => {
    const expected = bookings.filter(({ status }) => status === 'accepted').map(({ id }) => id.slice(-6));
    const found: string[] = [];
    await openPageOf(page, 'accepted', 1);
    for (let number = 1; number <= 7; number += 1) {
      await expectText(page.getByText(/^Showing /), `Showing ${number * 10 - 9} to ${number * 10} of 70 bookings`);
      const ids = page.getByRole('button', { name: /copy the whole id$/ });
      await expectText(ids.first(), expected[number * 10 - 10] ?? '');
      found.push(...(await ids.allInnerTexts()));
      if (number < 7) await pages(page).getByRole('link', { name: 'Next page' }).click();
    }
    expect(found).toEqual(expected);
  });

  test('[API-14, NAV-09] beyond the last one show the last one', async ({ page }) => {
    await page.goto('/bookings?status=arrived&page=30');
    await expectVisible(page.getByRole('heading', { name: 'All Bookings (71)' }));
    await expectVisible(page.getByText('page 8 of 8', { exact: true }));
    await expectVisible(page.getByText('Showing 71 to 71 of 71 bookings', { exact: true }));
  });
});

describe('[VIEW-05] the display of a list', () => {
  const headers = (page: Page) => page.getByRole('table', { name: 'All Bookings' }).getByRole('columnheader');

  test('is chosen by the person and stored on the server: rows, density, columns and their order', async ({
    page,
    openPage,
    application,
  }) => {
    await openPageOf(page, 'completed', 2);
    await press(page, 'Display');
    const display = dialogNamed(page, 'Display');
    await display.getByLabel('Rows a page').selectOption('25');
    await expectVisible(page.getByText('Showing 1 to 25 of 195 bookings', { exact: true }));
    await display.getByLabel('Density').selectOption('compact');
    await display.getByRole('checkbox', { name: 'Mechanic', exact: true }).uncheck();
    await press(page, 'Move Amount left');
    await expectAccessible(page);
    await press(page, 'Done');
    const chosen = [
      '',
      'Booking ID',
      'Customer',
      'Service/Problem',
      'Amount',
      'Date and Time',
      'Status',
      'Actions',
    ];
    await expectTexts(headers(page), chosen);
    // A link to a later page has its number of rows, so that everybody sees the same.
    await pages(page).getByRole('link', { name: 'Page 3', exact: true }).click();
    await expectVisible(page.getByText('Showing 51 to 75 of 195 bookings', { exact: true }));
    expect(queryOf(page)).toEqual({ status: 'completed', page: '3', rows: '25' });

    const elsewhere = await openPage();
    await beginSignedIn(elsewhere, application);
    await elsewhere.goto('/bookings?status=completed');
    await expectVisible(elsewhere.getByText('Showing 1 to 25 of 195 bookings', { exact: true }));
    await expectTexts(headers(elsewhere), chosen);
    await press(elsewhere, 'Display');
    await press(elsewhere, 'Reset columns');
    await dialogNamed(elsewhere, 'Display').getByLabel('Rows a page').selectOption('10');
    await press(elsewhere, 'Done');
    await expectTexts(headers(elsewhere), [
      ...chosen.slice(0, 4),
      'Mechanic',
      'Date and Time',
      'Amount',
      'Status',
      'Actions',
    ]);
    await elsewhere.goto(addressOf('completed', 20));
    await expectVisible(elsewhere.getByText('Showing 191 to 195 of 195 bookings', { exact: true }));
  });
});

describe('[VIEW-06] the keys of a list', () => {
  const focusedRecord = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('[data-record]')?.getAttribute('data-record') ?? null);

  test('move between rows, open one, and the focus returns to it; a page can be typed', async ({ page }) => {
    await openPageOf(page, 'completed', 1);
    const ids = await page
      .locator('[data-record]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-record')));
    for (const [key, place] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['k', 1],
      ['k', 0],
      ['k', 0],
      ['j', 1],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focusedRecord(page), `${key} to row ${place}`).toBe(ids[place]);
    }
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog');
    await expectVisible(details);
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await expectHidden(details);
    await expect.poll(() => focusedRecord(page)).toBe(ids[1]);
    await page.keyboard.press('j');
    expect(await focusedRecord(page)).toBe(ids[2]);
    await page.keyboard.press('?');
    await expectVisible(dialogNamed(page, 'Keyboard shortcuts').getByText('Next row, previous row'));
    await page.keyboard.press('Escape');

    const field = page.getByLabel('Go to page');
    await field.fill('1a7');
    await field.press('Enter');
    await expectVisible(page.getByText('page 17 of 20', { exact: true }));
    await field.fill('900');
    await field.press('Enter');
    await expectVisible(page.getByText('page 20 of 20', { exact: true }));
    expect(queryOf(page)).toEqual({ status: 'completed', page: '20' });
  });
});
