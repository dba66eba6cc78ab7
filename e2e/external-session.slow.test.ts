import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listBookings } from '@wayside/contract/bookings';
import { uploadImage } from '@wayside/contract/files';
import { login, ownProfile } from '@wayside/contract/session';
import { toggleUserBlock } from '@wayside/contract/users';
import { updateVehicleModel } from '@wayside/contract/vehicle-models';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiUrl } from './support/calls.ts';
import { runClockUntil, stopClock } from './support/clock.ts';
import { expectHidden, expectPath, expectValue, expectVisible, stored } from './support/expectations.ts';
import { beginExternalSession, externalTest } from './support/external/external-test.ts';
import { aPicture, externalAdministrator, externalToken } from './support/external/routes.ts';
import { fillLogin, tokenKey } from './support/session.ts';
import { toast } from './support/toasts.ts';

const { provider, test } = await externalTest({ BRAND: 'Acme', TIME_ZONE: 'Asia/Dubai' });

const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Admin Panel Login' });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const EXPIRED = 'Your session has expired. Please sign in again.';
const storedKeys = (page: Page) => page.evaluate(() => localStorage.length);

describe('the web alone', () => {
  test('[RUN-05] opens no database and derives config and policy from the hosts', async ({ application }) => {
    expect(application.output()).toContain(`It serves the web alone; the API is ${provider.url}.`);
    expect(await readdir(join(application.dataFolder, 'postgres'))).not.toContain('postmaster.pid');
    const config = await fetch(`${application.url}/config.json`);
    expect(await config.json()).toMatchObject({
      brand: 'Acme',
      timeZone: 'Asia/Dubai',
      apiHost: provider.url,
      fileHost: provider.fileUrl,
      updateMethod: 'PUT',
    });
    expect(config.headers.get('cache-control')).toBe('no-store');
    const policy = (await fetch(application.url)).headers.get('content-security-policy');
    expect(policy).toContain(`connect-src 'self' ${provider.url} ${provider.fileUrl};`);
    expect(policy).toContain(`img-src 'self' data: blob: https: ${provider.url} ${provider.fileUrl};`);
    expect((await fetch(apiUrl(application, ownProfile))).status).toBe(404);
  });

  test('[AUTH-03, AUTH-06, AUTH-11] signs in, also with a profile without a name', async ({ page }) => {
    await page.goto('/users?page=2');
    await expectVisible(loginHeading(page));
    await fillLogin(page, externalAdministrator);
    await expectVisible(toast(page, 'Welcome to Acme Admin Panel'));
    await expectPath(page, '/users');
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    expect(await stored(page, tokenKey)).toBe(externalToken);
    await page.reload();
    await expectVisible(page.getByText('Welcome back,'));
    expect(provider.requests(ownProfile).map(({ token }) => token)).toEqual([externalToken]);
    expect(provider.requests(login)[0]?.token).toBeUndefined();
  });

  test('[API-17] shows none of our extensions', async ({ page, pageErrors }) => {
    pageErrors.expect(/there is no page at \/activity/);
    await beginExternalSession(page);
    await page.goto('/dashboard');
    await expectVisible(title(page, 'Dashboard'));
    await expectHidden(page.getByText('Activity'));
    await page.goto('/activity');
    await expectVisible(page.getByText('Oops! Page not found'));
  });

  test('[AUTH-10] logs out without a call', async ({ page }) => {
    await beginExternalSession(page);
    await page.goto('/dashboard');
    await expectVisible(page.getByText('Scooters'));
    provider.forget();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectVisible(loginHeading(page));
    expect(await storedKeys(page)).toBe(0);
    expect(provider.allRequests()).toEqual([]);
  });
});

describe('a login that fails', () => {
  test.for([
    ['AUTH-04', 'status false', 'status false', 'Invalid credentials'],
    ['AUTH-04', '401', 'unauthorized', 'jwt expired'],
    ['AUTH-05', 'a dropped connection', 'dropped', 'Unable to connect to server. Please try again.'],
    ['AUTH-03', 'nothing at all', 'empty', 'Invalid credentials'],
  ] as const)('[%s, API-15] shows the text for %s', async ([, , how, words], { page, pageErrors }) => {
    pageErrors.allow(/^(response|console|request): /);
    await page.goto('/');
    provider.answerNext(login, how);
    await fillLogin(page, externalAdministrator);
    await expectVisible(toast(page, 'Login Failed'));
    await expectVisible(toast(page, words));
    await expectValue(page.getByLabel('Email'), externalAdministrator.email);
    await expectHidden(page.getByText(EXPIRED));
    expect(await stored(page, tokenKey)).toBeNull();
    expect(provider.requests(login)).toHaveLength(1);
  });
});

describe('the check at the start', () => {
  const address = '/bookings?search=abc';

  test.for([['html 502'], ['dropped']] as const)(
    '[AUTH-07] that ends in %s is repeated once, keeps the token and leads back',
    async ([how], { page, pageErrors }) => {
      pageErrors.allow(/^(response|console|request): /);
      await beginExternalSession(page);
      await stopClock(page);
      provider.answerNext(ownProfile, how, how);
      provider.answerNext(listBookings, how);
      await page.goto(address);
      await expect.poll(() => provider.requests(ownProfile).length).toBe(1);
      const notice = page.getByRole('alert').getByText('The server could not be reached.');
      await runClockUntil(page, () => notice.isVisible(), true);
      expect(provider.requests(ownProfile)).toHaveLength(2);
      expect(await stored(page, tokenKey)).toBe(externalToken);
      await expectPath(page, '/');
      // No call runs behind the login page.
      const before = provider.allRequests().length;
      await page.clock.runFor(60_000);
      expect(provider.allRequests()).toHaveLength(before);
      await page.getByRole('button', { name: 'Try again' }).click();
      await runClockUntil(page, () => new URL(page.url()).pathname, '/bookings');
      expect(new URL(page.url()).search).toBe('?search=abc');
      expect(provider.requests(ownProfile)).toHaveLength(3);
    },
  );

  test('[AUTH-07] that fails with status false ends the session and remembers the path', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expect(/console: Auth check failed/);
    await beginExternalSession(page);
    provider.answerNext(ownProfile, 'status false');
    await page.goto(address);
    await expectVisible(loginHeading(page));
    await expectHidden(page.getByText(EXPIRED));
    expect(await stored(page, tokenKey)).toBeNull();
    expect(provider.requests(ownProfile)).toHaveLength(1);
    await fillLogin(page, externalAdministrator);
    await expectPath(page, '/bookings');
    await expectVisible(page.getByRole('heading', { name: /^All Bookings/ }));
  });
});

describe('[AUTH-09] a 401', () => {
  const open = async (page: Page, path: string) => {
    await beginExternalSession(page);
    await page.goto(path);
    await page.evaluate(() => localStorage.setItem('something else', 'too'));
  };
  const expectEnded = async (page: Page) => {
    await expectPath(page, '/login');
    await expectVisible(page.getByText(EXPIRED));
    expect(await storedKeys(page)).toBe(0);
    expect(provider.requests(ownProfile)).toHaveLength(1);
  };

  test('of a toggle ends the session', async ({ page, pageErrors }) => {
    pageErrors.expect(/response: 401 GET/);
    pageErrors.allow(/^console: /);
    await open(page, '/users');
    provider.answerNext(toggleUserBlock, 'unauthorized');
    await page.getByRole('button', { name: 'Block user Meera Nair' }).click();
    await expectEnded(page);
    expect(provider.requests(toggleUserBlock)).toHaveLength(1);
  });

  test('of a save ends the session', async ({ page, pageErrors }) => {
    pageErrors.expect(/response: 401 PUT/);
    pageErrors.allow(/^console: /);
    await open(page, '/master/vehicle-models');
    await page.getByRole('button', { name: 'Edit vehicle model Tata' }).click();
    provider.answerNext(updateVehicleModel, 'unauthorized');
    await page.getByLabel('Company Name *').fill('Tata Motors');
    await page.getByRole('button', { name: 'Update Model' }).click();
    await expectEnded(page);
    expect(provider.requests(updateVehicleModel)).toHaveLength(1);
  });

  test('of an upload ends the session', async ({ page, pageErrors }) => {
    pageErrors.expect(/response: 401 POST/);
    pageErrors.allow(/^console: /);
    await open(page, '/master/vehicle-models');
    await page.getByRole('button', { name: 'Edit vehicle model Tata' }).click();
    provider.answerNext(uploadImage, 'unauthorized');
    await page.getByLabel('Company Logo').setInputFiles(aPicture);
    await page.getByRole('button', { name: 'Update Model' }).click();
    await expectEnded(page);
    expect(provider.requests(updateVehicleModel)).toEqual([]);
  });
});
