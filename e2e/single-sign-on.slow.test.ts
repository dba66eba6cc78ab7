import { listOpenCalls } from '@wayside/contract/calls';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { freePort } from '../tests/free-port.ts';
import { expectAccessible } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { callPattern, simulateExternalApi } from './support/calls.ts';
import { expectHidden, expectPath, expectVisible } from './support/expectations.ts';
import { startIdentityProvider } from './support/identity-provider.ts';

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
provider.people.set('asha', { name: 'Asha Rao', email: 'asha.rao@example.test', groups: ['admins'] });
provider.people.set('mallory', { name: 'Mallory', email: 'mallory@example.test', groups: [] });

const port = await freePort();
const test = applicationTest({
  environment: {
    ...provider.environment,
    PORT: String(port),
    OIDC_ORIGINS: `http://127.0.0.1:${port},http://localhost:${port}`,
    OIDC_NAME: 'Example ID',
    OIDC_ROLES: 'admins=owner',
  },
});

async function signInAtProvider(page: Page, account: string): Promise<void> {
  await page.getByLabel('Account').fill(account);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
const begin = (page: Page) => page.getByRole('link', { name: 'Sign in with Example ID' }).click();

describe('[SHIP-04] single sign-on', () => {
  test('opens the remembered page, and confirms the identity in a separate window without losing input', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expect(/response: 403 POST .*\/admin\/team/);
    // A sign-in with the provider a long time ago does not count as proof of identity.
    provider.tamper = (claims) => ({ ...claims, auth_time: 1 });
    await page.goto('/team');
    await begin(page);
    await signInAtProvider(page, 'asha');
    await expectPath(page, '/team');
    const row = page.getByRole('listitem').filter({ hasText: 'Sign-in:Single sign-on' });
    await expectVisible(row.getByText('Owner, from groups'));
    provider.tamper = null;
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Invite to the team' });
    await form.getByLabel('Name').fill('Ravi Kumar');
    await form.getByLabel('Email').fill('ravi@example.test');
    await form.getByRole('button', { name: 'Create invitation' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with Example ID' }).click();
    const popup = await opened;
    await signInAtProvider(popup, 'asha');
    await expectVisible(page.getByRole('dialog', { name: 'Invitation for ravi@example.test' }));
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  test('[EDIT-02] signs the user in again in a separate window above a form with input', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 401|console: )/);
    await page.goto('/profile');
    await begin(page);
    // Waits for the last call of the page, which would otherwise report the ended session before the form does.
    const settled = page.waitForResponse(callPattern(listOpenCalls));
    await signInAtProvider(page, 'asha');
    await settled;
    await expectVisible(page.getByText('Connected', { exact: true }));
    await expectHidden(page.getByRole('heading', { name: 'Password' }));
    await page.getByRole('textbox', { name: 'Name' }).fill('Asha R. Rao');
    await page.evaluate(() =>
      fetch('/api/v1/admin/logout', {
        method: 'POST',
        headers: { token: localStorage.getItem('wayside_token') ?? '' },
      }),
    );
    await page.getByRole('button', { name: 'Save name' }).click();
    // The user is still signed in with the provider.
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
    await expectHidden(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Save name' }).click();
    await expectVisible(page.getByText('Name saved', { exact: true }));
  });

  test('[API-17] does not exist with an external API', async ({ page, pageErrors }) => {
    pageErrors.allow(/^console: /);
    await simulateExternalApi(page);
    await page.goto('/');
    await expectVisible(page.getByRole('button', { name: 'Sign In', exact: true }));
    await expectHidden(page.getByRole('link', { name: 'Sign in with Example ID' }));
    await page.goto('/single-sign-on');
    await expectVisible(page.getByText('Oops! Page not found'));
  });

  test('shows why a user cannot sign in, and links back', async ({ openPage, pageErrors }) => {
    pageErrors.expect(/response: 403 POST .*\/single-sign-on\/finish/);
    pageErrors.allow(/HTTP error! status: 403/);
    const page = await openPage({ width: 'phone', theme: 'dark' });
    await page.goto('/');
    await expectAccessible(page);
    await begin(page);
    await signInAtProvider(page, 'mallory');
    await expectVisible(page.getByRole('alert').getByText('Your groups at Example ID give you no access here.'));
    expect(new URL(page.url()).search).toBe('');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the login page' }).click();
    await expectVisible(page.getByRole('button', { name: 'Sign In', exact: true }));
  });
});
