import { getConfiguration } from '@wayside/contract/configuration';
import { listNotifications } from '@wayside/contract/notifications';
import { listParts } from '@wayside/contract/parts';
import { createPayout, previewPayout } from '@wayside/contract/payouts';
import { summarizePayouts } from '@wayside/contract/payouts-earnings';
import { deleteSlot, listSlots } from '@wayside/contract/slots';
import { deleteVehicleModel, listVehicleModels } from '@wayside/contract/vehicle-models';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectHidden, expectValue, expectVisible } from './support/expectations.ts';
import { aPart, aService } from './support/factories/catalogue.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { serveAnswers } from './support/served-answers.ts';
import { signedInTest } from './support/signed-in-test.ts';
import { toastRegion } from './support/toasts.ts';

const brakes = aService();
const asha = aMechanic({ name: 'Asha' });

const test = signedInTest({
  mechanics: [asha],
  payments: [aPayment({ mechanic: refTo(asha), amountPaise: 100_000, method: 'online' })],
  services: [brakes],
  parts: [aPart(brakes, 'Brake pad', 25_050)],
  slots: [{ id: newRecordId(), startTime: '09:00', endTime: '10:00', duration: '1 hour' }],
  companies: [{ id: newRecordId(), companyName: 'Tata', image: null, createdAt: null }],
});

const refused = { json: { status: false } };
const moved = { status: 404, json: { status: false, message: 'We have moved' } };
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The error that stands in the place of what could not be loaded, with its way out (ERR-03). */
const card = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });
/** The bar above a list, or the banner of a screen. */
const bar = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).filter({ hasNotText: 'Error Loading' });

/** Waits for a toast "Error" with the text, and closes it. */
async function expectErrorToast(page: Page, text: string): Promise<void> {
  const toast = toastRegion(page).getByRole('listitem').filter({ hasText: text });
  await expectVisible(toast.getByText('Error', { exact: true }));
  await expectVisible(toast.getByText(text, { exact: true }));
  await toast.getByRole('button', { name: /close/i }).click();
  await expectHidden(toast);
}

describe.for([
  {
    id: 'MODL-03',
    path: '/master/vehicle-models',
    list: listVehicleModels,
    remove: deleteVehicleModel,
    button: 'Delete vehicle model Tata',
    title: 'Error Loading Vehicle Models',
    loadFailed: 'Failed to load vehicle models',
    deleteFailed: 'Failed to delete vehicle model',
  },
  {
    id: 'SLOT-06',
    path: '/master/slots',
    list: listSlots,
    remove: deleteSlot,
    button: 'Delete time slot 09:00 - 10:00',
    title: 'Error Loading Time Slots',
    loadFailed: 'Failed to load slots',
    deleteFailed: 'Failed to delete time slot',
  },
])('at $path', ({ id, path, list, remove, button, title, loadFailed, deleteFailed }) => {
  test(`[${id}, ERR-03] a failed load is a toast "Error" and an error in place, each time`, async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 404|console: )/);
    await serveAnswers(page, list, refused, moved, 'real', refused);
    await page.goto(path);
    await expectVisible(card(page, title).getByText(loadFailed, { exact: true }));
    await expectErrorToast(page, loadFailed);
    await expectVisible(page.getByRole('main').getByText('N/A', { exact: true }));
    await press(page, 'Try Again');
    await expectErrorToast(page, 'We have moved');
    await expectVisible(card(page, title).getByText('We have moved', { exact: true }));
    await press(page, 'Try Again');
    await expectVisible(page.getByRole('button', { name: button }));
    await expectHidden(card(page, title));
    await press(page, 'Refresh');
    await expectErrorToast(page, loadFailed);
    await expectVisible(bar(page, `${loadFailed} What you see was loaded before.`));
    await expectVisible(page.getByRole('button', { name: button }));
  });

  test(`[${id}, ERR-03] a failed deletion is a toast "Error" and stands in the dialog`, async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: (404|500)|console: )/);
    await serveAnswers(page, remove, { status: 500, json: {} }, refused, moved);
    await page.goto(path);
    await press(page, button);
    const dialog = page.getByRole('alertdialog');
    for (const text of [deleteFailed, deleteFailed, 'We have moved']) {
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await expectErrorToast(page, text);
      await expectVisible(dialog.getByRole('alert').getByText(text, { exact: true }));
    }
  });
});

describe('payouts', () => {
  test.for([[{}], [{ status: true }], [{ status: true, data: null }], [null]] as const)(
    '[PAYO-06] %j from our own server is no data, in the alert bar, and tried again there',
    async ([json], { page }) => {
      await serveAnswers(page, summarizePayouts, { json }, 'real');
      await page.goto('/payouts');
      const alert = bar(page, 'No data received from server');
      await alert.getByRole('button', { name: 'Try Again' }).click();
      await expectHidden(alert);
      await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)' }));
    },
  );

  test('[PAYO-06, ERR-03] a failed load is in the alert bar, and so is a failed refresh', async ({ page }) => {
    const failed = 'Failed to load payout data. Please try again.';
    await serveAnswers(page, summarizePayouts, refused, 'real', refused);
    await page.goto('/payouts');
    await expectVisible(bar(page, failed));
    await expectHidden(page.getByRole('heading', { name: 'Error Loading Payouts' }));
    const sums = page.getByRole('region', { name: 'Sums over all mechanics' });
    await expect.poll(() => sums.getByText('N/A', { exact: true }).count()).toBe(5);
    await bar(page, failed).getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)' }));
    await press(page, 'Refresh');
    await expectVisible(bar(page, `${failed} What you see was loaded before.`));
  });

  test('[PAYO-06, ERR-03] a failed payout is in the alert bar besides the dialog, until the next one begins', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: )/);
    const failed = 'Failed to process payout. Please try again.';
    await serveAnswers(page, createPayout, { status: 500, json: {} }, 'real');
    await page.goto('/payouts');
    const begin = () => press(page, 'Process payout to Asha');
    await begin();
    const dialog = page.getByRole('dialog', { name: 'Process Payout' });
    await dialog.getByLabel('Transaction ID').fill('UTR-1');
    await dialog.getByRole('button', { name: 'Process Payout' }).click();
    await expectVisible(dialog.getByRole('alert').getByText(failed, { exact: true }));
    await expectValue(dialog.getByLabel('Transaction ID'), 'UTR-1');
    await page.keyboard.press('Escape');
    await press(page, 'Discard');
    await expectVisible(bar(page, failed));
    await begin();
    await expectVisible(dialog);
    await expectHidden(page.getByText(failed, { exact: true }));
  });
});

describe('a banner of three seconds', () => {
  const expectBanner = async (banner: Locator) => {
    // Its place has no height of its own.
    await expectVisible(banner.getByRole('paragraph'));
    await expectHidden(banner.getByRole('paragraph'));
  };

  test('[CONF-04, ERR-03] says that the configuration could not be loaded, the first time too', async ({
    page,
  }) => {
    const failed = 'Failed to load configuration data';
    await serveAnswers(page, getConfiguration, refused, refused, 'real', refused);
    await page.goto('/master/config');
    const inPlace = card(page, 'Error Loading Configuration').getByText(failed, { exact: true });
    await expectBanner(bar(page, failed));
    await expectVisible(inPlace);
    await press(page, 'Try Again');
    await expectBanner(bar(page, failed));
    await press(page, 'Try Again');
    await expectVisible(page.getByLabel('Platform fee (₹)'));
    await expectHidden(inPlace);
    await press(page, 'Refresh');
    await expectBanner(bar(page, failed));
    await expectVisible(page.getByLabel('Platform fee (₹)'));
  });

  test('[NOTI-04, ERR-03] says that the notifications could not be loaded', async ({ page }) => {
    const failed = 'Failed to load notifications';
    await serveAnswers(page, listNotifications, refused, 'real');
    await page.goto('/notifications');
    await expectBanner(bar(page, failed));
    await expectVisible(card(page, 'Error Loading Notifications').getByText(failed, { exact: true }));
    await press(page, 'Try Again');
    await expectVisible(page.getByText('No notifications yet', { exact: true }));
  });
});

describe('what is told before a decision', () => {
  test('[PAYO-05, ERR-03] what a payout covers says that it could not be loaded, and is tried again there', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 404|console: )/);
    await serveAnswers(page, previewPayout, { status: 404, json: {} }, refused, 'real');
    await page.goto('/payouts');
    await press(page, 'Process payout to Asha');
    const dialog = page.getByRole('dialog', { name: 'Process Payout' });
    const failure = dialog.getByRole('alert').filter({ hasText: 'What this payout covers could not be loaded.' });
    for (const _ of [1, 2]) {
      await expectVisible(failure);
      await failure.getByRole('button', { name: 'Try again' }).click();
    }
    await expectVisible(dialog.getByText(/^Covers 1 earning/));
    await expectHidden(failure);
  });

  test('[PART-01, ERR-03] how many parts go with a service says that it could not be counted, and is counted again', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 404|console: )/);
    await serveAnswers(page, listParts, { status: 404, json: {} }, refused, 'real');
    await page.goto('/services/regular');
    await press(page, 'Delete service Brake service');
    const dialog = page.getByRole('alertdialog');
    const failure = dialog.getByRole('alert').filter({ hasText: 'Its parts are deleted with it.' });
    for (const _ of [1, 2]) {
      await expectVisible(failure.getByText(/could not be counted/));
      await failure.getByRole('button', { name: 'Try again' }).click();
    }
    await expectVisible(dialog.getByText('Its 1 part is deleted with it.', { exact: true }));
    await expectHidden(failure);
  });
});

describe('what stands in one place alone', () => {
  test('[SLOT-05] a missing start, end and duration each say so, besides the toast', async ({ page }) => {
    await page.goto('/master/slots');
    await press(page, 'Add Slot');
    await press(page, 'Create Slot');
    await expectErrorToast(page, 'Please fill all required fields');
    for (const label of ['Start Time *', 'End Time *', 'Duration *']) {
      const field = page.getByRole('textbox', { name: label });
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const said = await field.getAttribute('aria-describedby');
      await expectVisible(page.locator(`[id="${said}"]`).getByText('Required', { exact: true }));
    }
    await page.getByRole('textbox', { name: 'Start Time *' }).fill('09:00');
    await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(2);
  });

  test('[MODL-01, FMT-06] a model of which nobody knows the day has no "Created" on its card', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width: 'phone' });
    await page.goto('/master/vehicle-models');
    await expectVisible(page.getByText('Tata', { exact: true }));
    await expectHidden(page.getByText(/Created|N\/A/));
  });
});

test('[ERR-03] a menu whose code cannot be loaded says so in place and opens after a reload', async ({
  page,
  problems,
}) => {
  problems.allow(/^(request|console): /);
  const script = '**/assets/menu-panel-*.js';
  await page.route(script, (route) => route.abort());
  await page.goto('/master/slots');
  await press(page, 'Theme');
  await expectVisible(card(page, 'This could not be opened'));
  await page.unroute(script);
  await press(page, 'Reload the page');
  await expectHidden(card(page, 'This could not be opened'));
  await press(page, 'Theme');
  await expectVisible(page.getByRole('menuitemradio', { name: 'Dark' }));
});
