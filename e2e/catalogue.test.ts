import { createVehicleModel, updateVehicleModel } from '@wayside/contract/vehicle-models';
import { expect } from 'vitest';
import { callApi } from './support/api-call.ts';
import { signedInTest } from './support/application-test.ts';
import { CONFLICT_ERRORS, versionOption } from './support/edit-conflicts.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPart, aService } from './support/factories/catalogue.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { confirmDeletion, dialogByName as dialog, press, rowWith } from './support/locators.ts';
import { pngOf } from './support/pictures.ts';
import { sentFields } from './support/sent-fields.ts';
import { toast } from './support/toasts.ts';

const brakes = aService();
const wash = aService({ name: 'Wash', createdAt: '2026-03-05T05:00:00.000Z' });

const bajaj = { id: newRecordId(), companyName: 'Bajaj', image: null, createdAt: null };

const test = signedInTest({
  services: [brakes, wash],
  parts: [aPart(brakes, 'Brake pad', 25_050)],
  companies: [bajaj],
});
const logo = (name: string, size: number) => ({ name, mimeType: 'image/png', buffer: pngOf(size, size) });

test('[PART-01] parts are added, changed and deleted in the list of their service', async ({ page }) => {
  await page.goto(`/services/parts?service=${wash.id}`);
  await press(page, 'Add Part');
  const adding = dialog(page, 'Add Part');
  await adding.getByLabel('Part Name *').fill('Sponge');
  await adding.getByLabel('Amount (₹) *').fill('35.5');
  await press(page, 'Create Part');
  const row = rowWith(page, 'Sponge');
  await expectVisible(row.getByText('₹35.50', { exact: true }));
  await row.getByRole('button', { name: 'Edit part Sponge' }).click();
  await dialog(page, 'Edit Part').getByLabel('Amount (₹) *').fill('40');
  await press(page, 'Update Part');
  await expectVisible(row.getByText('₹40', { exact: true }));
  await row.getByRole('button', { name: 'Delete part Sponge' }).click();
  await confirmDeletion(page);
  // The open confirmation hides the list from role queries.
  await expectHidden(page.getByRole('alertdialog'));
  await expectHidden(row);
  await press(page, 'Add Part');
  await adding.getByLabel('Service *').selectOption({ label: 'Brake service' });
  await adding.getByLabel('Part Name *').fill('Disc');
  await adding.getByLabel('Amount (₹) *').fill('400');
  await press(page, 'Create Part');
  await expectVisible(rowWith(page, 'Disc'));
  await expectVisible(page.getByRole('heading', { name: 'Parts (2)', exact: true }));
});

test('[MODL-02, FILE-01, FILE-02] a logo is uploaded first, listed, and deleted when it is replaced', async ({
  page,
}) => {
  const deleted: string[] = [];
  page.on('request', (request) => request.url().includes('/file/delete') && deleted.push(request.url()));
  await page.goto('/master/vehicle-models');
  await press(page, 'Add Model');
  const adding = dialog(page, 'Add New Vehicle Model');
  await adding.getByLabel('Company Name *').fill('Mahindra');
  await adding.getByLabel('Company Logo').setInputFiles(logo('logo.png', 120));
  const saved = page.waitForRequest((request) => request.url().endsWith(createVehicleModel.path));
  await press(page, 'Create Model');
  const first = (await saved).postDataJSON().image;
  expect(first).toMatch(/^\/files\/images\/[0-9a-f]{32}\.webp$/);
  const row = rowWith(page, 'Mahindra');
  const picture = row.locator('img');
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  await row.getByRole('button', { name: /^Edit vehicle model/ }).click();
  await dialog(page, 'Edit Vehicle Model').getByLabel('Company Logo').setInputFiles(logo('new.png', 60));
  await press(page, 'Update Model');
  await expectVisible(toast(page, 'Vehicle model updated successfully'));
  await expect.poll(() => deleted).toHaveLength(1);
  expect(decodeURIComponent(deleted[0] ?? '')).toContain(first);
  await row.getByRole('button', { name: /^Delete vehicle model/ }).click();
  await expectVisible(page.getByRole('alertdialog', { name: 'Delete Mahindra?' }));
  await confirmDeletion(page);
  await expectVisible(toast(page, 'Vehicle model deleted successfully'));
  await expect.poll(() => deleted).toHaveLength(2);
});

test('[EDIT-01] an image that two users have changed requires a choice', async ({
  page,
  application,
  token,
  pageErrors,
}) => {
  pageErrors.allow(CONFLICT_ERRORS);
  const picture = { contentType: 'image/png', body: pngOf(40, 40) };
  await page.route(/\/bajaj\.png$|\/files\/images\//, (route) => route.fulfill(picture));
  const change = (image: string | null) =>
    callApi(application, token, updateVehicleModel, {
      params: { id: bajaj.id },
      body: { companyName: undefined, image },
    });
  await change('https://pictures.example.in/bajaj.png');
  await page.goto('/master/vehicle-models');
  await press(page, 'Edit vehicle model Bajaj');
  const editing = dialog(page, 'Edit Vehicle Model');
  await editing.getByLabel('Company Logo').setInputFiles(logo('mine.png', 60));
  await change(null);
  await press(page, 'Update Model');
  await versionOption(editing, 'Image', 'Use the other value: no image').click();
  await expectHidden(editing.locator('img'));
  await versionOption(editing, 'Image', 'Keep mine: mine.png').click();
  await expectVisible(editing.locator('img'));
  await versionOption(editing, 'Image', 'Use the other value: no image').click();
  const saved = page.waitForRequest(/company\/update/);
  await press(page, 'Update Model');
  expect(sentFields(updateVehicleModel, await saved)).toEqual({});
});
