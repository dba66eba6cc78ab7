import { listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { anUnknownUser, aUser } from './support/factories/people.ts';
import { serveAnswers } from './support/served-answers.ts';
import { signedInTest } from './support/signed-in-test.ts';
import { expectTip } from './support/tooltips.ts';
import { openUsers, userRow, usersTotal } from './support/users-screen.ts';

const newest = '2026-03-09T00:00:00.000Z';
const longName = `Anantha${'padmanabha'.repeat(19)}swa`;
const ravi = aUser({ createdAt: newest, vehicleTypes: ['car', 'bike'], walletPaise: 123_456_750 });
const blocked = aUser({ name: 'Meena Sharma', isBlocked: true, walletPaise: 1_005, createdAt: newest });
const unknown = anUnknownUser({ createdAt: newest });
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
const older = Array.from({ length: 3 }, (_, index) => aUser({ createdAt: `2026-01-0${3 - index}T00:00:00.000Z` }));

const test = signedInTest({
  users: [ravi, blocked, unknown, ...Object.values(names), rich, everyVehicle, ...older],
});

const table = (page: Page) => page.getByRole('table', { name: 'All Users' });
const cellsOf = (page: Page, user: { id: string; name: string | null }) => userRow(page, user).getByRole('cell');

describe('a row', () => {
  test('[USER-02] stands under the columns in their order', async ({ page }) => {
    await openUsers(page);
    await expectTexts(table(page).getByRole('columnheader'), [
      'User',
      'Contact',
      'Vehicle Types',
      'Wallet',
      'Status',
      'Actions',
    ]);
    expect(await page.title()).toMatch(/^Users/);
  });

  test('[USER-02, FMT-01, FMT-05] says everything, the wallet to the paisa', async ({ page }) => {
    await openUsers(page);
    await expectTexts(cellsOf(page, ravi), [
      `RK Ravi Kumar ${ravi.id.slice(-6)}`,
      'ravi.kumar@example.in 9876543210',
      'Car Bike',
      '₹12,34,567.5',
      'Active',
      '',
    ]);
    await expectText(cellsOf(page, blocked).nth(3), '₹10.05');
    await expectText(cellsOf(page, blocked).nth(4), 'Blocked');
  });

  test('[FMT-04, USER-02] reads N/A wherever something is missing', async ({ page }) => {
    await openUsers(page);
    await expectTexts(cellsOf(page, unknown), [
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

  test('[USER-02] keeps every figure and badge within its cell', async ({ page }) => {
    await openUsers(page);
    for (const user of [ravi, rich, everyVehicle, names.long]) {
      const overflow = await cellsOf(page, user).evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
      expect(overflow).toEqual([]);
    }
    await expectText(cellsOf(page, rich).nth(3), '₹9,99,99,999.99');
  });

  test('[FMT-03] shows the whole id on hover and copies it by a click, which opens nothing', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openUsers(page);
    const id = page.getByRole('button', { name: `${ravi.id.slice(-6)}, copy the whole id` });
    await expectTip(page, id, ravi.id);
    await id.click();
    await expectVisible(page.getByRole('button', { name: `${ravi.id.slice(-6)} copied` }));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ravi.id);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('a name', () => {
  test.for(Object.entries(names))('[FMT-04, USER-02] that is %s stays what it is', async ([, user], { page }) => {
    await openUsers(page);
    const name = cellsOf(page, user)
      .first()
      .getByText(user.name ?? '', { exact: true });
    const cell = await cellsOf(page, user).first().boundingBox();
    const box = await name.boundingBox();
    expect(box?.height).toBeLessThan(30);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0));
    expect(await page.getByRole('main').getByRole('img').count()).toBe(0);
  });

  test('[USER-02] that is too long is told whole to whoever rests on it', async ({ page }) => {
    await openUsers(page);
    await expectTip(page, page.getByText(longName, { exact: true }), longName);
  });
});

describe('the pages', () => {
  test('[USER-02, BOOK-07] hold ten each, newest first, and say where one is', async ({ page }) => {
    await openUsers(page);
    await expectVisible(usersTotal(page, 12));
    await expectVisible(page.getByText('page 1 of 2', { exact: true }));
    await expectVisible(page.getByText('Showing 1 to 10 of 12 users', { exact: true }));
    expect(await table(page).getByRole('row').count()).toBe(11);
    await page.getByRole('navigation', { name: 'Pages of users' }).getByRole('link', { name: 'Page 2' }).click();
    await expectVisible(page.getByText('Showing 11 to 12 of 12 users', { exact: true }));
    await expectTexts(
      table(page).getByRole('button', { name: /copy the whole id$/ }),
      older.slice(1).map(({ id }) => id.slice(-6)),
    );
    expect(new URL(page.url()).search).toBe('?page=2');
  });

  test('[NAV-09, API-14] beyond the last one lead to the last one', async ({ page }) => {
    await page.goto('/users?page=9');
    await expectVisible(userRow(page, older[2] ?? ravi));
    await expectVisible(page.getByText('page 2 of 2', { exact: true }));
    expect(new URL(page.url()).search).toBe('?page=2');
  });
});

test('[USER-03] an empty list says how customers come', async ({ page }) => {
  await serveAnswers(page, listUsers, { json: { status: true, data: [] } });
  await page.goto('/users');
  await expectVisible(page.getByText('No users found. Create your first user to get started.', { exact: true }));
  await expectVisible(usersTotal(page, 0));
});
