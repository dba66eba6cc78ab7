import { login, logout, ownProfile } from '@wayside/contract/session';
import { listWebhooks } from '@wayside/contract/webhooks';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { administrator } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { apiUrl, callPattern, holdCall } from './support/calls.ts';
import {
  expectHidden,
  expectPath,
  expectText,
  expectValue,
  expectVisible,
  readLocalStorage,
} from './support/expectations.ts';
import { beginSignedIn, fillLogin, openSession, tokenKey } from './support/session.ts';
import { toast } from './support/toasts.ts';

const test = applicationTest();
const loginCall = callPattern(login);
const heading = (page: Page) => page.getByRole('heading', { name: 'Admin Panel Login' });

describe('the login form', () => {
  test('[AUTH-02] disables the button during the sign-in', async ({ page }) => {
    await page.goto('/');
    const release = await holdCall(page, loginCall);
    await fillLogin(page);
    const button = page.getByRole('button', { name: 'Signing In...' });
    await expectVisible(button);
    expect(await button.isDisabled()).toBe(true);
    release();
    await expectPath(page, '/dashboard');
  });
});

describe('a successful login', () => {
  test('[AUTH-03] stores the token, greets the user and opens the dashboard', async ({ page }) => {
    await page.goto('/');
    await fillLogin(page);
    await expectPath(page, '/dashboard');
    await expectVisible(toast(page, 'Login Successful'));
    await expectVisible(toast(page, 'Welcome to Wayside Admin Panel'));
    expect(await readLocalStorage(page, tokenKey)).toMatch(/\S{20}/);
  });

  test('[AUTH-03, AUTH-07] opens the path that was requested', async ({ page }) => {
    await page.goto('/bookings?page=1&search=ab12');
    await expectVisible(heading(page));
    await fillLogin(page);
    await expectPath(page, '/bookings');
    expect(new URL(page.url()).searchParams.get('search')).toBe('ab12');
  });
});

describe('a failed login', () => {
  test('[AUTH-04] reports wrong credentials and keeps the email', async ({ page }) => {
    await page.goto('/');
    await fillLogin(page, { ...administrator, password: 'wrong' });
    await expectVisible(toast(page, 'Login Failed'));
    await expectVisible(toast(page, 'Invalid credentials'));
    await expectPath(page, '/');
    await expectValue(page.getByLabel('Email'), administrator.email);
    expect(await readLocalStorage(page, tokenKey)).toBeNull();
    // The alert stays on the form after the toast closes, and both disappear with the next attempt.
    const atTheForm = page.getByRole('main').getByRole('alert').filter({ hasText: 'Invalid credentials' });
    await expectVisible(atTheForm);
    await fillLogin(page);
    await expectVisible(toast(page, 'Login Successful'));
    await expectHidden(toast(page, 'Login Failed'));
    await expectHidden(atTheForm);
  });
});

describe('the end of a session', () => {
  test('[AUTH-09, SECU-03] redirects to a login page with a notice after the session is revoked', async ({
    page,
    application,
    pageErrors,
  }) => {
    pageErrors.expect(/response: 401 /);
    pageErrors.allow(/HTTP error! status: 401|Auth check failed/);
    const token = await beginSignedIn(page, application);
    // Waits for the notices call, which is the last one, because a call in progress would meet the revoked session
    // before the click.
    const lastCall = page.waitForResponse(apiUrl(application, listWebhooks));
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));
    await lastCall;
    await fetch(apiUrl(application, logout), { method: 'POST', headers: { token } });
    await page.getByRole('link', { name: 'Bookings' }).click();
    await expectPath(page, '/login');
    await expectVisible(page.getByText('Your session has expired. Please sign in again.'));
    await expectVisible(heading(page));
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('[AUTH-09] shows no notice on the login page when there was no session', async ({ page }) => {
    await page.goto('/login');
    await expectVisible(heading(page));
    await expectHidden(page.getByText('Your session has expired. Please sign in again.'));
  });

  test('[AUTH-10] clears the token in the browser and revokes it on the server after a logout', async ({
    page,
    application,
  }) => {
    const token = await beginSignedIn(page, application);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectVisible(heading(page));
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    const profileStatus = async () => (await fetch(apiUrl(application, ownProfile), { headers: { token } })).status;
    await expect.poll(profileStatus).toBe(401);
    await page.goto('/dashboard');
    await expectVisible(heading(page));
  });

  test('[AUTH-11] every call has the token in its header', async ({ page, application }) => {
    const token = await openSession(application);
    await page.goto('/config.json');
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [tokenKey, token] as const);
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) sent.push(request.headers()['token']);
    });
    await page.goto('/dashboard');
    await expectText(page.getByRole('heading', { level: 1 }), 'Dashboard');
    await expect.poll(() => sent.length).toBeGreaterThan(1);
    expect(new Set(sent)).toEqual(new Set([token]));
  });
});
