import {
  configuration as configurationRecord,
  createConfiguration,
  getConfiguration,
  updateConfiguration,
} from '@wayside/contract/configuration';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { bannerWith, expectBanner } from './support/banner.ts';
import { callPattern, holdCall, recordCalls, serveAnswers } from './support/calls.ts';
import { expectHidden, expectPath, expectTexts, expectVisible } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { button, press } from './support/locators.ts';

const configuration = aConfiguration();

const test = signedInTest({ configs: [configuration] });

const fee = (page: Page) => page.getByLabel('Platform fee (₹)', { exact: true });

async function openConfiguration(page: Page): Promise<void> {
  await page.goto('/master/config');
  await expectVisible(fee(page));
}

test('[CONF-01, CONF-02] shows the fields of each section with their steps and bounds', async ({ page }) => {
  const release = await holdCall(page, callPattern(getConfiguration));
  await page.goto('/master/config');
  await expectVisible(page.getByText('Loading configuration...', { exact: true }));
  release();
  await expectVisible(page.getByRole('heading', { name: 'App Configuration', level: 1 }));
  await expectTexts(page.getByRole('tab'), ['Pricing Settings', 'Rewards & Offers', 'Payment Settings']);
  const sections = {
    'Pricing Settings': {
      'Charge per km (₹)': ['12.50', '0.5', '0', null],
      'Platform fee (₹)': ['49', '0.5', '0', null],
      'Commission (%)': ['12.5', '0.1', '0', '100'],
      'Mechanic charge (₹)': ['250', '1', '0', null],
    },
    'Rewards & Offers': {
      'Referral bonus (₹)': ['100', '1', '0', null],
      'Discount (%)': ['5', '0.1', '0', '100'],
      'Loyalty points': ['20', '1', '0', null],
    },
  };
  for (const [section, fields] of Object.entries(sections)) {
    await page.getByRole('tab', { name: section }).click();
    for (const [label, [value, step, min, max]] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true });
      expect(await field.inputValue()).toBe(value);
      expect(await field.getAttribute('step')).toBe(step);
      expect(await field.getAttribute('min')).toBe(min);
      expect(await field.getAttribute('max')).toBe(max);
    }
  }
  await page.getByRole('tab', { name: 'Payment Settings' }).click();
  expect(await page.getByLabel('UPI ID').inputValue()).toBe('wayside@upi');
  expect(await page.getByLabel('UPI ID').getAttribute('placeholder')).toBe('Enter UPI ID');
});

test('[CONF-03, CONF-04] saves an edit, lists its version and restores it', async ({ page }) => {
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await openConfiguration(page);
  expect(await button(page, 'No Changes').isDisabled()).toBe(true);
  await fee(page).fill('59.5');
  await page.getByLabel('Mechanic charge (₹)').fill('');
  await button(page, 'Update Configuration').click();
  await press(page, 'Save as 0');
  await expectVisible(page.getByText('Configuration updated successfully!', { exact: true }));
  // Empty becomes 0 (CONF-02), and only the changed fields are sent (EDIT-01).
  expect(z.decode(updateConfiguration.body ?? z.never(), (await saved).postDataJSON())).toMatchObject({
    platformFeePaise: 5_950,
    mechanicChargePaise: 0,
    commissionPercent: undefined,
  });
  await expectVisible(button(page, 'No Changes'));
  await expectVisible(page.getByText('Platform fee: ₹49 → ₹59.50', { exact: true }));
  await expectHidden(page.getByText('Configuration updated successfully!', { exact: true }));
  await page
    .getByRole('button', { name: /^Restore the version of/ })
    .last()
    .click();
  expect(await fee(page).inputValue()).toBe('49');
  await button(page, 'Update Configuration').click();
  await expectVisible(page.getByText('Platform fee: ₹59.50 → ₹49', { exact: true }));
});

test('[CONF-03] sets the changed flag by any edit, asks before leaving, and clears it by Refresh', async ({
  page,
}) => {
  await openConfiguration(page);
  const old = await fee(page).inputValue();
  await fee(page).fill('4');
  await fee(page).fill(old);
  expect(await button(page, 'Update Configuration').isEnabled()).toBe(true);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expectVisible(page.getByRole('alertdialog', { name: 'Leave without saving?' }));
  await button(page, 'Cancel').click();
  await button(page, 'Refresh').click();
  await expectVisible(button(page, 'No Changes'));
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expectPath(page, '/dashboard');
});

describe('the sections', () => {
  const places = (page: Page) =>
    Promise.all(['Pricing Settings', 'Rewards & Offers', 'Payment Settings'].map((name) => placeOf(page, name)));
  const placeOf = async (page: Page, name: string) =>
    (await page.getByRole('tab', { name, exact: true }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

  test('[CONF-01] are a list left of the fields, with arrow keys', async ({ page }) => {
    await openConfiguration(page);
    const [pricing, rewards, payment] = await places(page);
    expect(rewards?.x).toBe(pricing?.x);
    expect(rewards?.y).toBeGreaterThan(pricing?.y ?? 0);
    expect(payment?.y).toBeGreaterThan(rewards?.y ?? 0);
    const field = await fee(page).boundingBox();
    expect((pricing?.x ?? 0) + (pricing?.width ?? 0)).toBeLessThan(field?.x ?? 0);
    expect(await page.getByRole('tablist').getAttribute('aria-orientation')).toBe('vertical');
    await page.getByRole('tab', { name: 'Pricing Settings' }).focus();
    await page.keyboard.press('ArrowDown');
    await expectVisible(page.getByLabel('Loyalty points'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expectVisible(page.getByLabel('UPI ID'));
  });

  test('[CONF-01] are tabs above the fields on a phone', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'phone' });
    await openConfiguration(page);
    const [pricing, rewards] = await places(page);
    expect(rewards?.y).toBe(pricing?.y);
    expect((pricing?.y ?? 0) + (pricing?.height ?? 0)).toBeLessThan((await fee(page).boundingBox())?.y ?? 0);
    expect(await page.getByRole('tablist').getAttribute('aria-orientation')).toBe('horizontal');
    await page.getByRole('tab', { name: 'Pricing Settings' }).focus();
    await page.keyboard.press('ArrowRight');
    await expectVisible(page.getByLabel('Loyalty points'));
  });
});

test('[CONF-03, CONF-04] creates the configuration where there is none', async ({ page }) => {
  await serveAnswers(page, getConfiguration, { json: { status: true, data: null } });
  await serveAnswers(
    page,
    createConfiguration,
    { status: 500, json: {} },
    { json: { status: true, data: z.encode(configurationRecord, configuration) } },
  );
  await openConfiguration(page);
  await fee(page).fill('12');
  await button(page, 'Create Configuration').click();
  await expectVisible(page.getByText('Failed to save configuration. Please try again.', { exact: true }));
  expect(await fee(page).inputValue()).toBe('12');
  await button(page, 'Create Configuration').click();
  await expectVisible(page.getByText('Configuration created successfully!', { exact: true }));
});

test('[CONF-02, CONF-04] shows the server’s bounds at the field', async ({ page, pageErrors }) => {
  pageErrors.allow(/^(response: 400|console: )/);
  const calls = recordCalls(page, updateConfiguration);
  await openConfiguration(page);
  await page.getByLabel('Commission (%)').fill('101');
  await button(page, 'Update Configuration').click();
  await expectVisible(page.getByText('It must be a number from 0 to 100', { exact: true }));
  expect(calls).toHaveLength(1);
});

test('[CONF-04] the banner shifts nothing when it appears and disappears', async ({ page }) => {
  await watchLayoutShift(page);
  await serveAnswers(page, updateConfiguration, { status: 500, json: {} });
  await openConfiguration(page);
  await expectVisible(page.getByRole('heading', { name: 'History' }));
  const parts = [
    page.getByRole('heading', { level: 1 }),
    fee(page),
    page.getByRole('heading', { name: 'History' }),
  ];
  const places = () => Promise.all(parts.map((part) => part.boundingBox()));
  // By keys: what a person's own typing moves does not count.
  await fee(page).press('1');
  const before = await places();
  await button(page, 'Update Configuration').click();
  const banner = page
    .getByRole('alert')
    .getByText('Failed to save configuration. Please try again.', { exact: true });
  await expectVisible(banner);
  expect(await places()).toEqual(before);
  await expectAccessible(page);
  await expectHidden(banner);
  expect(await places()).toEqual(before);
  await expectNoLayoutShift(page);
});

test('[CONF-04, ERR-03] shows a failed load for three seconds, the first one too', async ({ page }) => {
  const failed = 'Failed to load configuration data';
  await serveAnswers(page, getConfiguration, { json: { status: false } }, { json: { status: false } }, 'real', {
    json: { status: false },
  });
  await page.goto('/master/config');
  const inPlace = page
    .getByRole('alert')
    .filter({ hasText: 'Error Loading Configuration' })
    .getByText(failed, { exact: true });
  await expectBanner(bannerWith(page, failed));
  await expectVisible(inPlace);
  await press(page, 'Try Again');
  await expectBanner(bannerWith(page, failed));
  await press(page, 'Try Again');
  await expectVisible(page.getByLabel('Platform fee (₹)'));
  await expectHidden(inPlace);
  await press(page, 'Refresh');
  await expectBanner(bannerWith(page, failed));
  await expectVisible(page.getByLabel('Platform fee (₹)'));
});

test('the screen is accessible', async ({ page }) => {
  await openConfiguration(page);
  await expectVisible(page.getByRole('heading', { name: 'History' }));
  await expectAccessible(page);
});
