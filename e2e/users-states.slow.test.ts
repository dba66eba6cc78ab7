import { payLoyalty } from '@wayside/contract/loyalty';
import { deleteUser, getUser, listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible, expectAccessibleLoading } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { callPattern, holdCall, serveAnswers } from './support/calls.ts';
import { expectVisible } from './support/expectations.ts';
import { aUser, aUserWithLongValues, aUserWithoutValues } from './support/factories/people.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { recordTab } from './support/record-page.ts';
import { toast } from './support/toasts.ts';
import { openUsers, userAction, userDetails, userRow, usersTotal } from './support/users-screen.ts';

const online = aUser({ createdAt: '2026-03-09T00:00:00.000Z', socketId: 'socket-1' });
const blocked = aUser({ name: 'Meena Sharma', isBlocked: true, createdAt: '2026-03-08T00:00:00.000Z' });
const poor = aUser({ name: 'Ten Rupees', walletPaise: 1_000, createdAt: '2026-03-07T00:00:00.000Z' });
const unknown = aUserWithoutValues({ createdAt: '2026-03-06T00:00:00.000Z' });
const long = aUserWithLongValues({ createdAt: '2026-03-05T00:00:00.000Z' });
const more = Array.from({ length: 90 }, () =>
  aUser({ name: 'Somebody Else', createdAt: '2026-03-01T00:00:00.000Z' }),
);

const test = marketplaceTest({ users: [online, blocked, poor, unknown, long, ...more] });

const account = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Account' });
const loyalty = (page: Page) => page.getByRole('dialog', { name: 'Process Loyalty Payout' });

describe('is accessible', () => {
  test('while the list loads and once it is filled, without a layout shift', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await expectAccessibleLoading(page, {
      path: '/users',
      call: listUsers,
      loading: page.getByRole('heading', { name: 'All Users', exact: true }),
      filled: usersTotal(page, 95),
    });
  });

  test('the check finds one text of weak contrast among rows that look the same, in its theme', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn();
    await openUsers(page);
    const name = userRow(page, poor).getByText('Ten Rupees');
    await name.evaluate((text) => Object.assign(text.style, { color: 'light-dark(#bbb, #fff)' }));
    await expect(expectAccessible(page)).rejects.toThrow(/^axe violations\ncolor-contrast: /);
    await name.evaluate((text) => Object.assign(text.style, { color: 'light-dark(#000, #555)' }));
    await expect(expectAccessible(page)).rejects.toThrow(/^contrast in the dark theme\ncolor-contrast: /);
  });

  test('empty, without a match and failed', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await watchLayoutShift(page);
    await openUsers(page, '?search=nothing-like-this');
    await expectVisible(page.getByText(/^No users found matching/));
    await expectAccessible(page);
    await expectNoLayoutShift(page);
    await serveAnswers(page, listUsers, { json: { data: [] } }, { status: 404, json: {} });
    await page.goto('/users');
    await expectVisible(page.getByText(/^No users found. Create/));
    await expectAccessible(page);
    await page.goto('/users');
    await expectVisible(page.getByRole('heading', { name: 'Error Loading Users' }));
    await expectAccessible(page);
    await expectNoLayoutShift(page);
  });

  test('in the details of a customer who is online, blocked, without values or with long ones, without a layout shift', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn();
    await watchLayoutShift(page);
    for (const user of [online, blocked, unknown, long]) {
      await page.goto(`/users?user=${user.id}`);
      const details = userDetails(page, user);
      await expectVisible(details.getByRole('region', { name: 'Account' }));
      await expectVisible(recordTab(page, 'Activity (0)'));
      await expectVisible(details.getByRole('list', { name: 'Timeline' }).getByText('Joined'));
      await expectAccessible(page);
      await expectNoLayoutShift(page);
    }
  });

  test('in details that are missing, load or failed', async ({ openSignedIn, pageErrors }) => {
    pageErrors.allow(/^(response: 404|console: )/);
    const page = await openSignedIn();
    await page.goto(`/users?user=${'f'.repeat(24)}`);
    await expectVisible(page.getByText(/^There is no user with this id/));
    await expectAccessible(page);
    await serveAnswers(page, getUser, { status: 418, json: {} });
    await page.goto(`/users?page=9&user=${online.id}`);
    await expectVisible(page.getByRole('dialog').getByText('Failed to load users'));
    await expectAccessible(page);
    await page.unroute(callPattern(getUser));
    const release = await holdCall(page, callPattern(getUser));
    await page.goto(`/users?page=9&user=${online.id}`);
    await expectVisible(page.getByRole('dialog').getByRole('status', { name: 'Loading the user' }));
    await expectAccessible(page);
    release();
    await expectVisible(account(page));
  });

  test('in the confirmation of a deletion and its failure', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await serveAnswers(page, deleteUser, { status: 500, json: {} });
    await openUsers(page);
    await userAction(page, long, 'Delete user').click();
    await expectVisible(page.getByRole('alertdialog'));
    await expectVisible(page.getByRole('note').getByText(/^The wallet still holds ₹.* Otherwise the name is kept/));
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectVisible(page.getByRole('alertdialog').getByText('Failed to delete user'));
    await expectAccessible(page);
  });

  test('in the loyalty dialog, alone and over the details', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await serveAnswers(page, payLoyalty, { status: 500, json: {} });
    await openUsers(page);
    await userAction(page, poor, 'Pay loyalty to').click();
    await expectVisible(loyalty(page));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await userAction(page, online, 'View details of').click();
    await userDetails(page, online).getByRole('button', { name: 'Pay loyalty' }).click();
    await expectVisible(loyalty(page));
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectVisible(loyalty(page).getByText('Please enter a transaction ID'));
    await expectAccessible(page);
    await page.keyboard.type('UPI-1');
    await page.keyboard.press('Enter');
    await expectVisible(toast(page, 'Error'));
    await expectAccessible(page);
  });
});
