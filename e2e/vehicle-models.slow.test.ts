import { createVehicleModel, deleteVehicleModel, listVehicleModels } from '@wayside/contract/vehicle-models';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import { expectHidden, expectTexts, expectVisible } from './support/expectations.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { button, confirmDeletion, dialogNamed as dialog, press } from './support/locators.ts';
import { pngOf } from './support/pictures.ts';
import { expectErrorToast, toast } from './support/toasts.ts';

const model = { id: newRecordId(), companyName: 'Tata', image: null, createdAt: '2026-03-05T05:00:00.000Z' };

const test = signedInTest({
  companies: [{ id: newRecordId(), companyName: 'Bajaj', image: null, createdAt: null }, model],
});
const failure = { json: { status: false } };
const moved = { status: 404, json: { status: false, message: 'We have moved' } };

async function openModels(page: Page): Promise<void> {
  await page.goto('/master/vehicle-models');
  await expectVisible(page.getByRole('heading', { name: /^Vehicle Models \(/ }));
}

test('[MODL-01] are counted, listed and searched in any case', async ({ page }) => {
  await openModels(page);
  await expectVisible(page.getByText('Manage supported vehicle models', { exact: true }));
  await expectVisible(page.getByText('Total Models', { exact: true }));
  await expectTexts(page.getByRole('columnheader'), ['Image', 'Company Name', 'Actions']);
  await expectVisible(page.getByText('Created: 5 Mar 2026', { exact: true }));
  await page.getByRole('searchbox', { name: 'Search vehicle models by company name...' }).fill('tAtA');
  await expectVisible(page.getByRole('cell', { name: /^Tata/ }));
  await page.getByRole('searchbox').fill('none');
  await expectVisible(page.getByText('No vehicle models found', { exact: true }));
});

test('[MODL-02, FILE-01, FILE-02] uploads a logo first, lists it and deletes it when it is replaced', async ({
  page,
}) => {
  const deleted: string[] = [];
  page.on('request', (request) => request.url().includes('/file/delete') && deleted.push(request.url()));
  await openModels(page);
  await press(page, 'Add Model');
  const adding = dialog(page, 'Add New Vehicle Model');
  await adding.getByLabel('Company Name *').fill('Mahindra');
  await adding
    .getByLabel('Company Logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(120, 80) });
  const saved = page.waitForRequest((request) => request.url().endsWith(createVehicleModel.path));
  await press(page, 'Create Model');
  const first = (await saved).postDataJSON().image;
  expect(first).toMatch(/^\/files\/images\/[0-9a-f]{32}\.webp$/);
  await expectVisible(toast(page, 'Vehicle model created successfully'));
  const row = page.getByRole('row').filter({ hasText: 'Mahindra' });
  const picture = row.locator('img');
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);

  await row.getByRole('button', { name: /^Edit vehicle model/ }).click();
  const editing = dialog(page, 'Edit Vehicle Model');
  await editing
    .getByLabel('Company Logo')
    .setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: pngOf(60, 60) });
  await press(page, 'Update Model');
  await expectVisible(toast(page, 'Vehicle model updated successfully'));
  await expect.poll(() => deleted).toHaveLength(1);
  expect(decodeURIComponent(deleted[0] ?? '')).toContain(first);

  await row.getByRole('button', { name: /^Delete vehicle model/ }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete Mahindra?' });
  await expectVisible(
    confirmation.getByText('Are you sure you want to delete this vehicle model?', { exact: true }),
  );
  await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectVisible(toast(page, 'Vehicle model deleted successfully'));
  await expect.poll(() => deleted).toHaveLength(2);
});

test('[MODL-02, MODL-03, FILE-01] keeps the form after a missing name, a failed upload and a failed save', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^(response: 500|console: )/);
  const saves = recordCalls(page, createVehicleModel);
  await page.route('**/file/single', (route) => route.fulfill({ json: { status: true } }));
  await serveAnswers(page, createVehicleModel, { status: 500, json: {} });
  await openModels(page);
  await press(page, 'Add Model');
  const adding = dialog(page, 'Add New Vehicle Model');
  await press(page, 'Create Model');
  await expectVisible(toast(page, 'Please fill all required fields'));
  await adding.getByLabel('Company Name *').fill('Ashok Leyland');
  await adding
    .getByLabel('Company Logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(9, 9) });
  await press(page, 'Create Model');
  await expectVisible(toast(page, 'Failed to upload image'));
  expect(saves).toHaveLength(0);
  await press(page, 'Remove image');
  await press(page, 'Create Model');
  await expectVisible(toast(page, 'Failed to save vehicle model'));
  expect(await adding.getByLabel('Company Name *').inputValue()).toBe('Ashok Leyland');
});

test('[MODL-03, ERR-03] a failed load shows a toast "Error" and an error in place, each time', async ({ page }) => {
  const card = page.getByRole('alert').filter({ hasText: 'Error Loading Vehicle Models' });
  await serveAnswers(page, listVehicleModels, failure, moved, 'real', failure);
  await page.goto('/master/vehicle-models');
  await expectVisible(card.getByText('Failed to load vehicle models', { exact: true }));
  await expectErrorToast(page, 'Failed to load vehicle models');
  await expectVisible(page.getByRole('main').getByText('N/A', { exact: true }));
  await press(page, 'Try Again');
  await expectErrorToast(page, 'We have moved');
  await expectVisible(card.getByText('We have moved', { exact: true }));
  await press(page, 'Try Again');
  await expectVisible(button(page, 'Delete vehicle model Tata'));
  await expectHidden(card);
  await press(page, 'Refresh');
  await expectErrorToast(page, 'Failed to load vehicle models');
  const bar = page
    .getByRole('alert')
    .filter({ hasText: 'Failed to load vehicle models What you see was loaded before.' });
  await expectVisible(bar);
  await expectVisible(button(page, 'Delete vehicle model Tata'));
});

test('[MODL-03, ERR-03] a failed deletion shows a toast "Error" and an error in the dialog', async ({ page }) => {
  await serveAnswers(page, deleteVehicleModel, { status: 500, json: {} }, moved);
  await page.goto('/master/vehicle-models');
  await press(page, 'Delete vehicle model Tata');
  for (const text of ['Failed to delete vehicle model', 'We have moved']) {
    await confirmDeletion(page);
    await expectErrorToast(page, text);
    await expectVisible(page.getByRole('alertdialog').getByRole('alert').getByText(text, { exact: true }));
  }
});

test('[MODL-01, FMT-06] a model without a date has no "Created" on its card', async ({ openSignedIn }) => {
  const page = await openSignedIn({ width: 'phone' });
  await page.goto('/master/vehicle-models');
  const card = page.getByRole('listitem').filter({ hasText: 'Bajaj' });
  await expectVisible(card);
  await expectHidden(card.getByText(/Created|N\/A/));
});

test('list and dialog are accessible', async ({ page }) => {
  await openModels(page);
  await expectAccessible(page);
  await press(page, 'Add Model');
  await expectVisible(dialog(page, 'Add New Vehicle Model'));
  await expectAccessible(page);
});
