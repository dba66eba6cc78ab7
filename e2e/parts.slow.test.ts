import { createPart, deletePart, listParts } from '@wayside/contract/parts';
import { listServices } from '@wayside/contract/services';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPart, aService } from './support/factories/catalogue.ts';
import { confirmDeletion, dialogNamed as dialog, press } from './support/locators.ts';
import { pngOf } from './support/pictures.ts';

const brakes = aService();
const wash = aService({ name: 'Wash', createdAt: '2026-03-05T05:00:00.000Z' });

const test = signedInTest({
  services: [brakes, wash],
  parts: [aPart(brakes, 'Brake pad', 25_050), aPart(brakes, 'Brake cable', 12_000)],
});

async function open(page: Page, path: string, heading: RegExp): Promise<void> {
  await page.goto(path);
  await expectVisible(page.getByRole('heading', { name: heading }));
}
const openParts = (page: Page) => open(page, `/services/parts?service=${brakes.id}`, /^Parts \(/);

describe('parts', () => {
  test('[PART-01] lists the parts of the selected service, searches, adds, changes and deletes them', async ({
    page,
  }) => {
    const calls = recordCalls(page, listParts);
    await openParts(page);
    await expectVisible(page.getByRole('heading', { name: 'Parts (2)', exact: true }));
    await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Wash' });
    await expectVisible(page.getByText('No parts found', { exact: true }));
    expect(new URL(page.url()).searchParams.get('service')).toBe(wash.id);
    expect(calls).toHaveLength(2);
    await press(page, 'Add Part');
    const adding = dialog(page, 'Add Part');
    await adding.getByLabel('Part Name *').fill('Sponge');
    await adding.getByLabel('Amount (₹) *').fill('35.5');
    await press(page, 'Create Part');
    const row = page.getByRole('row').filter({ hasText: 'Sponge' });
    await expectVisible(row.getByText('₹35.50', { exact: true }));
    await row.getByRole('button', { name: 'Edit part Sponge' }).click();
    await dialog(page, 'Edit Part').getByLabel('Amount (₹) *').fill('40');
    await press(page, 'Update Part');
    await expectVisible(row.getByText('₹40', { exact: true }));
    await row.getByRole('button', { name: 'Delete part Sponge' }).click();
    await expectVisible(page.getByText('Are you sure you want to delete this part?', { exact: true }));
    await confirmDeletion(page);
    // The open confirmation hides the list from role queries.
    await expectHidden(page.getByRole('alertdialog'));
    await expectHidden(row);
    // A part of another service is shown in the list of that service.
    await press(page, 'Add Part');
    await adding.getByLabel('Service *').selectOption({ label: 'Brake service' });
    await adding.getByLabel('Part Name *').fill('Disc');
    await adding.getByLabel('Amount (₹) *').fill('400');
    await press(page, 'Create Part');
    await expectVisible(page.getByRole('row').filter({ hasText: 'Disc' }));
    await page.getByRole('searchbox', { name: 'Search by part name' }).fill('PAD');
    await expectVisible(page.getByRole('heading', { name: 'Parts (1)', exact: true }));
  });

  test('[PART-02] shows an error at each invalid field', async ({ page, pageErrors }) => {
    pageErrors.allow(/^console: /);
    const saves = recordCalls(page, createPart);
    await openParts(page);
    await press(page, 'Add Part');
    const adding = dialog(page, 'Add Part');
    await adding.getByLabel('Service *').selectOption('');
    await adding.getByLabel('Amount (₹) *').fill('0');
    await press(page, 'Create Part');
    await expectVisible(adding.getByText('Please select a service', { exact: true }));
    await expectVisible(adding.getByText('Please enter part name', { exact: true }));
    await expectVisible(adding.getByText('Please enter a valid amount', { exact: true }));
    const image = adding.getByLabel('Image');
    await image.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await expectVisible(adding.getByText('Please select a valid image file', { exact: true }));
    await image.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await expectVisible(adding.getByText(/^This kind of image cannot be taken\./));
    await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) });
    await expectVisible(adding.getByText('Image size must be less than 5MB', { exact: true }));
    await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
    await expectVisible(adding.getByText('Failed to read file', { exact: true }));
    expect(saves).toHaveLength(0);
  });

  test('[PART-03] shows the text of each failure', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 500|console: )/);
    await serveAnswers(page, listServices, { json: { status: false } }, 'real');
    await serveAnswers(page, listParts, { json: { status: false } }, 'real');
    await serveAnswers(page, createPart, { status: 500, json: {} });
    await serveAnswers(page, deletePart, { status: 500, json: {} });
    await page.route('**/file/single', (route) => route.fulfill({ json: { status: false } }));
    await page.goto(`/services/parts?service=${brakes.id}`);
    await expectVisible(
      page.getByRole('alert').getByText('Failed to load data. Please refresh the page.', { exact: true }),
    );
    await press(page, 'Try Again');
    await expectVisible(page.getByRole('alert').getByText('Failed to load parts', { exact: true }));
    await press(page, 'Try Again');
    await press(page, 'Add Part');
    const adding = dialog(page, 'Add Part');
    await adding.getByLabel('Part Name *').fill('Lever');
    await adding.getByLabel('Amount (₹) *').fill('10');
    await adding.getByLabel('Image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pngOf(4, 4) });
    await press(page, 'Create Part');
    await expectVisible(adding.getByText('Image upload failed', { exact: true }));
    await press(page, 'Remove image');
    await press(page, 'Create Part');
    await expectVisible(adding.getByText('Operation failed. Please try again.', { exact: true }));
    await page.keyboard.press('Escape');
    await press(page, 'Discard');
    await page.getByRole('button', { name: 'Delete part Brake pad' }).click();
    await confirmDeletion(page);
    await expectVisible(page.getByText('Failed to delete part. Please try again.', { exact: true }));
  });

  test('list and dialog are accessible', async ({ page }) => {
    await openParts(page);
    await expectAccessible(page);
    await press(page, 'Add Part');
    await expectVisible(dialog(page, 'Add Part'));
    await expectAccessible(page);
  });
});
