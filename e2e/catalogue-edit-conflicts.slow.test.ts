import { getConfiguration, updateConfiguration } from '@wayside/contract/configuration';
import { updatePart } from '@wayside/contract/parts';
import { updateService } from '@wayside/contract/services';
import { updateVehicleModel } from '@wayside/contract/vehicle-models';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { signedInTest } from './support/application-test.ts';
import { changedNow, conflictExpected, option } from './support/edit-conflicts.ts';
import { expectHidden, expectValue, expectVisible } from './support/expectations.ts';
import { aPart, aService } from './support/factories/catalogue.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { button, dialogNamed as dialog, press, rowWith } from './support/locators.ts';
import { pngOf } from './support/pictures.ts';
import { sentFields } from './support/sent-fields.ts';
import { toast } from './support/toasts.ts';

const brakes = aService();
const wash = aService({ name: 'Wash' });
const pad = aPart(brakes, 'Brake pad', 25_050);
const model = { id: newRecordId(), companyName: 'Bajaj', image: null, createdAt: null };
const configuration = aConfiguration();

const test = signedInTest({
  services: [brakes, wash],
  parts: [pad],
  companies: [model],
  configs: [configuration],
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
    test(`shows the concurrent change and asks which value to save, ${theme}`, async ({
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
      await expectAccessible(page);
      await press(page, 'Update Configuration');
      await expectVisible(page.getByText('Choose for each field what to keep.', { exact: true }));
      await option(page, 'Platform fee', `Keep mine: ${before + 1}`).click();
      const saved = page.waitForRequest((request) => request.method() === 'PUT');
      await press(page, 'Update Configuration');
      expect(sentFields(updateConfiguration, await saved)).toEqual({ platformFeePaise: before * 100 + 100 });
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
  test('with a change of one side needs no choice; one that both changed does', async ({
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
    expect(sentFields(updateVehicleModel, await saved)).toEqual({});
  });
});

test('[EDIT-01] shows a conflict of a part and of a service with their labels', async ({
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
  await option(part, 'Amount', 'Take theirs: 275.50').click();
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
