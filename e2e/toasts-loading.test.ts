import { updateConfiguration } from '@wayside/contract/configuration';
import { exportPayments } from '@wayside/contract/exports';
import { payLoyalty } from '@wayside/contract/loyalty';
import { createNotification } from '@wayside/contract/notifications';
import { createService } from '@wayside/contract/services';
import { login } from '@wayside/contract/session';
import { deleteUser, toggleUserBlock } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, serveAnswers } from './support/calls.ts';
import { runClockUntil, stopClock } from './support/clock.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aUser } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { pngOf } from './support/pictures.ts';
import { fillLogin } from './support/session.ts';
import { toast, toastRegion } from './support/toasts.ts';
import { openUserAlone, userAction } from './support/users-screen.ts';

const ravi = aUser({ name: 'Ravi Kumar' });
const meena = aUser({ name: 'Meena Sharma' });
const asha = aUser({ name: 'Asha Rao', walletPaise: 123_450 });
const configuration = {
  id: newRecordId(),
  chargePerKmPaise: 1_250,
  platformFeePaise: 4_900,
  commissionPercent: 12.5,
  referralBonusPaise: 10_000,
  mechanicChargePaise: 25_000,
  discountPercent: 5,
  loyaltyPoints: 20,
  upiId: 'wayside@upi',
};

const test = signedInTest({ users: [ravi, meena, asha], payments: [aPayment()], configs: [configuration] });

const toasts = (page: Page) => toastRegion(page).getByRole('listitem');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Waits for a loading toast and marks it, to know it again. */
async function markLoading(page: Page, title: string): Promise<void> {
  await expectVisible(toast(page, title));
  expect(await toasts(page).count()).toBe(1);
  await toasts(page).evaluate((it) => it.setAttribute('data-known', ''));
}

/** Waits until the marked toast is the only one and says the outcome. */
async function expectBecome(page: Page, loading: string, outcome: string): Promise<void> {
  await expectVisible(toastRegion(page).locator('[data-known]').getByText(outcome, { exact: true }));
  await expectHidden(toast(page, loading));
  expect(await toasts(page).count()).toBe(1);
}

describe('a change', () => {
  test('[TOAST-01] that is quick shows no loading toast, however long its outcome stands', async ({ page }) => {
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

  test('[TOAST-01] on a slow line shows one after a second, which becomes its success', async ({ page }) => {
    await stopClock(page);
    await page.goto('/users');
    await runClockUntil(page, () => userAction(page, meena, 'Block user').isVisible(), true);
    const release = await holdCall(page, callPattern(toggleUserBlock));
    await userAction(page, meena, 'Block user').click();
    await page.clock.runFor(900);
    expect(await toasts(page).count()).toBe(0);
    await runClockUntil(page, () => toast(page, 'Blocking Meena Sharma...').isVisible(), true);
    await markLoading(page, 'Blocking Meena Sharma...');
    // As long as it takes: a loading toast does not go by itself.
    await page.clock.runFor(60_000);
    await expectVisible(toast(page, 'Blocking Meena Sharma...'));
    release();
    await runClockUntil(page, () => toast(page, 'Meena Sharma is blocked').isVisible(), true);
    await expectBecome(page, 'Blocking Meena Sharma...', 'Meena Sharma is blocked');
    await runClockUntil(page, () => toasts(page).count(), 0, 500);
  });

  test('[TOAST-01] that fails on a slow line: the toast becomes its error', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 500|console: )/);
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

  test('[TOAST-01] a loading toast is closed by its button, and the outcome comes all the same', async ({
    page,
  }) => {
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

describe('what takes longer than a moment', () => {
  test('[TOAST-01, MODL-02] an upload with its save', async ({ page }) => {
    const release = await holdCall(page, '**/file/single');
    await page.goto('/master/vehicle-models');
    await press(page, 'Add Model');
    await page.getByLabel('Company Name *').fill('Tata');
    await page
      .getByLabel('Company Logo')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(9, 9) });
    await press(page, 'Create Model');
    await markLoading(page, 'Saving...');
    release();
    await expectBecome(page, 'Saving...', 'Vehicle model created successfully');
  });

  test('[TOAST-01] an export', async ({ page }) => {
    await page.goto('/payments');
    const release = await holdCall(page, callPattern(exportPayments));
    await press(page, 'Export CSV');
    await markLoading(page, 'Exporting...');
    const download = page.waitForEvent('download');
    release();
    const fileName = (await download).suggestedFilename();
    await expectBecome(page, 'Exporting...', 'Export saved');
    await expectVisible(toast(page, fileName));
  });

  test('[TOAST-01, AUTH-04] a login that is refused', async ({ openPage, pageErrors }) => {
    pageErrors.allow(/^(response: 401|console: )/);
    const page = await openPage();
    const release = await holdCall(page, callPattern(login));
    await page.goto('/');
    await fillLogin(page, { email: 'nobody@wayside.test', password: 'wrong' });
    await markLoading(page, 'Signing in...');
    release();
    await expectBecome(page, 'Signing in...', 'Login Failed');
  });
});

describe('where a form or a banner says the outcome', () => {
  test('[TOAST-01, NOTI-04] the toast of a notification ends', async ({ page }) => {
    const release = await holdCall(page, callPattern(createNotification));
    await page.goto('/notifications');
    await page.getByLabel('Message', { exact: true }).fill('Hello');
    await press(page, 'Send notification');
    await expectVisible(toast(page, 'Sending the notification...'));
    release();
    await expectVisible(page.getByText('Notification sent successfully', { exact: true }));
    await expectHidden(toast(page, 'Sending the notification...'));
    expect(await toast(page, 'Notification sent successfully').count()).toBe(0);
  });

  test('[TOAST-01, CONF-04] the toast of the configuration ends', async ({ page }) => {
    const release = await holdCall(page, callPattern(updateConfiguration));
    await page.goto('/master/config');
    await page.getByLabel('Platform fee (₹)', { exact: true }).fill('50');
    await press(page, 'Update Configuration');
    await expectVisible(toast(page, 'Saving the configuration...'));
    release();
    await expectVisible(page.getByText('Configuration updated successfully!', { exact: true }));
    await expect.poll(() => toasts(page).count()).toBe(0);
  });

  test('[TOAST-01, SERV-02] the toast of a form ends with its error', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 500|console: )/);
    await serveAnswers(page, createService, { status: 500, json: {} });
    const release = await holdCall(page, callPattern(createService));
    await page.goto('/services/regular');
    await press(page, 'Add Service');
    await page.getByLabel('Service Name *').fill('Polish');
    await page.getByLabel('Vehicle Type *').selectOption('car');
    await press(page, 'Create Service');
    await expectVisible(toast(page, 'Saving...'));
    release();
    await expectVisible(page.getByRole('dialog').getByText('Error creating service', { exact: true }));
    await expect.poll(() => toasts(page).count()).toBe(0);
  });
});

describe('accessibility', () => {
  test('[TOAST-01] a loading toast can be read by everybody', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    const release = await holdCall(page, callPattern(createNotification));
    await page.goto('/notifications');
    await page.getByLabel('Message', { exact: true }).fill('Hello');
    await press(page, 'Send notification');
    await expectVisible(toast(page, 'Sending the notification...'));
    await expectAccessible(page);
    release();
    await expectHidden(toast(page, 'Sending the notification...'));
  });
});
