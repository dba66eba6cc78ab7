import { payLoyalty } from '@wayside/contract/loyalty';
import { toggleUserBlock } from '@wayside/contract/users';
import { describe, expect } from 'vitest';
import { callPattern, holdCallOnEach } from './support/calls.ts';
import { customerPool, customerTest } from './support/customers.ts';
import { expectText } from './support/expectations.ts';
import { beginAsAnother } from './support/session.ts';
import { countToasts } from './support/toasts.ts';
import { blockButton, blockedState, isBlocked, openUserSearch, userAction } from './support/users-screen.ts';

// Each test has its own customer.
const test = customerTest(customerPool(3));

describe('two concurrent administrators', () => {
  test('[USER-05] block a customer: one succeeds, the other gets a notice, and both see the current state', async ({
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
    await Promise.all(both.map((each) => openUserSearch(each, user)));
    await Promise.all(both.map((each) => blockButton(each, user).click()));
    release();
    await expect.poll(() => countToasts(both, `${user.name} is blocked`)).toBe(1);
    await expect.poll(() => countToasts(both, 'Another user has blocked this customer in the meantime.')).toBe(1);
    for (const each of both) await expectText(blockedState(each, user), 'Blocked');
    expect(await isBlocked(application, user)).toBe(true);
  });

  test('[LOYA-04] pay a wallet: one succeeds, and the other gets an error', async ({
    page,
    openPage,
    application,
    pageErrors,
    user,
  }) => {
    pageErrors.expectApiError(409, 'POST');
    const another = await openPage();
    await beginAsAnother(another, application);
    const both = [page, another];
    const release = await holdCallOnEach(both, callPattern(payLoyalty));
    for (const [index, each] of both.entries()) {
      await openUserSearch(each, user);
      await userAction(each, user, 'Pay loyalty to').click();
      await each.getByLabel('Transaction ID').fill(`Both-${index}`);
      await each.keyboard.press('Enter');
    }
    release();
    await expect.poll(() => countToasts(both, `₹250 paid to ${user.name}`)).toBe(1);
    await expect.poll(() => countToasts(both, 'Error')).toBe(1);
    const hidden = { includeHidden: true };
    for (const each of both)
      await expectText(each.getByRole('row', hidden).filter({ hasText: user.id.slice(-6) }), /₹0/);
  });
});
