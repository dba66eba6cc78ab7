import { createSlot, deleteSlot, listSlots, updateSlot } from '@wayside/contract/slots';
import { createVehicleModel, deleteVehicleModel, listVehicleModels } from '@wayside/contract/vehicle-models';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectPresentable, looks } from './support/accessible.ts';
import { recordCalls } from './support/call-log.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { goWithin } from './support/go-within.ts';
import { pngOf } from './support/pictures.ts';
import { serveAnswers } from './support/served-answers.ts';
import { beginSignedIn } from './support/session.ts';
import { signedInTest } from './support/signed-in-test.ts';
import { toast } from './support/toasts.ts';

const slots = [
  { id: newRecordId(), startTime: '09:00', endTime: '10:00', duration: '1 hour' },
  { id: newRecordId(), startTime: 'Early morning', endTime: 'before 8', duration: 'as agreed' },
];
const model = { id: newRecordId(), companyName: 'Tata', image: null, createdAt: '2026-03-05T05:00:00.000Z' };

const test = signedInTest({ slots, companies: [model] });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openSlots(page: Page): Promise<void> {
  await page.goto('/master/slots');
  await expectVisible(page.getByRole('heading', { name: /^Time Slots \(/ }));
}

async function openModels(page: Page): Promise<void> {
  await page.goto('/master/vehicle-models');
  await expectVisible(page.getByRole('heading', { name: /^Vehicle Models \(/ }));
}

describe('time slots', () => {
  test('[SLOT-01, SLOT-02] are counted, listed and found without another call', async ({ page }) => {
    const calls = recordCalls(page, listSlots);
    await openSlots(page);
    await expectText(page.getByRole('heading', { level: 1 }), 'Time Slots');
    await expectVisible(page.getByText('Manage booking time slots', { exact: true }));
    await expectVisible(page.getByText('Total Slots', { exact: true }));
    await expectTexts(page.getByRole('columnheader'), ['Time Slot', 'Duration', 'Actions']);
    for (const [typed, shown] of [
      ['EARLY', 'Early morning - before 8'],
      ['as agreed', 'Early morning - before 8'],
      ['09:0', '09:00 - 10:00'],
    ] as const) {
      await page.getByRole('searchbox').fill(typed);
      await expectVisible(page.getByRole('heading', { name: 'Time Slots (1)', exact: true }));
      await expectVisible(page.getByRole('cell', { name: shown, exact: true }));
    }
    await page.getByRole('searchbox').fill('nothing like it');
    await expectVisible(page.getByText('No time slots found', { exact: true }));
    expect(calls).toHaveLength(1);
  });

  test('[SLOT-03, SLOT-04, SLOT-06] one is added with the duration its times suggest, changed and deleted', async ({
    page,
  }) => {
    const lists = recordCalls(page, listSlots);
    await openSlots(page);
    await press(page, 'Add Slot');
    const adding = dialog(page, 'Add New Time Slot');
    await expectVisible(adding.getByText('Create a new time slot for bookings', { exact: true }));
    await adding.getByLabel('Start Time *').fill('9:30 pm');
    await adding.getByLabel('End Time *').fill('11 pm');
    await press(page, 'Create Slot');
    await expectVisible(toast(page, 'Time slot created successfully'));
    await expectHidden(adding);
    const row = page.getByRole('row').filter({ hasText: '9:30 pm - 11 pm' });
    await expectVisible(row.getByText('1.5 hours', { exact: true }));

    await row.getByRole('button', { name: /^Edit time slot/ }).click();
    const editing = dialog(page, 'Edit Time Slot');
    await expectVisible(editing.getByText('Update the time slot details', { exact: true }));
    await editing.getByLabel('Duration *').fill('90 mins');
    await press(page, 'Update Slot');
    await expectVisible(toast(page, 'Time slot updated successfully'));
    await expectVisible(row.getByText('90 mins', { exact: true }));

    await row.getByRole('button', { name: /^Delete time slot/ }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Delete 9:30 pm - 11 pm?' });
    await expectVisible(confirmation.getByText('Are you sure you want to delete this time slot?', { exact: true }));
    await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectVisible(toast(page, 'Time slot deleted successfully'));
    await expectHidden(row);
    // One on entering, one after each change.
    await expect.poll(() => lists.length).toBe(4);
  });

  test('[SLOT-05] what is required is asked for, and nothing is sent', async ({ page }) => {
    const calls = recordCalls(page, createSlot);
    await openSlots(page);
    await press(page, 'Add Slot');
    await dialog(page, 'Add New Time Slot').getByLabel('Start Time *').fill('   ');
    await press(page, 'Create Slot');
    await expectVisible(toast(page, 'Error'));
    await expectVisible(toast(page, 'Please fill all required fields'));
    await expectVisible(dialog(page, 'Add New Time Slot'));
    expect(calls).toHaveLength(0);
  });

  test('[SLOT-06, ERR-03] a failed save keeps what was typed; a failed deletion says so', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: )/);
    await serveAnswers(page, createSlot, { status: 500, json: {} }, 'real');
    await serveAnswers(page, updateSlot, { json: { status: false } });
    await serveAnswers(page, deleteSlot, { status: 500, json: {} });
    await openSlots(page);
    await press(page, 'Add Slot');
    const adding = dialog(page, 'Add New Time Slot');
    await adding.getByLabel('Start Time *').fill('noon');
    await adding.getByLabel('End Time *').fill('later');
    await adding.getByLabel('Duration *').fill('a while');
    await press(page, 'Create Slot');
    await expectVisible(toast(page, 'Failed to create time slot'));
    expect(await adding.getByLabel('Start Time *').inputValue()).toBe('noon');
    await page.keyboard.press('Escape');
    await expectVisible(page.getByRole('alertdialog', { name: 'Discard what you typed?' }));
    await press(page, 'Discard');

    const row = page.getByRole('row').filter({ hasText: '09:00 - 10:00' });
    await row.getByRole('button', { name: /^Edit time slot/ }).click();
    await dialog(page, 'Edit Time Slot').getByLabel('Duration *').fill('2 hours');
    await press(page, 'Update Slot');
    await expectVisible(toast(page, 'Failed to update time slot'));
    await page.keyboard.press('Escape');
    await press(page, 'Discard');
    await row.getByRole('button', { name: /^Delete time slot/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectVisible(page.getByRole('alertdialog').getByText('Failed to delete time slot', { exact: true }));
  });

  test('[SLOT-06, ERR-03] a failed load is mended in place', async ({ page }) => {
    await serveAnswers(page, listSlots, { json: { status: false } }, 'real');
    await page.goto('/master/slots');
    await expectVisible(page.getByRole('alert').getByText('Failed to load slots', { exact: true }));
    await press(page, 'Try Again');
    await expectVisible(page.getByRole('cell', { name: '09:00 - 10:00', exact: true }));
  });
});

describe('vehicle models', () => {
  test('[MODL-01] are counted, listed and found in any case', async ({ page }) => {
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

  test('[MODL-02, FILE-01, FILE-02] a logo is uploaded first, shown in the list and given up when it is replaced', async ({
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
    const picture = row.getByRole('presentation').or(row.locator('img'));
    await expect
      .poll(() => picture.first().evaluate((it) => (it as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);

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

  test('[MODL-02, MODL-03, FILE-01] a missing name, a failed upload and a failed save keep the form', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 500|console: )/);
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

  test('[MODL-03] a failed load and a failed deletion say so', async ({ page, problems }) => {
    problems.allow(/^(response: 500|console: )/);
    await serveAnswers(page, listVehicleModels, { json: { status: false } }, 'real');
    await serveAnswers(page, deleteVehicleModel, { status: 500, json: {} });
    await page.goto('/master/vehicle-models');
    await expectVisible(page.getByRole('alert').getByText('Failed to load vehicle models', { exact: true }));
    await press(page, 'Try Again');
    await page.getByRole('button', { name: 'Delete vehicle model Tata' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectVisible(page.getByRole('alertdialog').getByText('Failed to delete vehicle model', { exact: true }));
  });
});

describe.for(looks)('on $width in $theme', (look) => {
  test('[SLOT-01, MODL-01] lists and dialogs can be read by everybody', async ({ openPage, application }) => {
    const page = await openPage(look);
    await beginSignedIn(page, application);
    await openSlots(page);
    await expectPresentable(page);
    await press(page, 'Add Slot');
    await expectVisible(dialog(page, 'Add New Time Slot'));
    await expectPresentable(page);
    await goWithin(page, '/master/vehicle-models');
    await expectVisible(page.getByRole('heading', { name: /^Vehicle Models \(/ }));
    await expectPresentable(page);
    await press(page, 'Add Model');
    await expectVisible(dialog(page, 'Add New Vehicle Model'));
    await expectPresentable(page);
  });
});
