import { updateConfiguration } from '@wayside/contract/configuration';
import { createPart } from '@wayside/contract/parts';
import { createSosService } from '@wayside/contract/sos-services';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { recordCalls } from './support/calls.ts';
import { expectHidden, expectText, expectValue, expectVisible } from './support/expectations.ts';
import { aService } from './support/factories/catalogue.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { button, dialogNamed as dialog, press, rowWith } from './support/locators.ts';
import { sentFields } from './support/sent-fields.ts';

const brakes = aService();
const test = signedInTest({ services: [brakes], configs: [aConfiguration()] });

const fee = (page: Page) => page.getByLabel('Platform fee (₹)', { exact: true });

test('[EDIT-03, SOS-02] the price of an SOS service is read with commas; else its field says why not', async ({
  page,
}) => {
  const calls = recordCalls(page, createSosService);
  await page.goto('/services/sos');
  await press(page, 'Add SOS Service');
  const adding = dialog(page, 'Add SOS Service');
  await adding.getByLabel('Service Name *').fill('Towing');
  await adding.getByLabel('Vehicle Type *').selectOption('car');
  for (const [typed, message] of [
    ['1,200.505', 'Use at most two decimals'],
    ['a lot', 'Enter an amount in rupees, such as 1,200.50'],
    ['1200,50', 'The commas are not at the thousands: write 1,200 or 12,34,567'],
  ] as const) {
    await adding.getByLabel('Price (₹) *').fill(typed);
    await press(page, 'Create Service');
    await expectVisible(adding.getByText(message, { exact: true }));
    await expectHidden(adding.getByText('Please fill all required fields'));
    expect(await adding.getByLabel('Price (₹) *').getAttribute('aria-invalid')).toBe('true');
  }
  await expectAccessible(page);
  expect(calls).toHaveLength(0);
  await adding.getByLabel('Price (₹) *').fill('₹ 1,200.50');
  await press(page, 'Create Service');
  await expectVisible(rowWith(page, 'Towing').getByText('₹1,200.50', { exact: true }));
});

test('[EDIT-03, PART-02] the price of a part is read with commas and is above 0', async ({ page }) => {
  const calls = recordCalls(page, createPart);
  await page.goto(`/services/parts?service=${brakes.id}`);
  await press(page, 'Add Part');
  const adding = dialog(page, 'Add Part');
  await adding.getByLabel('Part Name *').fill('Brake pad');
  for (const [typed, message] of [
    ['', 'Please enter a valid amount'],
    ['0', 'Please enter a valid amount'],
    ['12.345', 'Please enter a valid amount. Use at most two decimals.'],
    ['free', 'Please enter a valid amount. Enter an amount in rupees, such as 1,200.50.'],
  ] as const) {
    await adding.getByLabel('Amount (₹) *').fill(typed);
    await press(page, 'Create Part');
    await expectVisible(adding.getByText(message, { exact: true }));
  }
  expect(calls).toHaveLength(0);
  await adding.getByLabel('Amount (₹) *').fill('1,20,000');
  await press(page, 'Create Part');
  await expectVisible(rowWith(page, 'Brake pad').getByText('₹1,20,000', { exact: true }));
});

test('[EDIT-03, CONF-02] the configuration reads amounts, says what is wrong and where, and steps by arrow keys', async ({
  page,
}) => {
  const calls = recordCalls(page, updateConfiguration);
  await page.goto('/master/config');
  await fee(page).fill('49.999');
  await page.getByLabel('Commission (%)').fill('ten');
  await page.getByRole('tab', { name: 'Rewards & Offers' }).click();
  await press(page, 'Update Configuration');
  await expectVisible(
    page
      .getByRole('alert')
      .getByText('Platform fee (₹): Use at most two decimals; Commission (%): Enter a number, such as 12.5'),
  );
  await page.getByRole('tab', { name: 'Pricing Settings' }).click();
  await expectVisible(page.getByText('Use at most two decimals', { exact: true }));
  await expectVisible(page.getByText('Enter a number, such as 12.5', { exact: true }));
  await expectAccessible(page);
  expect(calls).toHaveLength(0);
  await page.getByLabel('Commission (%)').fill('12.4 %');
  await page.getByLabel('Commission (%)').press('ArrowUp');
  await expectValue(page.getByLabel('Commission (%)'), '12.5');
  await fee(page).fill('₹ 1,200');
  await fee(page).press('ArrowUp');
  await expectValue(fee(page), '1200.50');
  await fee(page).press('ArrowDown');
  await fee(page).fill('₹ 1,200.50');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await press(page, 'Update Configuration');
  expect(sentFields(updateConfiguration, await saved)).toEqual({ platformFeePaise: 120_050 });
  await expectVisible(page.getByText('Platform fee: ₹49 → ₹1,200.50', { exact: true }));
  await expectValue(fee(page), '1200.50');
});

for (const [width, theme] of [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)
  test(`[EDIT-03, CONF-02] asks for confirmation before an emptied number is saved as 0, on ${width}`, async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width, theme });
    const calls = recordCalls(page, updateConfiguration);
    await page.goto('/master/config');
    const charge = page.getByLabel('Charge per km (₹)');
    await charge.fill('20');
    await page.getByLabel('Mechanic charge (₹)').fill('30');
    await press(page, 'Update Configuration');
    await expectVisible(button(page, 'No Changes'));
    await charge.fill('');
    await page.getByLabel('Mechanic charge (₹)').fill(' ');
    await press(page, 'Update Configuration');
    const question = page.getByRole('alertdialog', { name: 'Save as 0?' });
    await expectText(
      question.getByText(/will be saved/),
      'Charge per km (₹), Mechanic charge (₹) are empty and will be saved as 0.',
    );
    await expectAccessible(page);
    await press(page, 'Cancel');
    expect(calls).toHaveLength(1);
    await expectValue(charge, '');
    await press(page, 'Update Configuration');
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await press(page, 'Save as 0');
    expect(sentFields(updateConfiguration, await saved)).toEqual({ chargePerKmPaise: 0, mechanicChargePaise: 0 });
    await expectVisible(button(page, 'No Changes'));
    await expectValue(charge, '0');
  });
