import { setPassword } from '@wayside/contract/session';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { administrator, startApplication } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { callPattern } from './support/calls.ts';
import { expectPath, expectVisible } from './support/expectations.ts';
import { fillLogin } from './support/session.ts';
import { toast } from './support/toasts.ts';

const test = applicationTest();
const _call = callPattern(setPassword);
const _heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Set your password' });
const gone = (page: Page) => page.getByRole('alert').getByRole('heading', { name: 'This link does not work' });

async function submit(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(again);
  await page.getByRole('button', { name: 'Set password' }).click();
}

describe('[PRIV-07] the page of a one-time link', () => {
  test('sets the first administrator’s password only once', async ({ page, pageErrors }) => {
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
      // Leaves the page first, because it would report that the server is unreachable.
      await page.goto('about:blank');
      await own.stop();
    }
  });
});
