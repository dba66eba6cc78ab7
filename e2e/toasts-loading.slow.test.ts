import { updateConfiguration } from '@wayside/contract/configuration';
import { exportPayments } from '@wayside/contract/exports';
import { payLoyalty } from '@wayside/contract/loyalty';
import { createNotification } from '@wayside/contract/notifications';
import { deleteUser, toggleUserBlock } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, serveAnswers } from './support/calls.ts';
import { runClockUntil, stopClock } from './support/clock.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aUser } from './support/factories/people.ts';
import { chooseExport } from './support/files.ts';
import { sendToAll } from './support/notifications-screen.ts';
import { toast, toastRegion } from './support/toasts.ts';
import { openUserAlone, userAction } from './support/users-screen.ts';

const ravi = aUser({ name: 'Ravi Kumar' });
const meena = aUser({ name: 'Meena Sharma' });
const asha = aUser({ name: 'Asha Rao', walletPaise: 123_450 });
const configuration = aConfiguration();

const test = signedInTest({ users: [ravi, meena, asha], payments: [aPayment()], configs: [configuration] });

const toasts = (page: Page) => toastRegion(page).getByRole('listitem');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Waits for a loading toast and marks its element. */
async function markLoading(page: Page, title: string): Promise<void> {
  await expectVisible(toast(page, title));
  expect(await toasts(page).count()).toBe(1);
  await toasts(page).evaluate((it) => it.setAttribute('data-marked', ''));
}

/** Waits until the marked element is the only toast and shows the result. */
async function expectBecome(page: Page, loading: string, outcome: string): Promise<void> {
  await expectVisible(toastRegion(page).locator('[data-marked]').getByText(outcome, { exact: true }));
  await expectHidden(toast(page, loading));
  expect(await toasts(page).count()).toBe(1);
}

describe('a change', () => {
  test('[TOAST-01] shows no loading toast when it is fast', async ({ page }) => {
    await stopClock(page);
    await page.goto('/users');
    await runClockUntil(page, () => userAction(page, ravi, 'Block user').isVisible(), true);
    const answered = page.waitForResponse(callPattern(toggleUserBlock));
    await userAction(page, ravi, 'Block user').click();
    await answered;
    await runClockUntil(page, () => toast(page, 'Ravi Kumar is blocked').isVisible(), true);
    await page.clock.runFor(2000);
    expect(await toasts(page).count()).toBe(1);
    expect(await toast(page, 'Blocking Ravi Kumar...').count()).toBe(0);
  });

  test('[TOAST-01] shows a loading toast after a second, which becomes its success', async ({ page }) => {
    await stopClock(page);
    await page.goto('/users');
    await runClockUntil(page, () => userAction(page, meena, 'Block user').isVisible(), true);
    const release = await holdCall(page, callPattern(toggleUserBlock));
    await userAction(page, meena, 'Block user').click();
    await page.clock.runFor(900);
    expect(await toasts(page).count()).toBe(0);
    await runClockUntil(page, () => toast(page, 'Blocking Meena Sharma...').isVisible(), true);
    await markLoading(page, 'Blocking Meena Sharma...');
    // A loading toast has no time limit.
    await page.clock.runFor(60_000);
    await expectVisible(toast(page, 'Blocking Meena Sharma...'));
    release();
    await runClockUntil(page, () => toast(page, 'Meena Sharma is blocked').isVisible(), true);
    await expectBecome(page, 'Blocking Meena Sharma...', 'Meena Sharma is blocked');
    await runClockUntil(page, () => toasts(page).count(), 0, 500);
  });

  test('[TOAST-01] shows a loading toast that becomes its error', async ({ page }) => {
    await serveAnswers(page, payLoyalty, { status: 500, json: {} });
    const release = await holdCall(page, callPattern(payLoyalty));
    await openUserAlone(page, asha);
    await userAction(page, asha, 'Pay loyalty to').click();
    await page.getByLabel('Transaction ID').fill('UPI-1');
    await press(page, 'Process Payout');
    await markLoading(page, 'Processing...');
    release();
    await expectBecome(page, 'Processing...', 'Error');
  });

  test('[TOAST-01] shows its result also after the loading toast was closed', async ({ page }) => {
    const release = await holdCall(page, callPattern(deleteUser));
    await openUserAlone(page, asha);
    await userAction(page, asha, 'Delete user').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectVisible(toast(page, 'Deleting Asha Rao...'));
    await toastRegion(page).getByRole('button', { name: 'Close toast' }).click();
    await expectHidden(toast(page, 'Deleting Asha Rao...'));
    release();
    await expectVisible(toast(page, 'Asha Rao is deleted'));
    expect(await toasts(page).count()).toBe(1);
  });
});

describe('an export', () => {
  test('[TOAST-01] shows a loading toast that becomes its result', async ({ page }) => {
    await page.goto('/payments');
    const release = await holdCall(page, callPattern(exportPayments));
    await chooseExport(page, 'CSV');
    await markLoading(page, 'Exporting...');
    const download = page.waitForEvent('download');
    release();
    const fileName = (await download).suggestedFilename();
    await expectBecome(page, 'Exporting...', 'Export saved');
    await expectVisible(toast(page, fileName));
  });
});

describe('a screen with a banner', () => {
  test('[TOAST-01, CONF-04] ends the loading toast without a result', async ({ page }) => {
    const release = await holdCall(page, callPattern(updateConfiguration));
    await page.goto('/master/config');
    await page.getByLabel('Platform fee (₹)', { exact: true }).fill('50');
    await press(page, 'Update Configuration');
    await expectVisible(toast(page, 'Saving the configuration...'));
    release();
    await expectVisible(page.getByText('Configuration updated successfully!', { exact: true }));
    await expect.poll(() => toasts(page).count()).toBe(0);
  });
});

describe('accessibility', () => {
  test('of a loading toast', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    const release = await holdCall(page, callPattern(createNotification));
    await page.goto('/notifications');
    await page.getByLabel('Message', { exact: true }).fill('Hello');
    await sendToAll(page);
    await expectVisible(toast(page, 'Sending the notification...'));
    await expectAccessible(page);
    release();
    await expectHidden(toast(page, 'Sending the notification...'));
  });
});
