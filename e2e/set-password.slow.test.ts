import { setPassword } from '@wayside/contract/session';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { administrator, startApplication } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { callPattern, pretendExternalApi } from './support/calls.ts';
import { expectFocused, expectHidden, expectPath, expectVisible } from './support/expectations.ts';
import { fillLogin } from './support/session.ts';
import { toast } from './support/toasts.ts';

const test = applicationTest();
const call = callPattern(setPassword);
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Set your password' });
const gone = (page: Page) => page.getByRole('alert').getByRole('heading', { name: 'This link does not work' });

async function submit(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(again);
  await page.getByRole('button', { name: 'Set password' }).click();
}

describe('[PRIV-07] the page of a one-time link', () => {
  test('sets the first administrator’s password once', async ({ page, pageErrors }) => {
    pageErrors.expect(/response: 404 POST .*\/admin\/password-link/);
    pageErrors.allow(/HTTP error! status: 40[04]|response: 400 POST .*\/admin\/password-link/);
    const own = await startApplication({ environment: { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: '' } });
    try {
      const link = /http:\S+\/set-password#\S+/.exec(own.output())?.[0] ?? '';
      await page.goto(link);
      await submit(page, 'short');
      await expectVisible(page.getByText('The password must have at least 8 characters.', { exact: true }));
      await submit(page, administrator.password);
      await expectVisible(page.getByRole('status').getByText(`Sign in as ${administrator.email}`));
      await page.getByRole('link', { name: 'Go to login' }).click();
      await expectPath(page, '/');
      await fillLogin(page);
      await expectVisible(toast(page, 'Login Successful'));
      await page.goto(link);
      await page.reload();
      await submit(page, 'another password');
      await expectVisible(gone(page));
    } finally {
      // The page would report that the server is gone.
      await page.goto('about:blank');
      await own.stop();
    }
  });

  test.for([
    { width: 'desktop', theme: 'light' },
    { width: 'narrow', theme: 'dark' },
  ] as const)('is accessible with its errors on $width in $theme', async (options, { openPage, pageErrors }) => {
    pageErrors.expect(/response: 404 POST .*\/admin\/password-link/);
    pageErrors.allow(/HTTP error! status: 404/);
    const page = await openPage(options);
    await page.goto('/set-password#unknown');
    await expectVisible(heading(page));
    await expectAccessible(page);
    await submit(page, 'a long password', 'another one');
    await expectVisible(page.getByText('The two passwords differ.', { exact: true }));
    await expectAccessible(page);
    await submit(page, 'a long password');
    await expectVisible(gone(page));
    await expectHidden(page.getByLabel('New password'));
    await expectAccessible(page);
    const link = page.getByRole('link', { name: 'Go to login' });
    await expectFocused(link);
    expect(await link.getAttribute('href')).toBe('/');
  });

  test('[ERR-01] shows a failure, keeps the input and is sent again', async ({ page, pageErrors }) => {
    pageErrors.expect(/request: net::ERR_FAILED POST .*\/admin\/password-link/);
    pageErrors.expect(/response: 404 POST .*\/admin\/password-link/);
    pageErrors.allow(/^console: /);
    await page.goto('/set-password#unknown');
    await page.route(call, (route) => route.abort(), { times: 1 });
    await submit(page, 'a long password');
    await expectVisible(page.getByRole('alert').getByText('The password could not be set. Please try again.'));
    await page.getByRole('button', { name: 'Set password' }).click();
    await expectVisible(gone(page));
  });

  test('shows an incomplete link, and accepts another one in the same tab', async ({ page }) => {
    await page.goto('/set-password');
    await expectVisible(gone(page));
    await page.goto('/set-password#unknown');
    await expectVisible(page.getByLabel('New password'));
    expect(await page.title()).toBe('Set your password · Wayside');
  });

  test('[API-17] is absent in front of an external API', async ({ page, pageErrors }) => {
    pageErrors.allow(/^console: /);
    await pretendExternalApi(page);
    await page.goto('/set-password#unknown');
    await expectVisible(page.getByText('Oops! Page not found'));
  });
});
