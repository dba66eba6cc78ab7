import { listUsers, toggleUserBlock, type User } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { loggedActions } from './support/activity-records.ts';
import { callPattern, holdAnswer, holdCall, recordCalls } from './support/calls.ts';
import { customerPool, customerTest } from './support/customers.ts';
import { expectFocused, expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { toast, undo } from './support/toasts.ts';
import { block, blockedState, isBlocked, openUserAlone, userAction, userDetails } from './support/users-screen.ts';

// Each test has a customer of its own.
const test = customerTest(customerPool(14));

const unblock = (page: Page, user: User) => userAction(page, user, 'Unblock user');

/** Opens the list that holds a customer alone, and notes from then on what is toggled. */
async function openRecorded(page: Page, user: User): Promise<URL[]> {
  await openUserAlone(page, user);
  await expectVisible(block(page, user));
  return recordCalls(page, toggleUserBlock);
}

describe('a click', () => {
  test('[USER-05, API-04] blocks by one call with the state seen, and names the customer in the toast', async ({
    page,
    application,
    user,
  }) => {
    const calls = await openRecorded(page, user);
    await block(page, user).click();
    await expectVisible(toast(page, `${user.name} is blocked`));
    await expectText(blockedState(page, user), 'Blocked');
    await expectVisible(unblock(page, user));
    expect(calls.map(({ pathname, search }) => pathname.endsWith(user.id) && search)).toEqual(['?seen=false']);
    expect(await isBlocked(application, user)).toBe(true);
    expect(await loggedActions(application, 'user', user)).toMatchObject([{ action: 'blocked' }]);
  });

  test('[USER-05] shows the change before the answer', async ({ page, user }) => {
    await openRecorded(page, user);
    const release = await holdCall(page, callPattern(toggleUserBlock));
    await block(page, user).click();
    await expectText(blockedState(page, user), 'Blocked');
    expect(await unblock(page, user).isDisabled()).toBe(true);
    await expectHidden(toast(page, `${user.name} is blocked`));
    release();
    await expectVisible(toast(page, `${user.name} is blocked`));
    await expect.poll(() => unblock(page, user).isEnabled()).toBe(true);
  });

  test('[USER-05] sends one call however often the button is pressed before the answer', async ({ page, user }) => {
    const calls = await openRecorded(page, user);
    const release = await holdCall(page, callPattern(toggleUserBlock));
    await block(page, user).dblclick();
    await unblock(page, user).click({ force: true });
    await unblock(page, user).focus();
    await page.keyboard.press('Enter');
    release();
    await expectVisible(toast(page, `${user.name} is blocked`));
    await expectText(blockedState(page, user), 'Blocked');
    expect(calls).toHaveLength(1);
  });

  test('[USER-05] ignores the second click of a double click, also after the answer', async ({ page, user }) => {
    const calls = await openRecorded(page, user);
    const box = await block(page, user).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await page.mouse.down({ clickCount: 1 });
    await page.mouse.up({ clickCount: 1 });
    await expectVisible(toast(page, `${user.name} is blocked`));
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectText(blockedState(page, user), 'Blocked');
    expect(calls).toHaveLength(1);
  });

  test('[USER-05] by a held key sends one call and keeps the focus', async ({ page, user }) => {
    const calls = await openRecorded(page, user);
    await block(page, user).focus();
    await page.keyboard.down('Enter');
    await expectVisible(toast(page, `${user.name} is blocked`));
    for (let repetition = 0; repetition < 5; repetition += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expectFocused(unblock(page, user));
    expect(calls).toHaveLength(1);
    await page.keyboard.press('Space');
    await expectVisible(toast(page, `${user.name} is unblocked`));
    await expectFocused(block(page, user));
    expect(calls).toHaveLength(2);
  });
});

test('[USER-05, ERR-02] only a press toggles: no pointer movement, focus, touch or reload', async ({
  page,
  application,
  user,
}) => {
  const calls = await openRecorded(page, user);
  await block(page, user).hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await block(page, user).focus();
  await block(page, user).dispatchEvent('touchstart');
  await page.keyboard.press('Tab');
  await page.reload();
  await expectVisible(block(page, user));
  await page.goBack();
  await page.goForward();
  await expectVisible(block(page, user));
  expect(await isBlocked(application, user)).toBe(false);
  expect(calls).toEqual([]);
});

describe('Undo', () => {
  test('[USER-05] reverts by another call from the confirmed state', async ({ page, application, user }) => {
    const calls = await openRecorded(page, user);
    await block(page, user).click();
    await undo(page).click();
    await expectVisible(toast(page, `${user.name} is unblocked`));
    await expectText(blockedState(page, user), 'Active');
    expect(calls.map(({ search }) => search)).toEqual(['?seen=false', '?seen=true']);
    expect(await isBlocked(application, user)).toBe(false);
  });

  test('[USER-05] is offered for the last change of a customer only', async ({ page, user }) => {
    await openRecorded(page, user);
    await block(page, user).click();
    await expectVisible(toast(page, `${user.name} is blocked`));
    await unblock(page, user).click();
    await expectVisible(toast(page, `${user.name} is unblocked`));
    await expectHidden(toast(page, `${user.name} is blocked`));
    await undo(page).click();
    await expectText(blockedState(page, user), 'Blocked');
  });
});

describe('in the details', () => {
  test('[USER-05, USER-04] changes dialog and list, and the toast above the dialog can be clicked', async ({
    page,
    user,
  }) => {
    const calls = await openRecorded(page, user);
    await userAction(page, user, 'View details of').click();
    const dialog = userDetails(page, user);
    const customer = dialog.getByRole('region', { name: 'Customer' });
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await expectVisible(customer.getByText('Blocked', { exact: true }));
    await expectFocused(dialog.getByRole('button', { name: 'Unblock', exact: true }));
    await undo(page).click();
    await expectVisible(customer.getByText('Active', { exact: true }));
    await expectVisible(dialog);
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await expectVisible(customer.getByText('Blocked', { exact: true }));
    await page.keyboard.press('Escape');
    await expectHidden(dialog);
    await expectText(blockedState(page, user), 'Blocked');
    expect(calls).toHaveLength(3);
  });
});

test('[USER-05] a list that loads during the change does not restore the old state', async ({ page, user }) => {
  await openRecorded(page, user);
  const lists = recordCalls(page, listUsers);
  const release = await holdAnswer(page, callPattern(listUsers));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => lists.length).toBe(1);
  await block(page, user).click();
  await expectVisible(toast(page, `${user.name} is blocked`));
  release();
  await expect.poll(() => page.getByRole('button', { name: 'Refresh' }).isEnabled()).toBe(true);
  await expectText(blockedState(page, user), 'Blocked');
});
