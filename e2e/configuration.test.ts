import { expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { button, press } from './support/locators.ts';

const test = signedInTest({ configs: [aConfiguration()] });

test('[CONF-03, CONF-04] the configuration is saved, its versions are listed, and a version is restored', async ({
  page,
}) => {
  await page.goto('/master/config');
  const fee = page.getByLabel('Platform fee (₹)', { exact: true });
  await fee.fill('59.5');
  await press(page, 'Update Configuration');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Update', exact: true }).click();
  await expectVisible(page.getByText('Configuration updated successfully!', { exact: true }));
  await expectVisible(button(page, 'No Changes'));
  await expectVisible(page.getByText('Platform fee: ₹49 → ₹59.50', { exact: true }));
  await expectHidden(page.getByText('Configuration updated successfully!', { exact: true }));
  await page
    .getByRole('button', { name: /^Restore the version of/ })
    .last()
    .click();
  expect(await fee.inputValue()).toBe('49');
  await press(page, 'Update Configuration');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Update', exact: true }).click();
  await expectVisible(page.getByText('Platform fee: ₹59.50 → ₹49', { exact: true }));
});
