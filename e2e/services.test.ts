import { listParts } from '@wayside/contract/parts';
import { createService, deleteService, listServices, updateService } from '@wayside/contract/services';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { serveAnswers } from './support/calls.ts';
import { expectHidden, expectTexts, expectVisible } from './support/expectations.ts';
import { aPart, aService } from './support/factories/catalogue.ts';
import { button, confirmDeletion, dialogNamed as dialog, press } from './support/locators.ts';
import { pngOf } from './support/pictures.ts';

const brakes = aService();
const wash = aService({ name: 'Wash', createdAt: '2026-03-05T05:00:00.000Z' });

const test = signedInTest({
  services: [brakes, wash],
  parts: [aPart(brakes, 'Brake pad', 25_050), aPart(brakes, 'Brake cable', 12_000)],
});

async function open(page: Page): Promise<void> {
  await page.goto('/services/regular');
  await expectVisible(page.getByRole('heading', { name: /^Services \(/ }));
}

test('[SERV-01, PART-01] lists and searches services; a deletion counts the parts that it deletes', async ({
  page,
}) => {
  await serveAnswers(page, deleteService, { json: { status: false } });
  await open(page);
  await expectTexts(page.getByRole('columnheader'), [
    'Service Name',
    'Vehicle Type',
    'Image',
    'Created Date',
    'Status',
    'Actions',
  ]);
  const row = page.getByRole('row').filter({ hasText: 'Brake service' });
  await expectVisible(row.getByText('Active', { exact: true }));
  await expectVisible(row.getByText('6 Mar 2026', { exact: true }));
  await page.getByRole('searchbox').fill('WASH');
  await expectVisible(page.getByRole('heading', { name: 'Services (1)' }));
  await page.getByRole('searchbox').fill('');
  await row.getByRole('button', { name: 'Delete service Brake service' }).click();
  await expectVisible(page.getByText('Are you sure you want to delete this service?', { exact: true }));
  await expectVisible(page.getByText('Its 2 parts are deleted with it.', { exact: true }));
  await confirmDeletion(page);
  await expectVisible(page.getByRole('alertdialog').getByText('Error deleting service', { exact: true }));
});

test('[SERV-02] checks required fields, kind and size of an image, and shows each failure', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^(response: 500|console: |request: )/);
  await serveAnswers(page, createService, { status: 500, json: {} });
  await serveAnswers(page, updateService, { status: 500, json: {} });
  const uploads: ('no url' | 'none')[] = ['no url', 'none'];
  await page.route('**/file/single', (route) =>
    uploads.shift() === 'none' ? route.abort() : route.fulfill({ json: { status: true } }),
  );
  await open(page);
  await press(page, 'Add Service');
  const adding = dialog(page, 'Add Service');
  await press(page, 'Create Service');
  await expectVisible(adding.getByText('Please fill in required fields', { exact: true }));
  const image = adding.getByLabel('Image');
  await image.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expectVisible(adding.getByText('Please select an image file', { exact: true }));
  await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) });
  await expectVisible(adding.getByText('File size must be less than 5MB', { exact: true }));
  await adding.getByLabel('Service Name *').fill('Polish');
  await adding.getByLabel('Vehicle Type *').selectOption('car');
  await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(4, 4) });
  await press(page, 'Create Service');
  await expectVisible(adding.getByText('Failed to upload image', { exact: true }));
  await press(page, 'Create Service');
  await expectVisible(adding.getByText('Error uploading image', { exact: true }));
  await press(page, 'Remove image');
  await press(page, 'Create Service');
  await expectVisible(adding.getByText('Error creating service', { exact: true }));
  await page.keyboard.press('Escape');
  await press(page, 'Discard');
  await page.getByRole('button', { name: 'Edit service Wash' }).click();
  await dialog(page, 'Edit Service').getByLabel('Service Name *').fill('Full wash');
  await press(page, 'Update Service');
  await expectVisible(dialog(page, 'Edit Service').getByText('Error updating service', { exact: true }));
});

test('[FILE-03, SERV-02] rejects an image of an unsupported kind when it is selected', async ({ page }) => {
  const uploads: string[] = [];
  page.on('request', (request) => request.url().includes('/file/single') && uploads.push(request.url()));
  await open(page);
  await press(page, 'Add Service');
  const adding = dialog(page, 'Add Service');
  const image = adding.getByLabel('Image');
  const rejection = () =>
    adding.getByText(
      /^This kind of image cannot be taken\. Please select a JPEG, PNG, WebP, GIF, AVIF or HEIC image\.$/,
    );
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  for (const [name, mimeType] of [
    ['logo.svg', 'image/svg+xml'],
    ['scan.bmp', 'image/bmp'],
    ['scan.tiff', 'image/tiff'],
    // A type that the browser does not know.
    ['photo.JXL', ''],
  ] as const) {
    await image.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await expectVisible(adding.getByText('Please select an image file', { exact: true }));
    await image.setInputFiles({ name, mimeType, buffer: Buffer.from(svg) });
    await expectVisible(rejection());
    expect(await adding.getByRole('button', { name: 'Remove image' }).count()).toBe(0);
  }
  await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(4, 4) });
  await expectVisible(adding.getByRole('button', { name: 'Remove image' }));
  await expectHidden(rejection());
  // [TOUGH-05] The browser has no decoder for it, and mostly no type.
  await image.setInputFiles({ name: 'photo.HEIC', mimeType: '', buffer: Buffer.from('photo') });
  await expectVisible(
    adding.getByText('This browser shows no HEIC photos. You see it after saving.', { exact: true }),
  );
  await expectHidden(rejection());
  expect(uploads).toEqual([]);
});

test('[SERV-02] shows the text of a failed load', async ({ page }) => {
  await serveAnswers(page, listServices, { json: { status: false } }, 'real');
  await page.goto('/services/regular');
  await expectVisible(page.getByRole('alert').getByText('Failed to load services', { exact: true }));
});

test('[PART-01, ERR-03] a deletion shows that the parts could not be counted, and counts them again', async ({
  page,
}) => {
  await serveAnswers(page, listParts, { status: 404, json: {} }, { json: { status: false } }, 'real');
  await page.goto('/services/regular');
  await press(page, 'Delete service Brake service');
  const dialog = page.getByRole('alertdialog');
  const counting = dialog.getByRole('alert').filter({ hasText: 'Its parts are deleted with it.' });
  for (const _ of [1, 2]) {
    await expectVisible(counting.getByText(/could not be counted/));
    await counting.getByRole('button', { name: 'Try again' }).click();
  }
  await expectVisible(dialog.getByText('Its 2 parts are deleted with it.', { exact: true }));
  await expectHidden(counting);
});

test('list and dialog are accessible', async ({ page }) => {
  await open(page);
  await expectAccessible(page);
  await press(page, 'Add Service');
  await expectVisible(dialog(page, 'Add Service'));
  await expectAccessible(page);
});

test('[SERV-02] warns of another service with the same name for the same vehicles, and of no other', async ({
  page,
}) => {
  await open(page);
  await press(page, 'Add Service');
  const adding = dialog(page, 'Add Service');
  const warning = adding.getByText('The service “Wash” for Bike exists already.', { exact: true });
  await adding.getByLabel('Service Name *').fill(' wash');
  await adding.getByRole('combobox').selectOption({ label: 'Car' });
  await expectHidden(warning);
  await adding.getByRole('combobox').selectOption({ label: 'Bike' });
  await expectVisible(warning);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await button(page, 'Discard').click();
  await page.getByRole('button', { name: 'Edit service Wash' }).click();
  await expectVisible(dialog(page, 'Edit Service'));
  await expectHidden(page.getByText(/exists already/));
});
