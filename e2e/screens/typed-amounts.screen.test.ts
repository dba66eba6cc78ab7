import {
  type ConfigurationValues,
  getConfiguration,
  listConfigurationVersions,
  updateConfiguration,
} from '@wayside/contract/configuration';
import { createPart, listParts } from '@wayside/contract/parts';
import { listServices } from '@wayside/contract/services';
import { createSosService, listSosServices } from '@wayside/contract/sos-services';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { aPart, aService, aSosService } from '../support/factories/catalogue.ts';
import { aConfiguration } from '../support/factories/configuration.ts';
import { expectAccessible } from './accessible.ts';
import { openScreen, respondWith, sentBodies } from './open-screen.ts';
import { button } from './page-content.ts';

const etag: string | null = null;
const brakes = { ...aService(), etag };
const stored = { ...aConfiguration(), etag };
const configuration = [
  respondWith(getConfiguration, { record: stored }),
  respondWith(listConfigurationVersions, { versions: [] }),
  respondWith(updateConfiguration, { record: { ...stored, platformFeePaise: 120_050 } }),
];
/** Returns changes of the configuration in wire format. */
const wireOf = (changes: Partial<ConfigurationValues>) =>
  z.encode(updateConfiguration.body ?? z.never(), changes as never);
const field = (label: string) => page.getByLabelText(label, { exact: true });

/** Types amounts into a field of the open form and asserts that it rejects each with a message. */
async function expectRejected(label: string, submit: string, typed: readonly (readonly [string, string])[]) {
  for (const [text, message] of typed) {
    await field(label).fill(text);
    await button(submit).click();
    await expect.element(page.getByText(message, { exact: true })).toBeVisible();
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect.element(page.getByText('Please fill all required fields')).not.toBeInTheDocument();
  await expectAccessible();
}

it('[EDIT-03, SOS-02] the price of an SOS service can contain commas, and its field explains an invalid price', async () => {
  const towing = { record: { ...aSosService(), etag } };
  await openScreen('/services/sos', [
    respondWith(listSosServices, { rows: [] }),
    respondWith(createSosService, towing),
  ]);
  await button('Add SOS Service').first().click();
  await field('Service Name *').fill('Towing');
  await field('Vehicle Type *').selectOptions('car');
  await expectRejected('Price (₹) *', 'Create Service', [
    ['1,200.505', 'Use at most two decimals'],
    ['a lot', 'Enter an amount in rupees, such as 1,200.50'],
    ['1200,50', 'The commas are misplaced: write 1,200 or 12,34,567'],
  ]);
  expect(sentBodies(createSosService)).toEqual([]);
  await field('Price (₹) *').fill('₹ 1,200.50');
  await button('Create Service').click();
  await expect.poll(() => sentBodies(createSosService)).toMatchObject([{ price: 1200.5 }]);
});

it('[EDIT-03, PART-02] the price of a part can contain commas and must be above 0', async () => {
  await openScreen(`/services/parts?service=${brakes.id}`, [
    respondWith(listServices, { rows: [brakes] }),
    respondWith(listParts, { rows: [] }),
    respondWith(createPart, { record: { ...aPart(brakes, 'Brake pad', 100), etag } }),
  ]);
  await button('Add Part').first().click();
  await field('Part Name *').fill('Brake pad');
  await expectRejected('Amount (₹) *', 'Create Part', [
    ['', 'Please enter a valid amount'],
    ['0', 'Please enter a valid amount'],
    ['12.345', 'Please enter a valid amount. Use at most two decimals.'],
    ['free', 'Please enter a valid amount. Enter an amount in rupees, such as 1,200.50.'],
  ]);
  expect(sentBodies(createPart)).toEqual([]);
  await field('Amount (₹) *').fill('1,20,000');
  await button('Create Part').click();
  await expect.poll(() => sentBodies(createPart)).toMatchObject([{ amount: 120_000 }]);
});

it('[EDIT-03, CONF-02] the configuration reads amounts, explains errors at the field, and changes values with arrow keys', async () => {
  await openScreen('/master/config', configuration);
  const [fee, commission] = [field('Platform fee (₹)'), field('Commission (%)')];
  await fee.fill('49.999');
  await commission.fill('ten');
  await page.getByRole('tab', { name: 'Rewards & Offers' }).click();
  await button('Update Configuration').click();
  const summary = 'Platform fee (₹): Use at most two decimals; Commission (%): Enter a number, such as 12.5';
  await expect.element(page.getByRole('alert').getByText(summary)).toBeVisible();
  await page.getByRole('tab', { name: 'Pricing Settings' }).click();
  for (const message of ['Use at most two decimals', 'Enter a number, such as 12.5'])
    await expect.element(page.getByText(message, { exact: true })).toBeVisible();
  await expectAccessible();
  expect(sentBodies(updateConfiguration)).toEqual([]);
  await commission.fill('12.4 %');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(commission).toHaveValue('12.5');
  await fee.fill('₹ 1,200');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(fee).toHaveValue('1200.50');
  await userEvent.keyboard('{ArrowDown}');
  await fee.fill('₹ 1,200.50');
  await button('Update Configuration').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(() => sentBodies(updateConfiguration)).toEqual([wireOf({ platformFeePaise: 120_050 })]);
  await expect.element(fee).toHaveValue('1200.50');
});

it.each([
  [1280, 'light'],
  [375, 'dark'],
] as const)(
  '[EDIT-03, CONF-02] the configuration asks for confirmation before it saves an emptied number as 0, at %i pixels',
  async (width, theme) => {
    await openScreen('/master/config', configuration, { width, theme });
    const [charge, mechanicCharge] = [field('Charge per km (₹)'), field('Mechanic charge (₹)')];
    await charge.fill('');
    await mechanicCharge.fill(' ');
    await button('Update Configuration').click();
    const question = page.getByRole('alertdialog', { name: 'Save as 0?' });
    const words = 'Charge per km (₹), Mechanic charge (₹) are empty and will be saved as 0.';
    await expect.element(question.getByText(words)).toBeVisible();
    await expectAccessible();
    await button('Cancel').click();
    expect(sentBodies(updateConfiguration)).toEqual([]);
    await expect.element(charge).toHaveValue('');
    await button('Update Configuration').click();
    await button('Save as 0').click();
    await expect
      .poll(() => sentBodies(updateConfiguration))
      .toEqual([wireOf({ chargePerKmPaise: 0, mechanicChargePaise: 0 })]);
    await expect.element(button('Save as 0')).not.toBeInTheDocument();
  },
);
