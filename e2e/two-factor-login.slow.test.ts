import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { createAdministrator } from './support/administrators.ts';
import { runProgram } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { expectFocused, expectPath, expectVisible } from './support/expectations.ts';
import { press } from './support/locators.ts';
import { fillLogin } from './support/session.ts';
import { toast } from './support/toasts.ts';
import { codeOf, setUpTotp } from './support/two-factor.ts';

const test = applicationTest().extend('account', async ({ application }) => {
  const credentials = await createAdministrator(application, 'manager');
  // Removes the previous test's authenticator, whose current code has been used.
  await runProgram(application, ['admin', 'reset-two-factor', credentials.email]);
  return { credentials, ...(await setUpTotp(application, credentials)) };
});

const code = (page: Page) => page.getByLabel('Code', { exact: true });

describe('[TEAM-04] the second login step', () => {
  test('asks for the code of the authenticator app', async ({ page, account }) => {
    await page.goto('/bookings');
    await fillLogin(page, account.credentials);
    await expectVisible(page.getByRole('heading', { name: 'Confirm your identity' }));
    await code(page).fill('000000');
    await press(page, 'Verify');
    await expectVisible(page.getByRole('alert').filter({ hasText: 'This code is incorrect' }));
    await code(page).fill(codeOf(account.secret));
    await page.keyboard.press('Enter');
    await expectPath(page, '/bookings');
    await expectVisible(toast(page, 'Login Successful'));
    await expectVisible(toast(page, 'Welcome to Wayside Admin Panel'));
  });

  test('accepts a recovery code, and shows how many are left', async ({ page, account }) => {
    await page.goto('/');
    await fillLogin(page, account.credentials);
    await press(page, 'Use a recovery code');
    await expectFocused(page.getByLabel('Recovery code'));
    await expectAccessible(page);
    await page.getByLabel('Recovery code').fill(account.recoveryCodes[0] ?? '');
    await press(page, 'Verify');
    await expectPath(page, '/dashboard');
    await expectVisible(toast(page, '9 recovery codes are left'));
  });
});
