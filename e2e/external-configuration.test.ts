import { createConfiguration, getConfiguration, updateConfiguration } from '@wayside/contract/configuration';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callPattern } from './support/calls.ts';
import { expectHidden, expectValue, expectVisible } from './support/expectations.ts';
import { buttonNamed } from './support/external/external-screen.ts';
import { beginWithTheirToken, externalTest } from './support/external/external-test.ts';

const { provider, test: bare } = await externalTest();
const test = bare.extend('signedIn', { auto: true }, ({ page }) => beginWithTheirToken(page));

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('[CONF-01, CONF-03, API-15] values as text, as null and unreadable', async ({ page }) => {
  await page.goto('/master/config');
  await expectValue(field(page, 'Charge per km (₹)'), '12.5');
  await expectValue(field(page, 'Commission (%)'), '10');
  await expectValue(field(page, 'Mechanic charge (₹)'), '');
  await expectVisible(
    page.getByText(
      '1 value could not be read whole. The browser’s console names the fields. A save writes what stands in the fields.',
    ),
  );
  await page.getByRole('tab', { name: 'Payment Settings' }).click();
  await expectValue(field(page, 'UPI ID'), '9811111111');
  await expectHidden(page.getByRole('heading', { name: 'History' }));
});

test('[CONF-03, CONF-04, ERR-02, ERR-03] a save whose answer says nothing of the record', async ({
  page,
  problems,
}) => {
  problems.allow(/^(response: 502|console: )/);
  await page.goto('/master/config');
  await field(page, 'Platform fee (₹)').fill('55.5');
  provider.misbehaves(updateConfiguration, 'html 502', { refused: 'Not on Sundays' });
  for (const words of ['Failed to save configuration. Please try again.', 'Not on Sundays']) {
    await buttonNamed(page, 'Update Configuration').click();
    await expectVisible(page.getByText(words, { exact: true }));
    await expectValue(field(page, 'Platform fee (₹)'), '55.5');
  }
  await buttonNamed(page, 'Update Configuration').click();
  await expectVisible(page.getByText('Configuration updated successfully!'));
  await expectVisible(buttonNamed(page, 'No Changes'));
  await expectValue(field(page, 'Platform fee (₹)'), '55.5');
  await expectValue(field(page, 'Charge per km (₹)'), '12.5');
  expect(provider.asked(updateConfiguration)).toHaveLength(3);
  // What is in force is read anew.
  await expect.poll(() => provider.asked(getConfiguration).length).toBe(2);
});

test('[CONF-03, CONF-04] the first one is created, and read', async ({ page }) => {
  await page.route(
    callPattern(getConfiguration),
    (route) => route.fulfill({ json: { data: null }, headers: { 'access-control-allow-origin': '*' } }),
    { times: 1 },
  );
  await page.goto('/master/config');
  await field(page, 'Platform fee (₹)').fill('20');
  await buttonNamed(page, 'Create Configuration').click();
  await expectVisible(page.getByText('Configuration created successfully!'));
  await expectVisible(buttonNamed(page, 'No Changes'));
  await expectValue(field(page, 'Platform fee (₹)'), '20');
  expect(provider.asked(createConfiguration)).toHaveLength(1);
});

test('[DASH-02, DASH-03, DASH-04, API-15] the dashboard shows what it can', async ({ page }) => {
  await page.goto('/dashboard');
  await expectVisible(page.getByText('1,204', { exact: true }));
  await expectVisible(page.getByText('₹2,50,000', { exact: true }));
  await expectVisible(page.getByText('+12.5% from last month'));
  await expectVisible(page.getByText('Scooters'));
  await expectVisible(page.getByText('1 figure could not be read whole.'));
  await page.getByRole('button', { name: 'Show Daily Bookings as a table' }).click();
  await expectVisible(page.getByRole('row', { name: 'Mon 3' }));
  await expectVisible(page.getByText('No figures for these days'));
});
