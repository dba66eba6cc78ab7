import { payLoyalty } from '@wayside/contract/loyalty';
import { getUser, type User } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { loggedActions } from './support/activity-records.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { callPattern, holdCallOnEach } from './support/calls.ts';
import { customerPool, customerTest } from './support/customers.ts';
import { expectHidden, expectText, expectValue, expectVisible } from './support/expectations.ts';
import { beginAsAnother, openSession, storedSession } from './support/session.ts';
import { countToasts, toast, toastRegion } from './support/toasts.ts';
import { openUsers, userAction, userDetails, userRow } from './support/users-screen.ts';

// Each test pays customers of its own.
const customers = customerPool(10, (index) => ({ walletPaise: 123_450 + index }));
const test = customerTest(customers);

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Process Loyalty Payout' });
const wallet = (page: Page, user: User) => userRow(page, user).getByRole('cell').nth(4);
const rupees = ({ walletPaise }: User) =>
  `₹${((walletPaise ?? 0) / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;

async function pay(page: Page, user: User, transactionId: string): Promise<void> {
  await userAction(page, user, 'Pay loyalty to').click();
  await dialog(page).getByLabel('Transaction ID').fill(transactionId);
  await page.keyboard.press('Enter');
}

async function walletOf(application: Application, { id }: User): Promise<number | null> {
  return (await callApi(application, await storedSession(application), getUser, { params: { id } })).record
    .walletPaise;
}

async function payAsAnother(application: Application, user: User, transactionId: string): Promise<void> {
  const { id: payeeId, walletPaise } = user;
  await callApi(application, await openSession(application), payLoyalty, {
    body: { payeeKind: 'user', payeeId, transactionId, amountPaise: walletPaise ?? 0 },
  });
}

describe('a loyalty payout', () => {
  test('[LOYA-03, SECU-05] empties the wallet and is logged', async ({ page, application, user }) => {
    await openUsers(page);
    await pay(page, user, ' UPI 1/a ');
    await expectVisible(toast(page, `${rupees(user)} paid to ${user.name}`));
    await expectText(wallet(page, user), '₹0');
    await page.reload();
    await expectText(wallet(page, user), '₹0');
    expect(await walletOf(application, user)).toBe(0);
    expect(await loggedActions(application, 'user', user)).toMatchObject([{ action: 'paid' }]);
  });

  test('[LOYA-03, USER-04] from the details appears in the history at once', async ({ page, user }) => {
    await page.goto(`/users?user=${user.id}&tab=activity`);
    const details = userDetails(page, user);
    await expectVisible(details.getByText('No activity yet.'));
    await details.getByRole('button', { name: 'Pay loyalty' }).click();
    await dialog(page).getByLabel('Transaction ID').fill('UPI 2');
    await page.keyboard.press('Enter');
    await expectHidden(dialog(page));
    await expectText(details.getByRole('region', { name: 'History' }).getByRole('listitem'), /^Paid/);
  });

  test('[LOYA-04] whose answer was lost is sent again and paid once', async ({
    page,
    application,
    pageErrors,
    user,
  }) => {
    pageErrors.allow(/^(request: net::ERR_FAILED|console: )/);
    await openUsers(page);
    let isLost = false;
    await page.route(callPattern(payLoyalty), async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await pay(page, user, 'UPI 3');
    await expectVisible(toast(page, 'Failed to process payout. Please try again.'));
    expect(await walletOf(application, user)).toBe(0);
    await dialog(page).getByRole('button', { name: 'Process Payout' }).click();
    await expectVisible(toast(page, `${rupees(user)} paid to ${user.name}`));
    await expectText(wallet(page, user), '₹0');
  });
});

describe('a loyalty payout is rejected', () => {
  test('[LOYA-04] with a transaction id that has paid, in any case, and another id pays', async ({
    page,
    application,
    pageErrors,
    user,
  }) => {
    pageErrors.expectApiError(409, 'POST');
    const earlier = customers.next();
    await payAsAnother(application, earlier, 'Bank-77');
    await openUsers(page);
    await pay(page, user, ' BANK-77');
    await expectVisible(toast(page, 'Error'));
    await expectVisible(
      toastRegion(page).getByText(`Transaction ID Bank-77 has already paid ${rupees(earlier)} of loyalty to`),
    );
    await expectValue(dialog(page).getByLabel('Transaction ID'), ' BANK-77');
    expect(await walletOf(application, user)).toBe(user.walletPaise);
    await dialog(page).getByLabel('Transaction ID').fill('Bank-78');
    await page.keyboard.press('Enter');
    await expectText(wallet(page, user), '₹0');
  });

  test('[LOYA-04] of a wallet that another administrator has paid, which the list then shows', async ({
    page,
    application,
    pageErrors,
    user,
  }) => {
    pageErrors.expectApiError(409, 'POST');
    await openUsers(page);
    await expectText(wallet(page, user), rupees(user));
    await payAsAnother(application, user, 'Bank-80');
    await pay(page, user, 'Bank-81');
    await expectVisible(toast(page, 'Error'));
    await expectText(page.getByRole('row', { includeHidden: true }).filter({ hasText: user.id.slice(-6) }), /₹0/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await userAction(page, user, 'Pay loyalty to').click();
    await expectVisible(dialog(page).getByText(/^Loyalty payout requires wallet amount/));
  });

  test('[LOYA-04] for the second of two administrators who pay at once', async ({
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
      await openUsers(each);
      await pay(each, user, `Both-${index}`);
    }
    release();
    await expect.poll(() => countToasts(both, `${rupees(user)} paid to ${user.name}`)).toBe(1);
    await expect.poll(() => countToasts(both, 'Error')).toBe(1);
    expect(await walletOf(application, user)).toBe(0);
  });
});
