import { mkdir } from 'node:fs/promises';
import { getConfiguration, updateConfiguration } from '@wayside/contract/configuration';
import { updatePart } from '@wayside/contract/parts';
import { updateService } from '@wayside/contract/services';
import { deleteSlot, updateSlot } from '@wayside/contract/slots';
import { updateVehicleModel } from '@wayside/contract/vehicle-models';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { type Application, administrator } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { pretendExternalApi } from './support/calls.ts';
import { expectFocused, expectHidden, expectValue, expectVisible } from './support/expectations.ts';
import { aPart, aService } from './support/factories/catalogue.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { button, dialogNamed as dialog, press, rowWith } from './support/locators.ts';
import { importMarketplace } from './support/marketplace.ts';
import { pngOf } from './support/pictures.ts';
import { toast } from './support/toasts.ts';

const aSlot = (startTime: string) => ({ id: newRecordId(), startTime, endTime: '10:00', duration: '1 hour' });
const slots = ['01:00', '02:00', '03:00', '04:00', '05:00', '06:00', '07:00'].map(aSlot);
const brakes = aService();
const wash = aService({ name: 'Wash' });
const pad = aPart(brakes, 'Brake pad', 25_050);
const model = { id: newRecordId(), companyName: 'Bajaj', image: null, createdAt: null };
const configuration = aConfiguration();

const test = signedInTest({
  slots,
  services: [brakes, wash],
  parts: [pad],
  companies: [model],
  configs: [configuration],
});

const conflictExpected = /^(response: 412|console: )/;
const changedNow = (page: Page | Locator, noun: string) =>
  page.getByRole('alert').filter({ hasText: `This ${noun} was changed meanwhile. Nothing was saved.` });
const group = (page: Page | Locator, field: string) => page.getByRole('group', { name: new RegExp(`^${field}`) });
const option = (page: Page | Locator, field: string, name: string) =>
  group(page, field).getByRole('radio', { name, exact: true });

/** Opens the dialog of a slot. */
async function editSlot(page: Page, startTime: string): Promise<Locator> {
  await page.goto('/master/slots');
  await rowWith(page, startTime)
    .getByRole('button', { name: /^Edit time slot/ })
    .click();
  return dialog(page, 'Edit Time Slot');
}

/** Changes a slot as somebody else does. */
const changeSlot = (
  application: Application,
  token: string,
  startTime: string,
  change: { startTime?: string; endTime?: string; duration?: string },
) => {
  const { id } = slots.find((slot) => slot.startTime === startTime) ?? { id: '' };
  const body = { id, startTime: undefined, endTime: undefined, duration: undefined, ...change };
  return callApi(application, token, updateSlot, { params: { id }, body });
};

/** Pictures for a person to look at; only where a folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

describe('[EDIT-01] a slot that somebody else changes meanwhile', () => {
  test('is told with field, person and time; the save of other fields is kept and repeated by a click', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.allow(conflictExpected);
    const bodies: unknown[] = [];
    const versions: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('/slot/update/')) return;
      bodies.push(request.postDataJSON());
      versions.push(request.headers()['if-match']);
    });
    const editing = await editSlot(page, '01:00');
    await editing.getByLabel('Start Time *').fill('01:15');
    await changeSlot(application, token, '01:00', { duration: 'an hour' });
    await press(page, 'Update Slot');
    await expectVisible(changedNow(editing, 'time slot'));
    await expectFocused(changedNow(editing, 'time slot'));
    const told = editing.getByRole('list', { name: 'Changed by somebody else' }).getByRole('listitem');
    await expectVisible(told.filter({ hasText: 'Duration: now an hour' }));
    expect(await told.innerText()).toMatch(
      new RegExp(`Changed by ${administrator.email} on \\d+ \\w+ \\d{4}, \\d+:\\d\\d [ap]m`),
    );
    await expectHidden(editing.getByRole('radio').first());
    await expectValue(editing.getByLabel('Start Time *'), '01:15');
    await expectValue(editing.getByLabel('Duration *'), 'an hour');
    await expectAccessible(page);
    await picture(page, 'told');
    await press(page, 'Update Slot');
    await expectVisible(toast(page, 'Time slot updated successfully'));
    await expectVisible(rowWith(page, '01:15 - 10:00').getByText('an hour', { exact: true }));
    const { id } = slots[0] ?? { id: '' };
    expect(bodies).toEqual([
      { _id: id, starttime: '01:15' },
      { _id: id, starttime: '01:15' },
    ]);
    expect(new Set(versions).size).toBe(2);
  });

  test('asks for each field that both changed, before it saves', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.allow(conflictExpected);
    const editing = await editSlot(page, '02:00');
    await editing.getByLabel('Start Time *').fill('02:15');
    await editing.getByLabel('End Time *').fill('10:15');
    await changeSlot(application, token, '02:00', { startTime: '02:30', endTime: '10:30' });
    await press(page, 'Update Slot');
    await expectVisible(changedNow(editing, 'time slot'));
    await picture(page, 'contested');
    await expectAccessible(page);
    await press(page, 'Update Slot');
    await expectVisible(editing.getByText('Choose for each field what to keep.', { exact: true }));
    await option(editing, 'Start Time', 'Take theirs: 02:30').click();
    await expectValue(editing.getByLabel('Start Time *'), '02:30');
    await option(editing, 'Start Time', 'Keep mine: 02:15').click();
    await expectValue(editing.getByLabel('Start Time *'), '02:15');
    await option(editing, 'End Time', 'Take theirs: 10:30').click();
    await press(page, 'Update Slot');
    await expectVisible(toast(page, 'Time slot updated successfully'));
    await expectVisible(rowWith(page, '02:15 - 10:30'));
  });

  test('is told again when it changes once more', async ({ page, application, token, pageErrors }) => {
    pageErrors.allow(conflictExpected);
    const editing = await editSlot(page, '03:00');
    await editing.getByLabel('Duration *').fill('mine');
    await changeSlot(application, token, '03:00', { duration: 'theirs' });
    await press(page, 'Update Slot');
    await option(editing, 'Duration', 'Keep mine: mine').click();
    await changeSlot(application, token, '03:00', { duration: 'theirs again' });
    await press(page, 'Update Slot');
    await option(editing, 'Duration', 'Take theirs: theirs again').click();
    await press(page, 'Update Slot');
    await expectVisible(rowWith(page, '03:00').getByText('theirs again', { exact: true }));
  });

  test('by an import, is said to be the marketplace’s change', async ({ page, application, pageErrors }) => {
    pageErrors.allow(conflictExpected);
    const editing = await editSlot(page, '04:00');
    await editing.getByLabel('End Time *').fill('11:00');
    const changed = slots.map((slot) => (slot.startTime === '04:00' ? { ...slot, duration: '2 hours' } : slot));
    await importMarketplace(application, { slots: changed });
    await press(page, 'Update Slot');
    await expectVisible(editing.getByText(/^Changed by the marketplace \(import or ingest\) on \d/));
    await expectVisible(editing.getByText('Duration: now 2 hours'));
  });

  test('to the same value asks nothing', async ({ page, application, token, pageErrors }) => {
    pageErrors.allow(conflictExpected);
    const editing = await editSlot(page, '05:00');
    await editing.getByLabel('Duration *').fill('5 hours');
    await changeSlot(application, token, '05:00', { duration: '5 hours' });
    await press(page, 'Update Slot');
    await expectVisible(editing.getByText('Duration: now 5 hours'));
    await expectHidden(editing.getByRole('radio').first());
    await press(page, 'Update Slot');
    await expectVisible(toast(page, 'Time slot updated successfully'));
  });

  test('by deleting it, is told by whom, and what was typed stays', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.allow(conflictExpected);
    const editing = await editSlot(page, '06:00');
    await editing.getByLabel('Duration *').fill('typed');
    const { id } = slots.find(({ startTime }) => startTime === '06:00') ?? { id: '' };
    await callApi(application, token, deleteSlot, { params: { id } });
    await press(page, 'Update Slot');
    await expectVisible(editing.getByRole('alert').filter({ hasText: 'This time slot was deleted meanwhile.' }));
    await expectVisible(editing.getByText(new RegExp(`^Deleted by ${administrator.email} on `)));
    await expectValue(editing.getByLabel('Duration *'), 'typed');
    expect(await button(page, 'Update Slot').isDisabled()).toBe(true);
    await picture(page, 'deleted');
    await expectAccessible(page);
  });
});

for (const theme of ['light', 'dark'] as const)
  test(`[EDIT-01] the choice fits a phone, ${theme}`, async ({ openSignedIn, application, token, pageErrors }) => {
    pageErrors.allow(conflictExpected);
    const page = await openSignedIn({ width: 'phone', theme });
    await page.goto('/master/slots');
    await page
      .getByRole('button', { name: /^Edit time slot 07:00/ })
      .first()
      .click();
    const editing = dialog(page, 'Edit Time Slot');
    await editing.getByLabel('Duration *').fill(`mine in ${theme}`);
    await editing.getByLabel('End Time *').fill(`${theme} evening`);
    await changeSlot(application, token, '07:00', { duration: `theirs in ${theme}`, startTime: '07:00 ' });
    await press(page, 'Update Slot');
    await expectVisible(changedNow(editing, 'time slot'));
    await picture(page, `phone-${theme}`);
    await expectAccessible(page);
  });

describe('[EDIT-01] the configuration', () => {
  const fee = (page: Page) => page.getByLabel('Platform fee (₹)', { exact: true });
  const nothing = {
    chargePerKmPaise: undefined,
    platformFeePaise: undefined,
    commissionPercent: undefined,
    referralBonusPaise: undefined,
    mechanicChargePaise: undefined,
    discountPercent: undefined,
    loyaltyPoints: undefined,
    upiId: undefined,
  };

  for (const theme of ['light', 'dark'] as const)
    test(`tells what somebody else saved meanwhile and asks, ${theme}`, async ({
      openSignedIn,
      application,
      token,
      pageErrors,
    }) => {
      pageErrors.allow(conflictExpected);
      const page = await openSignedIn({ theme });
      const { id } = configuration;
      const { record } = await callApi(application, token, getConfiguration);
      const before = (record?.platformFeePaise ?? 0) / 100;
      await page.goto('/master/config');
      await expectValue(fee(page), String(before));
      await fee(page).fill(String(before + 1));
      await callApi(application, token, updateConfiguration, {
        params: { id },
        body: { ...nothing, platformFeePaise: before * 100 + 200, upiId: `${theme}@upi` },
      });
      await press(page, 'Update Configuration');
      await expectVisible(changedNow(page, 'configuration'));
      await expectVisible(page.getByText(`UPI ID: now ${theme}@upi`));
      await picture(page, `configuration-${theme}`);
      await expectAccessible(page);
      await press(page, 'Update Configuration');
      await expectVisible(page.getByText('Choose for each field what to keep.', { exact: true }));
      await option(page, 'Platform fee', `Keep mine: ${before + 1}`).click();
      const saved = page.waitForRequest((request) => request.method() === 'PUT');
      await press(page, 'Update Configuration');
      expect((await saved).postDataJSON()).toEqual({ platform_fee: before + 1 });
      await expectVisible(page.getByText('Configuration updated successfully!', { exact: true }));
      await expectHidden(changedNow(page, 'configuration'));
      await expectVisible(button(page, 'No Changes'));
      // The next save has the version of this one.
      await fee(page).fill(String(before + 3));
      await press(page, 'Update Configuration');
      await expectVisible(button(page, 'No Changes'));
    });
});

describe('[EDIT-01] an image', () => {
  test('that only the others changed stays theirs; one that both changed is asked about', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.allow(conflictExpected);
    await page.route('**/files/images/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: pngOf(40, 40) }),
    );
    await page.goto('/master/vehicle-models');
    await page.getByRole('button', { name: 'Edit vehicle model Bajaj' }).click();
    const editing = dialog(page, 'Edit Vehicle Model');
    await editing.getByLabel('Company Name *').fill('Bajaj Auto');
    const nothing = { companyName: undefined, image: undefined };
    const change = (image: string | null) =>
      callApi(application, token, updateVehicleModel, { params: { id: model.id }, body: { ...nothing, image } });
    await change('https://pictures.example.in/bajaj.png');
    await page.route('https://pictures.example.in/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: pngOf(40, 40) }),
    );
    await press(page, 'Update Model');
    await expectVisible(editing.getByText('Image: now another image'));
    await press(page, 'Update Model');
    await expectVisible(toast(page, 'Vehicle model updated successfully'));
    await page.getByRole('button', { name: 'Edit vehicle model Bajaj Auto' }).click();
    await editing
      .locator('input[type="file"]')
      .setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer: pngOf(60, 60) });
    await change(null);
    await press(page, 'Update Model');
    await option(editing, 'Image', 'Take theirs: no image').click();
    await expectHidden(editing.locator('img'));
    await option(editing, 'Image', 'Keep mine: mine.png').click();
    await expectVisible(editing.locator('img'));
    await option(editing, 'Image', 'Take theirs: no image').click();
    const saved = page.waitForRequest(/company\/update/);
    await press(page, 'Update Model');
    expect((await saved).postDataJSON()).toEqual({});
  });
});

test('[EDIT-01] a part and a service are told with their labels', async ({
  page,
  application,
  token,
  pageErrors,
}) => {
  pageErrors.allow(conflictExpected);
  await page.goto(`/services/parts?service=${brakes.id}`);
  await page.getByRole('button', { name: 'Edit part Brake pad' }).click();
  const part = dialog(page, 'Edit Part');
  await part.getByLabel('Amount (₹) *').fill('300');
  const body = { id: pad.id, serviceId: wash.id, name: undefined, pricePaise: 27_550, image: undefined };
  await callApi(application, token, updatePart, { body });
  await press(page, 'Update Part');
  await expectVisible(part.getByText('Service: now Wash'));
  await option(part, 'Amount', 'Take theirs: 275.5').click();
  await press(page, 'Update Part');
  await expectVisible(toast(page, 'Part updated successfully'));

  await page.goto('/services/regular');
  await page.getByRole('button', { name: 'Edit service Wash' }).click();
  const service = dialog(page, 'Edit Service');
  await service.getByLabel('Service Name *').fill('Wash and wax');
  const changed = { id: wash.id, name: undefined, vehicleType: 'truck' as const, image: undefined };
  await callApi(application, token, updateService, { body: changed });
  await press(page, 'Update Service');
  await expectVisible(service.getByText('Vehicle Type: now Truck'));
  await press(page, 'Update Service');
  await expectVisible(rowWith(page, 'Wash and wax').getByText('Truck', { exact: true }));
});

test('[EDIT-01, API-13] another provider gets the whole body, and no version', async ({ page }) => {
  await pretendExternalApi(page);
  await page.goto('/master/config');
  await page.getByLabel('Mechanic charge (₹)').fill('251');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await press(page, 'Update Configuration');
  expect(Object.keys((await saved).postDataJSON()).sort()).toEqual([
    'Loyality_points',
    'charge_per_km',
    'commision_percentage',
    'discount_percentage',
    'mechanic_charge',
    'platform_fee',
    'referral_bonus',
    'upi_number',
  ]);
  expect((await saved).headers()['if-match']).toBeUndefined();
  const editing = await editSlot(page, '07:00');
  await editing.getByLabel('Duration *').fill('as agreed');
  const changed = page.waitForRequest(/slot\/update/);
  await press(page, 'Update Slot');
  expect(Object.keys((await changed).postDataJSON()).sort()).toEqual(['_id', 'endtime', 'no_of_hour', 'starttime']);
  expect((await changed).headers()['if-match']).toBeUndefined();
});
