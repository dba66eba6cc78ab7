import { listBookings } from '@wayside/contract/bookings';
import { deleteUser, type User } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { callPattern, holdCall, recordCalls, type ServedAnswer, serveAnswers } from './support/calls.ts';
import { installClock } from './support/clock.ts';
import { customerPool, customerTest } from './support/customers.ts';
import { expectFocused, expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aUser, refTo } from './support/factories/people.ts';
import { openSession } from './support/session.ts';
import { toast, toastRegion } from './support/toasts.ts';
import { openUserAlone, userAction, userRow } from './support/users-screen.ts';

// Each test deletes customers of its own, whom it finds by their name.
const booker = aUser({ name: 'Booker' });
const booking = aBooking({ customer: refTo(booker) });

const test = customerTest(customerPool(22), { users: [booker], bookings: [booking] });

const question = 'Are you sure you want to delete this user? This action cannot be undone.';
const failed = 'Failed to delete user';
const confirmation = (page: Page) => page.getByRole('alertdialog');
const cancel = (page: Page) => confirmation(page).getByRole('button', { name: 'Cancel' });
const confirm = (page: Page) => confirmation(page).getByRole('button', { name: 'Delete', exact: true });

async function ask(page: Page, user: Pick<User, 'id' | 'name'>): Promise<void> {
  await openUserAlone(page, user);
  await userAction(page, user, 'Delete user').click();
  await expectVisible(confirmation(page));
}

describe('the confirmation', () => {
  test('[USER-06] names the customer, has its fixed text and focuses Cancel', async ({ page, user }) => {
    const calls = recordCalls(page, deleteUser);
    await ask(page, user);
    await expectText(confirmation(page).getByRole('heading'), `Delete ${user.name}?`);
    await expectVisible(confirmation(page).getByText(question, { exact: true }));
    await expectFocused(cancel(page));
    await page.keyboard.press('Enter');
    await expectHidden(confirmation(page));
    await expectFocused(userAction(page, user, 'Delete user'));
    await expectVisible(userRow(page, user));
    expect(calls).toHaveLength(0);
  });

  test('[USER-06] works by keyboard alone', async ({ page, user }) => {
    await openUserAlone(page, user);
    await userAction(page, user, 'Delete user').focus();
    await page.keyboard.press('Enter');
    await expectFocused(cancel(page));
    await page.keyboard.press('Tab');
    await expectFocused(confirm(page));
    await page.keyboard.press('Tab');
    await expectFocused(cancel(page));
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await expectVisible(toast(page, `${user.name} is deleted`));
    await expectFocused(page.getByRole('main'));
  });
});

describe('deleting', () => {
  test('[USER-06] is sent once and cannot be cancelled while it runs', async ({ page, user }) => {
    const calls = recordCalls(page, deleteUser);
    const release = await holdCall(page, callPattern(deleteUser));
    await ask(page, user);
    await confirm(page).dblclick();
    const deleting = confirmation(page).getByRole('button', { name: 'Deleting...' });
    await expectVisible(deleting);
    expect(await deleting.isDisabled()).toBe(true);
    expect(await cancel(page).isDisabled()).toBe(true);
    await deleting.click({ force: true });
    await page.keyboard.press('Escape');
    await expectVisible(deleting);
    release();
    await expectVisible(toast(page, `${user.name} is deleted`));
    await expectHidden(confirmation(page));
    await expectVisible(page.getByText(`No users found matching "${user.name}"`, { exact: true }));
    expect(calls).toHaveLength(1);
  });

  test('[USER-06] keeps the customer’s bookings, which read N/A', async ({ page }) => {
    await page.goto('/bookings');
    await expectVisible(page.getByRole('link', { name: 'Booker', exact: true }));
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search by phone number' }).fill('Booker');
    await userAction(page, booker, 'Delete user').click();
    await confirm(page).click();
    await expectVisible(toast(page, 'Booker is deleted'));
    await expectHidden(userRow(page, booker));
    // What was seen before is not shown again, not even until the answer comes.
    const release = await holdCall(page, callPattern(listBookings));
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await expectVisible(page.getByRole('heading', { name: 'All Bookings', exact: true }));
    await expectHidden(page.getByText('Booker', { exact: true }));
    release();
    const row = page.getByRole('row').filter({ hasText: booking.id.slice(-6) });
    await expectText(row.getByRole('cell').nth(2), 'N/A N/A N/A');
    await expectHidden(row.getByRole('link'));
  });
});

describe('a deletion that fails', () => {
  test.for<[string, ServedAnswer, string]>([
    ['a 500', { status: 500, json: {} }, failed],
    ['no answer', 'none', failed],
    ['status false and a message', { json: { status: false, message: 'Not today' } }, 'Not today'],
  ])(
    '[USER-06, ERR-01, ERR-02, ERR-03] shows %s in the dialog, is not retried and can be repeated',
    async ([, answer, words], { page, user }) => {
      await ask(page, user);
      await serveAnswers(page, deleteUser, answer, 'real');
      const calls = recordCalls(page, deleteUser);
      await installClock(page);
      await confirm(page).click();
      await expectVisible(confirmation(page).getByRole('alert').getByText(words, { exact: true }));
      await expectFocused(confirm(page));
      await page.clock.runFor(120_000);
      expect(calls).toHaveLength(1);
      await page.clock.resume();
      await confirm(page).click();
      await expectHidden(confirmation(page));
      await expectVisible(page.getByText(`No users found matching "${user.name}"`, { exact: true }));
    },
  );

  test('[USER-06] reports an earlier deletion, and the row is gone', async ({
    page,
    application,
    pageErrors,
    user,
  }) => {
    pageErrors.expectApiError(404, 'DELETE');
    await ask(page, user);
    await callApi(application, await openSession(application), deleteUser, { params: { id: user.id } });
    await confirm(page).click();
    await expectVisible(confirmation(page).getByText('There is no customer with this id.'));
    await cancel(page).click();
    await expectHidden(userRow(page, user));
    await expectHidden(toastRegion(page).getByText(/is deleted/));
    await expectFocused(page.getByRole('main'));
  });
});
