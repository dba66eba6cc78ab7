import { createSosService, deleteSosService, listSosServices } from '@wayside/contract/sos-services';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import { expectHidden, expectTexts, expectVisible } from './support/expectations.ts';
import { aSosService } from './support/factories/catalogue.ts';
import { confirmDeletion, dialogNamed as dialog, press } from './support/locators.ts';
import { pngOf } from './support/pictures.ts';

const towing = aSosService();

const test = signedInTest({ sosservices: [towing] });
const cell = (page: Page, name: string | RegExp) => page.getByRole('cell', { name });

async function open(page: Page): Promise<void> {
  await page.goto('/services/sos');
  await expectVisible(page.getByRole('heading', { name: /^SOS Services \(/ }));
}

test('[SOS-01] lists, searches, adds, changes and deletes SOS services', async ({ page }) => {
  await open(page);
  await expectTexts(page.getByRole('columnheader'), ['Image', 'Service Name', 'Vehicle Type', 'Price', 'Actions']);
  await expectVisible(cell(page, '₹1,499.50'));
  await press(page, 'Add SOS Service');
  const adding = dialog(page, 'Add SOS Service');
  await adding.getByLabel('Service Name *').fill('Jump start');
  await adding.getByLabel('Vehicle Type *').selectOption('truck');
  await adding.getByLabel('Price (₹) *').fill('499.50');
  await adding.getByLabel('Image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(40, 40) });
  await press(page, 'Create Service');
  await expectHidden(adding);
  const row = page.getByRole('row').filter({ hasText: 'Jump start' });
  await expectVisible(row.getByText('₹499.50', { exact: true }));
  await page.getByRole('searchbox').fill('jump');
  await expectVisible(page.getByRole('heading', { name: 'SOS Services (1)' }));
  await row.getByRole('button', { name: /^Edit SOS service/ }).click();
  const editing = dialog(page, 'Edit SOS Service');
  expect(await editing.getByLabel('Price (₹) *').inputValue()).toBe('499.50');
  await editing.getByLabel('Vehicle Type *').selectOption('bus');
  await press(page, 'Update Service');
  await expectVisible(row.getByText('Bus', { exact: true }));
  await row.getByRole('button', { name: /^Delete SOS service/ }).click();
  await expectVisible(page.getByText('Are you sure you want to delete this SOS service?', { exact: true }));
  await confirmDeletion(page);
  // The open confirmation hides the list from role queries.
  await expectHidden(page.getByRole('alertdialog'));
  await expectHidden(row);
});

test('[SOS-02] names the required fields, shows each failure and keeps the input', async ({ page, pageErrors }) => {
  pageErrors.allow(/^(response: 500|console: |request: )/);
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

test('list and dialog are accessible', async ({ page }) => {
  await open(page);
  await expectAccessible(page);
  await press(page, 'Add SOS Service');
  await expectVisible(dialog(page, 'Add SOS Service'));
  await expectAccessible(page);
});
