import { logout } from '@wayside/contract/session';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { createAdministrator } from './support/administrators.ts';
import { runProgram } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { apiUrl } from './support/calls.ts';
import {
  expectFocused,
  expectHidden,
  expectPath,
  expectValue,
  expectVisible,
  stored,
} from './support/expectations.ts';
import { dialogNamed, press } from './support/locators.ts';
import { fillLogin, tokenKey } from './support/session.ts';
import { toast } from './support/toasts.ts';
import { codeOf, setUpTotp } from './support/two-factor.ts';

const test = applicationTest().extend('account', async ({ application }) => {
  const credentials = await createAdministrator(application, 'manager');
  // That of the test before, whose code of now is used.
  await runProgram(application, ['admin', 'reset-two-factor', credentials.email]);
  return { credentials, ...(await setUpTotp(application, credentials)) };
});

const code = (page: Page) => page.getByLabel('Code', { exact: true });

describe('[TEAM-04] the second step of the login', () => {
  for (const [width, theme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)
    test(`asks for the code of the app, on ${width}, ${theme}`, async ({ openPage, account }) => {
      const page = await openPage({ width, theme });
      await page.goto('/bookings');
      await fillLogin(page, account.credentials);
      await expectVisible(page.getByRole('heading', { name: 'Confirm that it is you' }));
      await expectFocused(code(page));
      expect(await code(page).getAttribute('autocomplete')).toBe('one-time-code');
      expect(await code(page).getAttribute('inputmode')).toBe('numeric');
      expect(await stored(page, tokenKey)).toBeNull();
      await expectAccessible(page);
      await code(page).fill('000000');
      await press(page, 'Verify');
      await expectVisible(page.getByRole('alert').filter({ hasText: 'This code is not right' }));
      await expectAccessible(page);
      await code(page).fill(codeOf(account.secret));
      await page.keyboard.press('Enter');
      await expectPath(page, '/bookings');
      await expectVisible(toast(page, 'Login Successful'));
      await expectVisible(toast(page, 'Welcome to Wayside Admin Panel'));
    });

  test('takes a recovery code, and says how many are left', async ({ page, account }) => {
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

  test('leads back to the password, with the email, and on when the sign-in has expired', async ({
    page,
    account,
    pageErrors,
  }) => {
    pageErrors.expect(/response: 410 POST .*\/admin\/login\/second/);
    pageErrors.allow(/HTTP error! status: 410/);
    await page.goto('/');
    await fillLogin(page, account.credentials);
    await expectVisible(code(page));
    await page.route('**/admin/login/second', (route) =>
      route.fulfill({ status: 410, json: { status: false, message: 'This sign-in has expired.' } }),
    );
    await code(page).fill('123456');
    await press(page, 'Verify');
    await expectVisible(page.getByRole('alert').filter({ hasText: 'This sign-in has expired.' }));
    expect(await page.getByRole('button', { name: 'Verify' }).isDisabled()).toBe(true);
    await press(page, 'Back to the password');
    await expectValue(page.getByLabel('Email'), account.credentials.email);
  });

  test('is part of signing in again over a form that holds typed input', async ({
    page,
    account,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 401|console: )/);
    await page.goto('/master/slots');
    await fillLogin(page, account.credentials);
    await code(page).fill(codeOf(account.secret));
    await press(page, 'Verify');
    await press(page, 'Add Slot');
    const adding = dialogNamed(page, 'Add New Time Slot');
    await adding.getByLabel('Start Time *').fill('08:15');
    await adding.getByLabel('End Time *').fill('09:15');
    await adding.getByLabel('Duration *').fill('1 hour');
    const token = (await stored(page, tokenKey)) ?? '';
    await fetch(apiUrl(application, logout), { method: 'POST', headers: { token } });
    await press(page, 'Create Slot');
    const asking = dialogNamed(page, 'Your session has expired');
    await asking.getByLabel('Password').fill(account.credentials.password);
    await press(page, 'Sign In');
    await expectVisible(asking.getByLabel('Code', { exact: true }));
    await expectAccessible(page);
    await asking.getByLabel('Code', { exact: true }).fill(codeOf(account.secret, 1));
    await press(page, 'Verify');
    await expectHidden(asking);
    await expectValue(adding.getByLabel('Start Time *'), '08:15');
    await press(page, 'Create Slot');
    await expectVisible(toast(page, 'Time slot created successfully'));
  });
});
