import { getUser, listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, recordCalls, serveAnswers } from './support/calls.ts';
import {
  expectFocused,
  expectHidden,
  expectText,
  expectTexts,
  expectTooltip,
  expectValue,
  expectVisible,
} from './support/expectations.ts';
import { aUser, aUserWithoutValues } from './support/factories/people.ts';
import { button, dialogNamed, press, queriesOf, queryOf } from './support/locators.ts';
import { pushPath } from './support/navigation.ts';
import { openUsers, userRow, usersTotal } from './support/users-screen.ts';

const newest = '2026-03-09T00:00:00.000Z';
const oldest = '2025-01-01T00:00:00.000Z';
const longName = `Anantha${'padmanabha'.repeat(19)}swa`;
const ravi = aUser({ createdAt: newest, vehicleTypes: ['car', 'bike'], walletPaise: 123_456_750 });
const blocked = aUser({ name: 'Meena Sharma', isBlocked: true, walletPaise: 1_005, createdAt: newest });
const unknown = aUserWithoutValues({ createdAt: newest });
const names = {
  long: aUser({ name: longName, createdAt: newest }),
  devanagari: aUser({ name: 'अनुराधा पौडवाल', createdAt: newest }),
  rightToLeft: aUser({ name: 'محمد علي', createdAt: newest }),
  markup: aUser({ name: '<img src=x onerror=alert(1)> <b>Bold</b>', createdAt: newest }),
};
const rich = aUser({ name: 'Rich', walletPaise: 9_999_999_999, createdAt: newest });
const everyVehicle = aUser({
  name: 'Fleet',
  vehicleTypes: ['bike', 'car', 'auto', 'bus', 'truck'],
  createdAt: newest,
});
const meena = aUser({
  name: 'मीना शर्मा',
  phone: '+91 70000 12345',
  email: 'Meena.Sharma@example.in',
  createdAt: oldest,
});
const farida = aUser({
  name: 'Farida Khan',
  phone: '7000099999',
  email: 'farida@example.org',
  createdAt: '2024-12-31T00:00:00.000Z',
});
const older = Array.from({ length: 3 }, (_, index) => aUser({ createdAt: `2026-01-0${3 - index}T00:00:00.000Z` }));

const TOTAL = 14;

const test = signedInTest({
  users: [ravi, blocked, unknown, ...Object.values(names), rich, everyVehicle, ...older, meena, farida],
});

const failed = 'Failed to load users';
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by phone number' });
const card = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error Loading Users' });
const table = (page: Page) => page.getByRole('table', { name: 'All Users' });
const cellsOf = (page: Page, user: { id: string; name: string | null }) => userRow(page, user).getByRole('cell');

describe('a row', () => {
  test('[USER-02] has its columns in order', async ({ page }) => {
    await openUsers(page);
    await expectTexts(table(page).getByRole('columnheader'), [
      '',
      'User',
      'Contact',
      'Vehicle Types',
      'Wallet',
      'Status',
      'Actions',
    ]);
    expect(await page.title()).toMatch(/^Users/);
  });

  test('[USER-02, FMT-01, FMT-05] shows all fields, with the wallet to the paisa', async ({ page }) => {
    await openUsers(page);
    await expectTexts(cellsOf(page, ravi), [
      '',
      `RK Ravi Kumar ${ravi.id.slice(-6)}`,
      'ravi.kumar@example.in 9876543210',
      'Car Bike',
      '₹12,34,567.50',
      'Active',
      '',
    ]);
    await expectText(cellsOf(page, blocked).nth(4), '₹10.05');
    await expectText(cellsOf(page, blocked).nth(5), 'Blocked');
  });

  test('[FMT-04, USER-02] reads N/A for each missing value', async ({ page }) => {
    await openUsers(page);
    await expectTexts(cellsOf(page, unknown), [
      '',
      `? N/A ${unknown.id.slice(-6)}`,
      'N/A N/A',
      'N/A',
      'N/A',
      'Active',
      '',
    ]);
    expect(await page.getByRole('main').innerText()).not.toMatch(/undefined|null|NaN|Invalid Date/);
  });

  test('[USER-02] has its four actions, each named with the customer', async ({ page }) => {
    await openUsers(page);
    const labels = (user: { id: string; name: string | null }) =>
      cellsOf(page, user)
        .last()
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    expect(await labels(ravi)).toEqual([
      'View details of Ravi Kumar',
      'Pay loyalty to Ravi Kumar',
      'Block user Ravi Kumar',
      'Delete user Ravi Kumar',
    ]);
    expect((await labels(blocked))[2]).toBe('Unblock user Meena Sharma');
    expect((await labels(unknown))[3]).toBe(`Delete user user ${unknown.id.slice(-6)}`);
  });

  test('[USER-02] fits every amount and badge into its cell', async ({ page }) => {
    await openUsers(page);
    for (const user of [ravi, rich, everyVehicle, names.long]) {
      const overflow = await cellsOf(page, user).evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
      expect(overflow).toEqual([]);
    }
    await expectText(cellsOf(page, rich).nth(4), '₹9,99,99,999.99');
  });
});

describe('a name', () => {
  test.for(Object.entries(names))(
    '[FMT-04, USER-02] that is %s is shown on two lines at most, as text',
    async ([, user], { page }) => {
      await openUsers(page);
      const name = cellsOf(page, user)
        .nth(1)
        .getByText(user.name ?? '', { exact: true });
      const cell = await cellsOf(page, user).nth(1).boundingBox();
      const box = await name.boundingBox();
      expect(box?.height).toBeLessThan(50);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0));
      expect(await page.getByRole('main').getByRole('img').count()).toBe(0);
    },
  );

  test('[USER-02] that is too long is whole in its tooltip', async ({ page }) => {
    await openUsers(page);
    await expectTooltip(page, page.getByText(longName, { exact: true }), longName);
  });
});

describe('the pages', () => {
  test('[USER-02, BOOK-07] hold ten customers each, newest first', async ({ page }) => {
    await openUsers(page);
    await expectVisible(page.getByText('Showing 1 to 10 of 14 users', { exact: true }));
    expect(await table(page).getByRole('row').count()).toBe(11);
    await page.getByRole('navigation', { name: 'Pages of users' }).getByRole('link', { name: 'Page 2' }).click();
    await expectVisible(page.getByText('Showing 11 to 14 of 14 users', { exact: true }));
    await expectTexts(
      table(page).getByRole('button', { name: /copy the whole id$/ }),
      [...older.slice(1), meena, farida].map(({ id }) => id.slice(-6)),
    );
    expect(new URL(page.url()).search).toBe('?page=2');
  });
});

test('[USER-03] an empty list shows how to create a customer', async ({ page }) => {
  await serveAnswers(page, listUsers, { json: { status: true, data: [] } });
  await page.goto('/users');
  await expectVisible(page.getByText('No users found. Create your first user to get started.', { exact: true }));
  await expectVisible(usersTotal(page, 0));
});

describe('the search', () => {
  test('[USER-01] calls once after the last key, trimmed, and goes back to page 1', async ({ page }) => {
    await openUsers(page, '?page=2');
    const calls = recordCalls(page, listUsers);
    await searchBox(page).pressSequentially(' 70000999 ', { delay: 20 });
    await expectVisible(usersTotal(page, 1));
    await expectVisible(userRow(page, farida));
    expect(queriesOf(calls)).toEqual([{ page: '1', limit: '10', search: '70000999' }]);
    expect(queryOf(page)).toEqual({ search: '70000999' });
  });

  test('[USER-01] finds a customer by phone, name and email, with spaces, in any case and script', async ({
    page,
  }) => {
    await openUsers(page);
    for (const [text, user] of [
      ['99999', farida],
      ['70000 12', meena],
      ['fARIDA k', farida],
      ['शर्मा', meena],
      ['meena.SHARMA@', meena],
    ] as const) {
      await pushPath(page, '/users');
      await expectVisible(usersTotal(page, TOTAL));
      await searchBox(page).fill(text);
      await expectVisible(usersTotal(page, 1));
      await expectVisible(userRow(page, user));
    }
  });

  test('[USER-01, USER-03] shows the text without a match for special characters', async ({ page }) => {
    await openUsers(page);
    for (const text of ['%', '_', "' OR 1=1 --", '\\', '<b>x</b>', '"quoted"']) {
      await searchBox(page).fill(text);
      await expectVisible(page.getByText(`No users found matching "${text}"`, { exact: true }));
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expectVisible(usersTotal(page, TOTAL));
      await expectValue(searchBox(page), '');
      expect(queryOf(page)).toEqual({});
    }
  });

  test('[NAV-09] is in the address with the open dialog and survives a reload', async ({ page }) => {
    await openUsers(page, '?search=70000');
    await press(page, 'View details of Farida Khan');
    const details = dialogNamed(page, 'Farida Khan').getByRole('region', { name: 'Account' });
    await expectVisible(details);
    expect(queryOf(page)).toEqual({ search: '70000', user: farida.id });
    await page.reload();
    await expectVisible(details);
    await page.keyboard.press('Escape');
    await expectVisible(usersTotal(page, 2));
    await expectValue(searchBox(page), '70000');
  });
});

describe('a load that fails', () => {
  test('[USER-07, ERR-01] shows its fixed text or the message of the server', async ({ page }) => {
    await serveAnswers(
      page,
      listUsers,
      { json: { status: false } },
      { json: { status: false, message: 'Not today' } },
    );
    await page.goto('/users');
    await expectVisible(card(page).getByText(failed, { exact: true }));
    await press(page, 'Try Again');
    await expectVisible(card(page).getByText('Not today', { exact: true }));
  });

  test('[ERR-03, USER-07] is retried by Try Again, which keeps the focus until it succeeds', async ({ page }) => {
    await serveAnswers(page, listUsers, { status: 404, json: {} }, { status: 404, json: {} }, 'real');
    const calls = recordCalls(page, listUsers);
    await page.goto('/users');
    await button(page, 'Try Again').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => calls.length).toBe(2);
    await expectVisible(card(page));
    await expect.poll(() => button(page, 'Try Again').isEnabled()).toBe(true);
    await expectFocused(button(page, 'Try Again'));
    await page.keyboard.press('Enter');
    await expectVisible(usersTotal(page, TOTAL));
    await expectHidden(card(page));
    expect(calls).toHaveLength(3);
    // The focus is in the list: Tab goes to its first control.
    await page.keyboard.press('Tab');
    await expectFocused(page.getByRole('table', { name: 'All Users' }).getByRole('checkbox').first());
  });

  test('[ERR-03] of one customer keeps the card and the focus during the retry', async ({ page }) => {
    const limited = { status: 429, json: { status: false, message: 'Too many calls' } };
    const person = farida;
    await serveAnswers(page, getUser, limited, 'real');
    await page.goto(`/users?search=nobody&user=${person.id}`);
    const dialog = page.getByRole('dialog');
    const again = dialog.getByRole('button', { name: 'Try Again' });
    await again.focus();
    const release = await holdCall(page, callPattern(getUser));
    await page.keyboard.press('Enter');
    await expect.poll(() => again.getAttribute('aria-busy')).toBe('true');
    await expectVisible(dialog.getByRole('alert').getByText('Too many calls', { exact: true }));
    await expectFocused(again);
    await expectHidden(dialog.getByRole('status', { name: 'Loading the user' }));
    release();
    await expectVisible(page.getByRole('dialog', { name: person.name ?? '' }));
    await expectHidden(again);
    await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  });

  test('[ERR-02, BOOK-07] is not repeated by a click on a link that was hovered before', async ({ page }) => {
    await openUsers(page);
    const calls = recordCalls(page, listUsers);
    const link = page.getByRole('link', { name: 'Page 2' });
    await link.hover();
    await expect.poll(() => calls.length).toBe(1);
    await link.click();
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    expect(calls.map(({ searchParams }) => searchParams.get('page'))).toEqual(['2']);
  });
});
