import { createService, deleteService, listServices, updateService } from '@wayside/contract/services';
import { createSosService, deleteSosService, listSosServices } from '@wayside/contract/sos-services';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectPresentable, looks } from './support/accessible.ts';
import { recordCalls } from './support/call-log.ts';
import { expectHidden, expectTexts, expectVisible } from './support/expectations.ts';
import { aPart, aService } from './support/factories/catalogue.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { goWithin } from './support/go-within.ts';
import { pngOf } from './support/pictures.ts';
import { serveAnswers } from './support/served-answers.ts';
import { beginSignedIn } from './support/session.ts';
import { signedInTest } from './support/signed-in-test.ts';

const towing = { id: newRecordId(), name: 'Towing', vehicleType: 'car', pricePaise: 149_950, image: null };
const brakes = aService();
const wash = aService({ name: 'Wash', createdAt: '2026-03-05T05:00:00.000Z' });

const test = signedInTest({
  sosservices: [towing],
  services: [brakes, wash],
  parts: [aPart(brakes, 'Brake pad', 25_050), aPart(brakes, 'Brake cable', 12_000)],
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const cell = (page: Page, name: string | RegExp) => page.getByRole('cell', { name });
const confirmDeletion = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();

const screens = {
  sos: { path: '/services/sos', heading: /^SOS Services \(/, add: 'Add SOS Service' },
  services: { path: '/services/regular', heading: /^Services \(/, add: 'Add Service' },
  parts: { path: `/services/parts?service=${brakes.id}`, heading: /^Parts \(/, add: 'Add Part' },
};
async function open(page: Page, { path, heading }: { path: string; heading: RegExp }): Promise<void> {
  await page.goto(path);
  await expectVisible(page.getByRole('heading', { name: heading }));
}
const openSos = (page: Page) => open(page, screens.sos);
const openServices = (page: Page) => open(page, screens.services);

describe('SOS services', () => {
  test('[SOS-01] are listed, searched, added, changed and deleted', async ({ page }) => {
    await openSos(page);
    await expectTexts(page.getByRole('columnheader'), [
      'Image',
      'Service Name',
      'Vehicle Type',
      'Price',
      'Actions',
    ]);
    await expectVisible(cell(page, '₹1,499.5'));
    await press(page, 'Add SOS Service');
    const adding = dialog(page, 'Add SOS Service');
    await adding.getByLabel('Service Name *').fill('Jump start');
    await adding.getByLabel('Vehicle Type *').selectOption('truck');
    await adding.getByLabel('Price (₹) *').fill('499.50');
    await adding.getByLabel('Image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(40, 40) });
    await press(page, 'Create Service');
    await expectHidden(adding);
    const row = page.getByRole('row').filter({ hasText: 'Jump start' });
    await expectVisible(row.getByText('₹499.5', { exact: true }));
    await page.getByRole('searchbox').fill('jump');
    await expectVisible(page.getByRole('heading', { name: 'SOS Services (1)' }));
    await row.getByRole('button', { name: /^Edit SOS service/ }).click();
    const editing = dialog(page, 'Edit SOS Service');
    expect(await editing.getByLabel('Price (₹) *').inputValue()).toBe('499.5');
    await editing.getByLabel('Vehicle Type *').selectOption('bus');
    await press(page, 'Update Service');
    await expectVisible(row.getByText('Bus', { exact: true }));
    await row.getByRole('button', { name: /^Delete SOS service/ }).click();
    await expectVisible(page.getByText('Are you sure you want to delete this SOS service?', { exact: true }));
    await confirmDeletion(page);
    // First the question: what stands behind it is hidden from the test, too.
    await expectHidden(page.getByRole('alertdialog'));
    await expectHidden(row);
  });

  test('[SOS-02] what is required is asked for; failures are told and keep what was typed', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: |request: )/);
    const saves = recordCalls(page, createSosService);
    await serveAnswers(page, listSosServices, { json: { status: false } }, 'real');
    await serveAnswers(page, createSosService, { status: 500, json: {} });
    await serveAnswers(page, deleteSosService, { status: 500, json: {} });
    await page.route('**/file/single', (route) => route.abort());
    await page.goto('/services/sos');
    await expectVisible(page.getByRole('alert').getByText('Failed to load SOS services', { exact: true }));
    await press(page, 'Try Again');
    await press(page, 'Add SOS Service');
    const adding = dialog(page, 'Add SOS Service');
    await press(page, 'Create Service');
    await expectVisible(adding.getByText('Please fill all required fields', { exact: true }));
    expect(saves).toHaveLength(0);
    await adding.getByLabel('Service Name *').fill('Fuel');
    await adding.getByLabel('Vehicle Type *').selectOption('car');
    await adding.getByLabel('Price (₹) *').fill('99');
    await adding.getByLabel('Image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(4, 4) });
    await press(page, 'Create Service');
    await expectVisible(adding.getByText('Failed to upload image', { exact: true }));
    expect(saves).toHaveLength(0);
    await press(page, 'Remove image');
    await press(page, 'Create Service');
    await expectVisible(adding.getByText('Failed to save SOS service', { exact: true }));
    expect(await adding.getByLabel('Service Name *').inputValue()).toBe('Fuel');
    await page.keyboard.press('Escape');
    await press(page, 'Discard');
    await page.getByRole('button', { name: 'Delete SOS service Towing' }).click();
    await confirmDeletion(page);
    await expectVisible(page.getByText('Failed to delete SOS service', { exact: true }));
  });
});

describe('services', () => {
  test('[SERV-01, PART-01] are listed as active; a deletion says how many parts go', async ({ page }) => {
    await serveAnswers(page, deleteService, { json: { status: false } });
    await openServices(page);
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

  test('[SERV-02] required fields, kinds and sizes of files are checked; failures are told', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: |request: )/);
    await serveAnswers(page, createService, { status: 500, json: {} });
    await serveAnswers(page, updateService, { status: 500, json: {} });
    const uploads: ('no url' | 'none')[] = ['no url', 'none'];
    await page.route('**/file/single', (route) =>
      uploads.shift() === 'none' ? route.abort() : route.fulfill({ json: { status: true } }),
    );
    await openServices(page);
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

  test('[FILE-03, SERV-02] an image of a kind that cannot be taken is refused when it is chosen', async ({
    page,
  }) => {
    const uploads: string[] = [];
    page.on('request', (request) => request.url().includes('/file/single') && uploads.push(request.url()));
    await openServices(page);
    await press(page, 'Add Service');
    const adding = dialog(page, 'Add Service');
    const image = adding.getByLabel('Image');
    const refusal = adding.getByText(
      'This kind of image cannot be taken. Please select a JPEG, PNG, WebP, GIF or AVIF image.',
      { exact: true },
    );
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    for (const [name, mimeType] of [
      ['logo.svg', 'image/svg+xml'],
      ['photo.heic', 'image/heic'],
      ['scan.bmp', 'image/bmp'],
      ['scan.tiff', 'image/tiff'],
      // Of a kind that the browser does not know.
      ['photo.HEIC', ''],
    ] as const) {
      await image.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
      await expectVisible(adding.getByText('Please select an image file', { exact: true }));
      await image.setInputFiles({ name, mimeType, buffer: Buffer.from(svg) });
      await expectVisible(refusal);
      expect(await adding.getByRole('button', { name: 'Remove image' }).count()).toBe(0);
    }
    await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(4, 4) });
    await expectVisible(adding.getByRole('button', { name: 'Remove image' }));
    await expectHidden(refusal);
    expect(uploads).toEqual([]);
  });

  test('[SERV-02] a failed load says so', async ({ page }) => {
    await serveAnswers(page, listServices, { json: { status: false } }, 'real');
    await page.goto('/services/regular');
    await expectVisible(page.getByRole('alert').getByText('Failed to load services', { exact: true }));
  });
});

describe.for(looks)('on $width in $theme', (look) => {
  test('[SOS-01, SERV-01, PART-01] lists and dialogs can be read by everybody', async ({
    openPage,
    application,
  }) => {
    const page = await openPage(look);
    await beginSignedIn(page, application);
    await openSos(page);
    for (const { path, heading, add } of Object.values(screens)) {
      await goWithin(page, path);
      await expectVisible(page.getByRole('heading', { name: heading }));
      await expectPresentable(page);
      await press(page, add);
      await expectVisible(dialog(page, add));
      await expectPresentable(page);
    }
  });
});
