import { deleteUser, toggleUserBlock, type User } from '@wayside/contract/users';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { callPattern, holdCallOnEach, recordCalls, type ServedAnswer, serveAnswers } from './support/calls.ts';
import { installClock } from './support/clock.ts';
import { customerPool, customerTest } from './support/customers.ts';
import { expectFocused, expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { beginAsAnother, openSession } from './support/session.ts';
import { countToasts, toast, toastRegion, undo } from './support/toasts.ts';
import { block, blockedState, isBlocked, openUserAlone, userAction } from './support/users-screen.ts';

// Each test has a customer of its own.
const test = customerTest(customerPool(16));

const failed = 'Failed to update user status';

async function toggleAsAnother(application: Application, { id }: User): Promise<void> {
  await callApi(application, await openSession(application), toggleUserBlock, {
    params: { id },
    query: { seen: null },
  });
}

describe('a toggle that fails', () => {
  test.for<[string, ServedAnswer, string]>([
    ['a 500', { status: 500, json: {} }, failed],
    ['no answer', 'none', failed],
    ['status false and a message', { json: { status: false, message: 'Not today' } }, 'Not today'],
  ])(
    '[USER-05, ERR-01, ERR-02] reverts on %s, shows the failure and is not retried',
    async ([, answer, words], { page, user }) => {
      await openUserAlone(page, user);
      await serveAnswers(page, toggleUserBlock, answer);
      const calls = recordCalls(page, toggleUserBlock);
      await installClock(page);
      await block(page, user).focus();
      await page.keyboard.press('Enter');
      await expectVisible(toast(page, failed));
      await expectVisible(toast(page, words));
      await expectText(blockedState(page, user), 'Active');
      await expectHidden(undo(page));
      await expectFocused(block(page, user));
      await page.clock.runFor(120_000);
      expect(calls).toHaveLength(1);
    },
  );

  test('[USER-05] succeeds at the next press', async ({ page, user }) => {
    await openUserAlone(page, user);
    await serveAnswers(page, toggleUserBlock, { status: 500, json: {} }, 'real');
    await block(page, user).click();
    await expectVisible(toast(page, failed));
    await block(page, user).click();
    await expectVisible(toast(page, `${user.name} is blocked`));
    await expectHidden(toast(page, failed));
    await expectText(blockedState(page, user), 'Blocked');
  });
});

describe('two administrators', () => {
  test('[USER-05] press at once: one blocks, the other one gets a notice, both see the current state', async ({
    page,
    openPage,
    application,
    pageErrors,
    user,
  }) => {
    pageErrors.expectApiError(409, 'GET');
    const another = await openPage();
    await beginAsAnother(another, application);
    const both = [page, another];
    const release = await holdCallOnEach(both, callPattern(toggleUserBlock));
    await Promise.all(both.map((each) => openUserAlone(each, user)));
    await Promise.all(both.map((each) => block(each, user).click()));
    release();
    await expect.poll(() => countToasts(both, `${user.name} is blocked`)).toBe(1);
    await expect.poll(() => countToasts(both, 'Somebody else has blocked this customer in the meantime.')).toBe(1);
    for (const each of both) await expectText(blockedState(each, user), 'Blocked');
    expect(await isBlocked(application, user)).toBe(true);
  });

  test('[USER-05] one after the other: the second one gets a notice and sees the current state', async ({
    page,
    application,
    pageErrors,
    user,
  }) => {
    pageErrors.expectApiError(409, 'GET');
    await openUserAlone(page, user);
    await toggleAsAnother(application, user);
    await block(page, user).click();
    await expectVisible(toastRegion(page).getByText('Somebody else has blocked this customer in the meantime.'));
    await expectVisible(toast(page, failed));
    await expectText(blockedState(page, user), 'Blocked');
    await userAction(page, user, 'Unblock user').click();
    await expectText(blockedState(page, user), 'Active');
    // The screen is ahead of the server.
    await expect.poll(() => isBlocked(application, user)).toBe(false);
  });

  test('[USER-05] a late Undo changes nothing', async ({ page, application, pageErrors, user }) => {
    pageErrors.expectApiError(409, 'GET');
    await openUserAlone(page, user);
    await block(page, user).click();
    await expectVisible(undo(page));
    await toggleAsAnother(application, user);
    await undo(page).click();
    await expectVisible(toastRegion(page).getByText('Somebody else has unblocked this customer in the meantime.'));
    await expectText(blockedState(page, user), 'Active');
    expect(await isBlocked(application, user)).toBe(false);
  });

  test('[USER-05] a server that ignores the state seen is trusted', async ({ page, user }) => {
    await openUserAlone(page, user);
    await serveAnswers(page, toggleUserBlock, { json: { status: true, isBlocked: false } });
    await block(page, user).click();
    await expectVisible(toast(page, `${user.name} is unblocked`));
    await expectVisible(toast(page, 'Somebody else has changed it.'));
    await expectText(blockedState(page, user), 'Active');
    await expectHidden(undo(page));
  });

  test('[USER-05, USER-06] a customer whom another administrator has deleted leaves the list', async ({
    page,
    application,
    pageErrors,
    user,
  }) => {
    pageErrors.expectApiError(404, 'GET');
    await openUserAlone(page, user);
    await callApi(application, await openSession(application), deleteUser, { params: { id: user.id } });
    await block(page, user).click();
    await expectVisible(toastRegion(page).getByText('There is no customer with this id.'));
    await expectVisible(page.getByText(`No users found matching "${user.name}"`, { exact: true }));
  });
});
