import { listBookings } from '@wayside/contract/bookings';
import { payLoyalty } from '@wayside/contract/loyalty';
import { getUser, toggleUserBlock } from '@wayside/contract/users';
import { expect } from 'vitest';
import { loggedActions } from './support/activity-records.ts';
import { callApi } from './support/api-call.ts';
import { callPattern, holdCall, recordCalls } from './support/calls.ts';
import { customerPool, customerTest } from './support/customers.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aUser, refTo } from './support/factories/people.ts';
import { confirmDeletion } from './support/locators.ts';
import { storedSession } from './support/session.ts';
import { toast, undo } from './support/toasts.ts';
import {
  blockButton,
  blockedState,
  isBlocked,
  openUserSearch,
  userAction,
  userDetails,
  userRow,
} from './support/users-screen.ts';

const booker = aUser({ name: 'Booker' });
const booking = aBooking({ customer: refTo(booker) });

// Each test has its own customer.
const test = customerTest(customerPool(4), { users: [booker], bookings: [booking] });

test('[USER-05, API-04, SECU-05] a click blocks a customer with one request that contains the state seen, is logged, and Undo reverts it', async ({
  page,
  application,
  user,
}) => {
  await openUserSearch(page, user);
  const calls = recordCalls(page, toggleUserBlock);
  await blockButton(page, user).click();
  await expectVisible(toast(page, `${user.name} is blocked`));
  await expectText(blockedState(page, user), 'Blocked');
  expect(await isBlocked(application, user)).toBe(true);
  await undo(page).click();
  await expectVisible(toast(page, `${user.name} is unblocked`));
  await expectText(blockedState(page, user), 'Active');
  expect(calls.map(({ pathname, search }) => pathname.endsWith(user.id) && search)).toEqual([
    '?seen=false',
    '?seen=true',
  ]);
  expect(await isBlocked(application, user)).toBe(false);
  expect(await loggedActions(application, 'user', user)).toMatchObject([
    { action: 'unblocked' },
    { action: 'blocked' },
  ]);
});

test('[USER-05, ERR-02] only a click toggles the blocked state: no pointer movement, focus, touch or reload does', async ({
  page,
  application,
  user,
}) => {
  await openUserSearch(page, user);
  const calls = recordCalls(page, toggleUserBlock);
  await blockButton(page, user).hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await blockButton(page, user).focus();
  await blockButton(page, user).dispatchEvent('touchstart');
  await page.keyboard.press('Tab');
  await page.reload();
  await expectVisible(blockButton(page, user));
  await page.goBack();
  await page.goForward();
  await expectVisible(blockButton(page, user));
  expect(await isBlocked(application, user)).toBe(false);
  expect(calls).toEqual([]);
});

test('[LOYA-03, LOYA-04, SECU-05] a loyalty payout with a lost response is sent again, paid once, logged and shown in the history', async ({
  page,
  application,
  pageErrors,
  user,
}) => {
  pageErrors.allow(/^(request: net::ERR_FAILED|console: )/);
  const wallet = async () =>
    (await callApi(application, await storedSession(application), getUser, { params: { id: user.id } })).record
      .walletPaise;
  await page.route(
    callPattern(payLoyalty),
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto(`/users?user=${user.id}&tab=activity`);
  const details = userDetails(page, user);
  await expectVisible(details.getByText('No activity yet.'));
  await details.getByRole('button', { name: 'Pay loyalty' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process Loyalty Payout' });
  await dialog.getByLabel('Transaction ID').fill(' UPI 3/a ');
  await page.keyboard.press('Enter');
  await expectVisible(toast(page, 'Failed to process payout. Please try again.'));
  expect(await wallet()).toBe(0);
  await dialog.getByRole('button', { name: 'Process Payout' }).click();
  await expectVisible(toast(page, `₹250 paid to ${user.name}`));
  await expectHidden(dialog);
  await expectText(details.getByRole('region', { name: 'History' }).getByRole('listitem'), /^Paid/);
  expect(await wallet()).toBe(0);
  expect(await loggedActions(application, 'user', user)).toMatchObject([{ action: 'paid' }]);
});

test('[USER-06, BOOK-11, FMT-04] a deletion keeps the customer’s bookings, which show N/A', async ({ page }) => {
  await page.goto('/bookings');
  await expectVisible(page.getByRole('link', { name: 'Booker', exact: true }));
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search by phone number' }).fill('Booker');
  await userAction(page, booker, 'Delete user').click();
  await confirmDeletion(page);
  await expectVisible(toast(page, 'Booker is deleted'));
  await expectHidden(userRow(page, booker));
  // The page does not show the earlier state again, even before the response arrives.
  const release = await holdCall(page, callPattern(listBookings));
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  await expectVisible(page.getByRole('heading', { name: 'All Bookings', exact: true }));
  await expectHidden(page.getByText('Booker', { exact: true }));
  release();
  const row = page.getByRole('row').filter({ hasText: booking.id.slice(-6) });
  await expectText(row.getByRole('cell').nth(2), 'N/A N/A N/A');
  await expectHidden(row.getByRole('link'));
});
