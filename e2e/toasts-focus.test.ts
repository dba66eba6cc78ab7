import { payLoyalty } from '@wayside/contract/loyalty';
import { toggleUserBlock } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { serveAnswers } from './support/calls.ts';
import { expectFocused, expectHidden, expectVisible } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { toast, toastRegion } from './support/toasts.ts';
import { openUsers, userAction, userDetails } from './support/users-screen.ts';

const ravi = aUser({ name: 'Ravi Kumar', walletPaise: 123_450 });

const test = signedInTest({ users: [ravi] });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Process Loyalty Payout' });
const transactionId = (page: Page) => dialog(page).getByLabel('Transaction ID');
const closeToast = (page: Page) => toastRegion(page).getByRole('button', { name: 'Close toast' });
const hasFocus = (page: Page) => toastRegion(page).evaluate((region) => region.contains(document.activeElement));

/** A payout that fails, so that there are a dialog and a toast. */
async function failPayout(page: Page): Promise<void> {
  await serveAnswers(page, payLoyalty, { status: 500, json: {} });
  await openUsers(page);
  await userAction(page, ravi, 'Pay loyalty to').click();
  await transactionId(page).fill('UPI-1');
  await page.keyboard.press('Enter');
  await expectVisible(toast(page, 'Error'));
}

describe('Alt+T inside a dialog', () => {
  test('[TOAST-01] reaches the toasts and their close button, and the focus comes back', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 500|console: )/);
    await failPayout(page);
    await page.keyboard.press('Alt+t');
    await expect.poll(() => hasFocus(page)).toBe(true);
    for (let tabs = 0; tabs < 3; tabs += 1) {
      if (await closeToast(page).evaluate((it) => it === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expectFocused(closeToast(page));
    await page.keyboard.press('Enter');
    await expectHidden(toast(page, 'Error'));
    await expectVisible(dialog(page));
    await expectFocused(transactionId(page));
  });

  test('[TOAST-01] lets Escape close the toast and not the dialog, which the next Escape is for', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 500|console: )/);
    await failPayout(page);
    await page.keyboard.press('Alt+t');
    await expect.poll(() => hasFocus(page)).toBe(true);
    await page.keyboard.press('Escape');
    await expectHidden(toast(page, 'Error'));
    await expectVisible(dialog(page));
    await expectFocused(transactionId(page));
    expect(await transactionId(page).inputValue()).toBe('UPI-1');
    await page.keyboard.press('Escape');
    await expectVisible(page.getByRole('alertdialog', { name: 'Discard what you typed?' }));
  });

  test('[TOAST-01] reaches the way back of a change that was made in the dialog', async ({ page }) => {
    await serveAnswers(page, toggleUserBlock, { json: { status: true } });
    await openUsers(page);
    await userAction(page, ravi, 'View details of').click();
    const details = userDetails(page, ravi);
    await details.getByRole('button', { name: 'Block', exact: true }).click();
    await expectVisible(toast(page, 'Ravi Kumar is blocked'));
    await page.keyboard.press('Alt+t');
    await expect.poll(() => hasFocus(page)).toBe(true);
    const undo = toastRegion(page).getByRole('button', { name: 'Undo' });
    for (let tabs = 0; tabs < 3; tabs += 1) {
      if (await undo.evaluate((it) => it === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expectFocused(undo);
    await page.keyboard.press('Enter');
    await expectVisible(toast(page, 'Ravi Kumar is unblocked'));
    await expectVisible(details);
  });
});
