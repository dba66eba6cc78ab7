import {
  createConfiguration,
  getConfiguration,
  listConfigurationVersions,
  updateConfiguration,
} from '@wayside/contract/configuration';
import { listUsers } from '@wayside/contract/users';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aConfiguration } from '../support/factories/configuration.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import {
  alert,
  button,
  confirmation,
  expectAbsent,
  expectShown,
  expectTexts,
  field,
  heading,
  press,
} from './elements.ts';
import {
  holdResponse,
  inSequence,
  type MockResponse,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
} from './open-screen.ts';
import { sentFields } from './sent-fields.ts';

const configuration = { ...aConfiguration(), etag: '"1"' };
const { id: _id, etag: _etag, ...values } = configuration;
const version = (number: number, platformFeePaise: number) => ({
  number,
  at: `2026-03-0${number}T05:00:00.000Z`,
  changedBy: 'asha@example.in',
  values: { ...values, platformFeePaise },
});
const filled = respondWith(getConfiguration, { record: configuration });
const rejected = respondWithStatus(getConfiguration, 200, { status: false });
const COMMON = [
  filled,
  respondWith(listConfigurationVersions, { versions: [version(2, 5_950), version(1, 4_900)] }),
];
const open = (...responses: MockResponse[]) => openScreen('/master/config', [...responses, ...COMMON]);
const fee = () => field('Platform fee (₹)');
const CONFIGURATION_SAVE_FAILED = 'Failed to save configuration. Please try again.';

it('[CONF-01, CONF-02] the configuration shows the fields of each section with their steps and limits', async () => {
  const late = holdResponse(filled);
  await open(late);
  await expectShown('Loading configuration...');
  late.release();
  await expect.element(page.getByRole('heading', { name: 'App Configuration', level: 1 })).toBeVisible();
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
    'Payment Settings': { 'UPI ID': ['wayside@upi', null, null, null] },
  } as const;
  for (const [section, fields] of Object.entries(sections)) {
    await page.getByRole('tab', { name: section }).click();
    for (const [label, [value, ...bounds]] of Object.entries(fields)) {
      await expect.element(field(label)).toHaveValue(value);
      const element = field(label).element();
      expect(['step', 'min', 'max'].map((name) => element.getAttribute(name))).toEqual(bounds);
    }
  }
  await expect.element(field('UPI ID')).toHaveAttribute('placeholder', 'Enter UPI ID');
});

it('[CONF-02, CONF-03, CONF-04] the configuration sends the changed fields, and an empty field as 0 after a confirmation', async () => {
  const saved = { ...configuration, platformFeePaise: 5_950, mechanicChargePaise: 0, etag: '"2"' };
  await open(respondWith(updateConfiguration, { record: saved }));
  await expect.element(button('No Changes')).toBeDisabled();
  await fee().fill('59.5');
  await field('Mechanic charge (₹)').fill('');
  await press('Update Configuration');
  await press('Save as 0');
  await expectShown('Configuration updated successfully!');
  expect(sentFields(updateConfiguration)).toEqual([{ platformFeePaise: 5_950, mechanicChargePaise: 0 }]);
  await expect.element(button('No Changes')).toBeVisible();
});

it('[CONF-03] the configuration shows the changes before a save, and sends them after the confirmation', async () => {
  await open(
    respondWith(updateConfiguration, { record: { ...configuration, platformFeePaise: 5_950, etag: '"2"' } }),
  );
  await fee().fill('59.5');
  await press('Update Configuration');
  const asked = page.getByRole('alertdialog', { name: 'Update the configuration?' });
  await expectShown('Platform fee (₹): 49 → 59.5', asked.getByRole('list', { name: 'Changes' }));
  await expectAccessible();
  await press('Cancel', asked);
  expect(sentBodies(updateConfiguration)).toEqual([]);
  await press('Update Configuration');
  await press('Update', asked);
  await expectShown('Configuration updated successfully!');
});

it('[CONF-03, CONF-04] the configuration lists its versions and restores one', async () => {
  await open();
  await expectShown('Platform fee: ₹49 → ₹59.50');
  await page
    .getByRole('button', { name: /^Restore the version of/ })
    .last()
    .click();
  await expect.element(fee()).toHaveValue('49');
  await expect.element(button('Update Configuration')).toBeEnabled();
});

it('[CONF-03] the configuration is marked as changed by any edit, asks before the user leaves, and is reset by Refresh', async () => {
  // Moving the pointer over the link preloads its list.
  await open(respondWithRows(listUsers));
  await fee().fill('4');
  await fee().fill('49');
  await expect.element(button('Update Configuration')).toBeEnabled();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await press('Cancel');
  await press('Refresh');
  await expect.element(button('No Changes')).toBeVisible();
  expect(location.pathname).toBe('/master/config');
});

describe('the configuration sections', () => {
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const boxes = () => page.getByRole('tab').elements().map(boxOf);
  const selectBy = async (...keys: string[]) => {
    await page.getByRole('tab', { name: 'Pricing Settings' }).click();
    for (const key of keys) await userEvent.keyboard(`{${key}}`);
  };

  it('[CONF-01] are a list on the left of the fields, with arrow keys', async () => {
    await open();
    await expect.element(fee()).toBeVisible();
    const [pricing, rewards, payment] = boxes();
    expect(rewards?.x).toBe(pricing?.x);
    expect(rewards?.y).toBeGreaterThan(pricing?.y ?? 0);
    expect(payment?.y).toBeGreaterThan(rewards?.y ?? 0);
    expect(pricing?.right).toBeLessThan(boxOf(fee().element()).x);
    await expect.element(page.getByRole('tablist')).toHaveAttribute('aria-orientation', 'vertical');
    await selectBy('ArrowDown');
    await expect.element(field('Loyalty points')).toBeVisible();
    await selectBy('ArrowUp');
    await expect.element(field('UPI ID')).toBeVisible();
  });

  it('[CONF-01] are tabs above the fields on a phone', async () => {
    await openScreen('/master/config', COMMON, { width: 375 });
    await expect.element(fee()).toBeVisible();
    const [pricing, rewards] = boxes();
    expect(rewards?.y).toBe(pricing?.y);
    expect(pricing?.bottom).toBeLessThan(boxOf(fee().element()).y);
    await expect.element(page.getByRole('tablist')).toHaveAttribute('aria-orientation', 'horizontal');
    await expectAccessible();
    await selectBy('ArrowRight');
    await expect.element(field('Loyalty points')).toBeVisible();
  });
});

it('[CONF-03, CONF-04] the configuration is created when there is none', async () => {
  const created = respondWith(createConfiguration, { record: configuration });
  await open(
    respondWith(getConfiguration, { record: null }),
    inSequence(respondWithStatus(createConfiguration, 500), created),
  );
  await fee().fill('12');
  await press('Create Configuration');
  await expectShown(CONFIGURATION_SAVE_FAILED);
  await expect.element(fee()).toHaveValue('12');
  await press('Create Configuration');
  await expectShown('Configuration created successfully!');
});

it('[CONF-02, CONF-04] the configuration shows the server’s limits at the field', async () => {
  const field = wireKey(updateConfiguration.body ?? {}, 'commissionPercent');
  const errors = [{ field, message: 'must be a number from 0 to 100' }];
  await open(respondWithStatus(updateConfiguration, 400, { status: false, message: 'Bad input', errors }));
  await page.getByLabelText('Commission (%)').fill('101');
  await press('Update Configuration');
  await press('Update', confirmation());
  await expectShown('It must be a number from 0 to 100');
  expect(sentBodies(updateConfiguration)).toHaveLength(1);
});

it('[CONF-04] the configuration banner causes no layout shift when it appears and when it disappears after three seconds', async () => {
  await open(respondWithStatus(updateConfiguration, 500));
  await expect.element(heading('History')).toBeVisible();
  const places = () =>
    [page.getByRole('heading', { level: 1 }), fee(), heading('History')].map(
      (part) => part.element().getBoundingClientRect().y,
    );
  // Types with keys, because layout shifts caused by typing do not count.
  await fee().click();
  await userEvent.keyboard('1');
  const before = places();
  await expectNoLayoutShift(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await press('Update Configuration');
    await press('Update', confirmation());
    await expectShown(CONFIGURATION_SAVE_FAILED, page.getByRole('alert'));
    expect(places()).toEqual(before);
    vi.advanceTimersByTime(3000);
    await expectAbsent(page.getByText(CONFIGURATION_SAVE_FAILED));
    expect(places()).toEqual(before);
    vi.useRealTimers();
  });
  await press('Update Configuration');
  await press('Update', confirmation());
  await expectShown(CONFIGURATION_SAVE_FAILED, page.getByRole('alert'));
  await expectAccessible();
});

it('[CONF-04, ERR-03] the configuration shows a failed load in a banner and in place, also for the first load', async () => {
  const failed = 'Failed to load configuration data';
  const banner = alert(failed).filter({ hasNotText: 'Error Loading' });
  await open(inSequence(rejected, filled, rejected));
  await expect.element(banner).toBeInTheDocument();
  await expectShown(failed, alert('Error Loading Configuration'));
  await press('Try Again');
  await expect.element(fee()).toBeVisible();
  await expectAbsent(alert('Error Loading Configuration'));
  await press('Refresh');
  await expect.element(banner).toBeInTheDocument();
  await expect.element(fee()).toBeVisible();
});

it('the configuration is accessible', async () => {
  await open();
  await expect.element(heading('History')).toBeVisible();
  await expectAccessible();
});
