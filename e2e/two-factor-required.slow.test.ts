import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { createAdministrator } from './support/administrators.ts';
import { applicationTest } from './support/application-test.ts';
import { expectFocused, expectHidden, expectPath, expectVisible } from './support/expectations.ts';
import { clickCopy, dialogByName, press } from './support/locators.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { fillLogin } from './support/session.ts';
import { addAuthenticator, codeOf, namedUrl } from './support/two-factor.ts';

const test = applicationTest({ environment: { REQUIRE_TWO_FACTOR: 'on' } });

const heading = (page: Page) => page.getByRole('heading', { name: 'Set up two-factor authentication', level: 1 });
const codes = (page: Page) => dialogByName(page, 'Recovery codes');

describe('[TEAM-04] a login with REQUIRE_TWO_FACTOR=on', () => {
  for (const [width, theme, role] of [
    ['desktop', 'light', 'manager'],
    ['phone', 'dark', 'finance'],
  ] as const)
    test(`redirects to the set-up of an authenticator app, on ${width}, ${theme}`, async ({
      openPage,
      application,
      pageErrors,
    }) => {
      // The calls of the requested screen are rejected.
      pageErrors.allow(/403/);
      pageErrors.expect(/response: 400 POST .*\/totp\/confirm/);
      pageErrors.allow(/HTTP error! status: 400/);
      const page = await openPage({ width, theme });
      const credentials = await createAdministrator(application, role);
      await page.goto('/');
      await fillLogin(page, credentials);
      await expectVisible(heading(page));
      await expectAccessible(page);
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Add a passkey' }).isDisabled()).toBe(true);
      await expectVisible(page.getByText(/^Passkeys need a host name/));

      await press(page, 'Set up an authenticator app');
      const dialog = dialogByName(page, 'Set up an authenticator app');
      await expectVisible(dialog.getByRole('img', { name: 'QR code for the authenticator app' }));
      await expectAccessible(page);
      await expectNoOverflow(page, 'the set-up of an app');
      const secret = ((await dialog.getByLabel('Key', { exact: true }).textContent()) ?? '').replaceAll(' ', '');
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      const link = await dialog.getByRole('link', { name: 'Open the app' }).getAttribute('href');
      expect(link).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`));
      await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 4));
      await press(page, 'Verify');
      await expectVisible(dialog.getByText('The clock of your phone is about 2 minutes ahead.'));
      await expectFocused(dialog.getByLabel('Code', { exact: true }));
      await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
      await press(page, 'Verify');

      await expectVisible(codes(page));
      await expectFocused(codes(page).getByRole('button', { name: 'Copy', exact: true }));
      await expectAccessible(page);
      await expectNoOverflow(page, 'the recovery codes');
      const shown = await codes(page).getByRole('listitem').allTextContents();
      expect(shown).toHaveLength(10);
      await press(page, 'Done');
      await expectVisible(page.getByRole('alertdialog', { name: 'Close without a copy?' }));
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      const coming = page.waitForEvent('download');
      await press(page, 'Download');
      const text = await readFile(await (await coming).path(), 'utf8');
      for (const code of shown) expect(text).toContain(code);
      await press(page, 'Done');
      await expectPath(page, '/dashboard');
      await expectHidden(heading(page));
      await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));
    });

  test('accepts a passkey instead, with which the next login continues, and reports a passkey that the browser does not have', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(/403/);
    const page = await openPage();
    const credentials = await createAdministrator(application, 'support');
    const url = namedUrl(application);
    await page.goto(`${url}/`);
    const authenticator = await addAuthenticator(page);
    await fillLogin(page, credentials);
    await expectVisible(heading(page));
    await press(page, 'Add a passkey');
    const dialog = dialogByName(page, 'Add a passkey');
    await expectVisible(dialog);
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('Office laptop');
    await press(page, 'Continue');
    await expectVisible(codes(page));
    const [code = ''] = await codes(page).getByRole('listitem').allTextContents();
    await clickCopy(page);
    await press(page, 'Done');
    await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));

    await page.evaluate(() => localStorage.clear());
    await page.goto(`${url}/`);
    await fillLogin(page, credentials);
    await expectFocused(page.getByRole('button', { name: 'Continue with a passkey' }));
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectPath(page, '/dashboard');

    await authenticator.forget();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${url}/`);
    await fillLogin(page, credentials);
    await press(page, 'Continue with a passkey');
    await expectVisible(page.getByRole('alert').filter({ hasText: 'this browser has none for your account' }));
    await expectAccessible(page);
    await press(page, 'Use a recovery code');
    await page.getByLabel('Recovery code').fill(code);
    await press(page, 'Verify');
    await expectPath(page, '/dashboard');

    // The passkey does not work at another address of the same application.
    await page.goto(`${application.url}/`);
    await fillLogin(page, credentials);
    await expectVisible(page.getByText(/^Your passkeys were created at another address/));
  });
});
