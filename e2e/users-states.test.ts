import { payLoyalty } from '@wayside/contract/loyalty';
import { deleteUser, getUser, listUsers, toggleUserBlock } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { expectPresentable, looks } from './support/accessible.ts';
import { applicationTest } from './support/application-test.ts';
import { callPattern } from './support/calls.ts';
import { expectVisible } from './support/expectations.ts';
import { anUnknownUser, aUser, aUserInLongWords } from './support/factories/people.ts';
import { holdCall } from './support/held-call.ts';
import { expectNothingMoved, watchLayoutShift } from './support/layout-shift.ts';
import { expectLoadingToFilled } from './support/loading-to-filled.ts';
import { importMarketplace } from './support/marketplace.ts';
import { serveAnswers } from './support/served-answers.ts';
import { toast } from './support/toasts.ts';
import { openUsers, undo, userAction, userDetails, usersTotal } from './support/users-screen.ts';

const online = aUser({ createdAt: '2026-03-09T00:00:00.000Z', socketId: 'socket-1' });
const blocked = aUser({ name: 'Meena Sharma', isBlocked: true, createdAt: '2026-03-08T00:00:00.000Z' });
const poor = aUser({ name: 'Ten Rupees', walletPaise: 1_000, createdAt: '2026-03-07T00:00:00.000Z' });
const unknown = anUnknownUser({ createdAt: '2026-03-06T00:00:00.000Z' });
const long = aUserInLongWords({ createdAt: '2026-03-05T00:00:00.000Z' });
const more = Array.from({ length: 90 }, () =>
  aUser({ name: 'Somebody Else', createdAt: '2026-03-01T00:00:00.000Z' }),
);

const test = applicationTest().extend('marketplace', { scope: 'file', auto: true }, ({ application }) =>
  importMarketplace(application, { users: [online, blocked, poor, unknown, long, ...more] }),
);

const account = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Account' });
const loyalty = (page: Page) => page.getByRole('dialog', { name: 'Process Loyalty Payout' });

describe.for(looks)('on $width in $theme', (look) => {
  test('[USER-02] loading and filled can be read by everybody, and nothing moves between', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn(look);
    await expectLoadingToFilled(page, {
      path: '/users',
      call: listUsers,
      loading: page.getByRole('heading', { name: 'All Users', exact: true }),
      filled: usersTotal(page, 95),
    });
  });

  test('[USER-03, USER-07] empty, without a match and failed can be read by everybody', async ({
    openSignedIn,
    problems,
  }) => {
    problems.allow(/^(response: 404|console: )/);
    const page = await openSignedIn(look);
    await watchLayoutShift(page);
    await openUsers(page, '?search=nothing-like-this');
    await expectVisible(page.getByText(/^No users found matching/));
    await expectPresentable(page);
    await expectNothingMoved(page);
    await serveAnswers(page, listUsers, { json: { data: [] } }, { status: 404, json: {} });
    await page.goto('/users');
    await expectVisible(page.getByText(/^No users found. Create/));
    await expectPresentable(page);
    await page.goto('/users');
    await expectVisible(page.getByRole('heading', { name: 'Error Loading Users' }));
    await expectPresentable(page);
    await expectNothingMoved(page);
  });

  test('[USER-04] the details of somebody online, blocked, unknown or with long words can be read by everybody, and nothing moves', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn(look);
    await watchLayoutShift(page);
    for (const user of [online, blocked, unknown, long]) {
      await page.goto(`/users?user=${user.id}`);
      const details = userDetails(page, user);
      await expectVisible(details.getByRole('region', { name: 'Account' }));
      await expectVisible(details.getByText('Nothing has been done yet.'));
      await expectPresentable(page);
      await expectNothingMoved(page);
    }
  });

  test('[USER-04] the details of nobody, loading and failed can be read by everybody', async ({
    openSignedIn,
    problems,
  }) => {
    problems.allow(/^(response: 4|console: )/);
    const page = await openSignedIn(look);
    await page.goto(`/users?user=${'f'.repeat(24)}`);
    await expectVisible(page.getByText(/^There is no user with this id/));
    await expectPresentable(page);
    await serveAnswers(page, getUser, { status: 418, json: {} });
    await page.goto(`/users?page=9&user=${online.id}`);
    await expectVisible(page.getByRole('dialog').getByText('Failed to load users'));
    await expectPresentable(page);
    await page.unroute(callPattern(getUser));
    const release = await holdCall(page, callPattern(getUser));
    await page.goto(`/users?page=9&user=${online.id}`);
    await expectVisible(page.getByRole('dialog').getByRole('status', { name: 'Loading the user' }));
    await expectPresentable(page);
    release();
    await expectVisible(account(page));
  });

  test('[USER-05, TOAST-01] a toggle, its way back and its failure can be read by everybody', async ({
    openSignedIn,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: )/);
    const page = await openSignedIn(look);
    await serveAnswers(page, toggleUserBlock, { json: { status: true } }, { status: 500, json: {} });
    await openUsers(page);
    await userAction(page, online, 'Block user').click();
    // A toast that is pointed at stays.
    await undo(page).hover();
    await expectPresentable(page);
    await undo(page).click();
    await expectVisible(toast(page, 'Failed to update user status'));
    await expectPresentable(page);
  });

  test('[USER-06] the confirmation and its failure can be read by everybody', async ({
    openSignedIn,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: )/);
    const page = await openSignedIn(look);
    await serveAnswers(page, deleteUser, { status: 500, json: {} });
    await openUsers(page);
    await userAction(page, long, 'Delete user').click();
    await expectVisible(page.getByRole('alertdialog'));
    await expectPresentable(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectVisible(page.getByRole('alertdialog').getByText('Failed to delete user'));
    await expectPresentable(page);
  });

  test('[LOYA-01, LOYA-02] the loyalty dialog, alone and over the details, can be read by everybody', async ({
    openSignedIn,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: )/);
    const page = await openSignedIn(look);
    await serveAnswers(page, payLoyalty, { status: 500, json: {} });
    await openUsers(page);
    await userAction(page, poor, 'Pay loyalty to').click();
    await expectVisible(loyalty(page));
    await expectPresentable(page);
    await page.keyboard.press('Escape');
    await userAction(page, online, 'View details of').click();
    await userDetails(page, online).getByRole('button', { name: 'Pay loyalty' }).click();
    await expectVisible(loyalty(page));
    await expectPresentable(page);
    await page.keyboard.press('Enter');
    await expectVisible(loyalty(page).getByText('Please enter a transaction ID'));
    await expectPresentable(page);
    await page.keyboard.type('UPI-1');
    await page.keyboard.press('Enter');
    await expectVisible(toast(page, 'Error'));
    await expectPresentable(page);
  });
});
