import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listBookings } from '@wayside/contract/bookings';
import { deleteImage, uploadImage } from '@wayside/contract/files';
import { updatePart } from '@wayside/contract/parts';
import { updateService } from '@wayside/contract/services';
import { login, ownProfile } from '@wayside/contract/session';
import { updateVehicleModel } from '@wayside/contract/vehicle-models';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiUrl } from './support/calls.ts';
import { runClockUntil, stopClock } from './support/clock.ts';
import { expectHidden, expectPath, expectVisible, readLocalStorage } from './support/expectations.ts';
import { beginExternalSession, externalTest } from './support/external/external-test.ts';
import { aPicture } from './support/external/file-routes.ts';
import { externalAdministrator, externalToken } from './support/external/routes.ts';
import { captureDownload } from './support/files.ts';
import { button } from './support/locators.ts';
import { fillLogin, tokenKey } from './support/session.ts';
import { toast } from './support/toasts.ts';

// Tests with an external API. Further screens and changes are tested in screens/external-*.screen.test.ts.
const { provider, test } = await externalTest({ BRAND: 'Acme', TIME_ZONE: 'Asia/Dubai' });

async function open(page: Page, path: string): Promise<void> {
  await beginExternalSession(page);
  await page.goto(path);
}

const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Admin Panel Login' });
const EXPIRED = 'Your session has expired. Please sign in again.';

describe('the web server alone', () => {
  test('[RUN-05] opens no database and derives the configuration and the policy from the hosts', async ({
    application,
  }) => {
    expect(application.output()).toContain(`It serves only the web; the API is ${provider.url}.`);
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

  test('[AUTH-03, AUTH-06, AUTH-11] allows a sign-in, also with a profile without a name', async ({ page }) => {
    await page.goto('/users?page=2');
    await expectVisible(loginHeading(page));
    await fillLogin(page, externalAdministrator);
    await expectVisible(toast(page, 'Welcome to Acme Admin Panel'));
    await expectPath(page, '/users');
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    expect(await readLocalStorage(page, tokenKey)).toBe(externalToken);
    await page.reload();
    await expectVisible(page.getByText('Welcome back,'));
    expect(provider.requests(ownProfile).map(({ token }) => token)).toEqual([externalToken]);
    expect(provider.requests(login)[0]?.token).toBeUndefined();
  });
});

describe('the session check at startup', () => {
  const address = '/bookings?search=abc';

  test.for([['html 502'], ['dropped']] as const)(
    '[AUTH-07] is sent once more when it ends in %s, keeps the token and returns to the page',
    async ([how], { page, pageErrors }) => {
      pageErrors.allow(/^(response|console|request): /);
      await beginExternalSession(page);
      await stopClock(page);
      provider.setNextResponses(ownProfile, how, how);
      provider.setNextResponses(listBookings, how);
      await page.goto(address);
      await expect.poll(() => provider.requests(ownProfile).length).toBe(1);
      const notice = page.getByRole('alert').getByText('The server could not be reached.');
      await runClockUntil(page, () => notice.isVisible(), true);
      expect(provider.requests(ownProfile)).toHaveLength(2);
      expect(await readLocalStorage(page, tokenKey)).toBe(externalToken);
      await expectPath(page, '/');
      // The login page sends no calls in the background.
      const before = provider.allRequests().length;
      await page.clock.runFor(60_000);
      expect(provider.allRequests()).toHaveLength(before);
      await page.getByRole('button', { name: 'Try again' }).click();
      await runClockUntil(page, () => new URL(page.url()).pathname, '/bookings');
      expect(new URL(page.url()).search).toBe('?search=abc');
      expect(provider.requests(ownProfile)).toHaveLength(3);
    },
  );

  test('[AUTH-07] ends the session when it fails with status false, and remembers the path', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expect(/console: Auth check failed/);
    await beginExternalSession(page);
    provider.setNextResponses(ownProfile, 'status false');
    await page.goto(address);
    await expectVisible(loginHeading(page));
    await expectHidden(page.getByText(EXPIRED));
    expect(await readLocalStorage(page, tokenKey)).toBeNull();
    expect(provider.requests(ownProfile)).toHaveLength(1);
    await fillLogin(page, externalAdministrator);
    await expectPath(page, '/bookings');
    await expectVisible(page.getByRole('heading', { name: /^All Bookings/ }));
  });
});

async function editModel(page: Page): Promise<void> {
  await open(page, '/master/vehicle-models');
  await button(page, 'Edit vehicle model Tata').click();
  await page.getByLabel('Company Logo').setInputFiles(aPicture);
}

test('[FILE-01, FILE-02, RUN-05] an image is uploaded to the external file host, its URL is saved and the old image is deleted', async ({
  page,
}) => {
  await editModel(page);
  provider.reset();
  await button(page, 'Update Model').click();
  await expectVisible(toast(page, 'Vehicle model updated successfully'));
  await expect.poll(() => provider.requests(deleteImage).length).toBe(1);
  const [upload, save, deletion] = [uploadImage, updateVehicleModel, deleteImage].map(
    (call) => provider.requests(call)[0],
  );
  expect(upload?.token).toBe(externalToken);
  expect(save?.body).toMatchObject({ image: '/uploads/sent-1.png' });
  // The path is the one that the API returned, without the host.
  expect(deletion?.query).toEqual({ imageUrl: 'uploads/tata.png' });
  expect(deletion?.token).toBe(externalToken);
  const order = provider.allRequests().map((call) => call.replace(/^\w+ /, ''));
  expect(order.indexOf(uploadImage.path)).toBe(0);
  expect(order.indexOf(deleteImage.path)).toBeGreaterThan(1);
  const image = page.getByRole('row').filter({ hasText: 'Tata' }).locator('img');
  await expect.poll(() => image.getAttribute('src')).toBe(`${provider.fileUrl}/uploads/sent-1.png`);
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(16);
});

test('[FILE-01, MODL-03, SERV-02, ERR-02] a failed upload stops the save and keeps the form', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^(response|request|console): /);
  await editModel(page);
  provider.setNextResponses(uploadImage, 'html 500', 'empty', { failure: 'The disk is full' }, 'dropped');
  const texts = ['Failed to upload image', 'Failed to upload image', 'The disk is full', 'Failed to upload image'];
  for (const [times, words] of texts.entries()) {
    await button(page, 'Update Model').click();
    await expect.poll(() => provider.requests(uploadImage).length).toBe(times + 1);
    await expectVisible(toast(page, words).first());
  }
  expect(provider.requests(updateVehicleModel)).toEqual([]);
  await expectVisible(page.getByRole('dialog', { name: 'Edit Vehicle Model' }));

  await page.goto('/services/regular');
  await button(page, 'Edit service Oil change').click();
  await page.getByLabel('Image').setInputFiles(aPicture);
  provider.setNextResponses(uploadImage, 'status false', 'dropped');
  for (const words of ['Failed to upload image', 'Error uploading image']) {
    await button(page, 'Update Service').click();
    await expectVisible(page.getByRole('dialog').getByText(words, { exact: true }));
  }
  expect(provider.requests(updateService)).toEqual([]);
});

test('[MODL-02, FILE-01] an image of any format is accepted, including one that the browser cannot display', async ({
  page,
}) => {
  await editModel(page);
  const chosen = page.getByLabel('Company Logo');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  for (const file of [
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg },
    { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
  ]) {
    await chosen.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await expectVisible(page.getByText('Please select an image file', { exact: true }));
    await chosen.setInputFiles(file);
    await expectHidden(page.getByText('Please select an image file', { exact: true }));
  }
  await expectVisible(page.getByLabel('The image cannot be shown'));
  await button(page, 'Update Model').click();
  await expectVisible(toast(page, 'Vehicle model updated successfully'));
  expect(provider.requests(uploadImage).map(({ body }) => String(body).includes('photo.heic'))).toEqual([true]);
});

test('[API-15, SOS-01] a placeholder is shown for a missing image', async ({ page, pageErrors }) => {
  pageErrors.allow(/^(response: 404|request|console)/);
  await page.route('**/uploads/tow.png', (route) => route.fulfill({ status: 404 }));
  await open(page, '/services/sos');
  const towing = page.getByRole('row').filter({ hasText: 'Towing' });
  await expectVisible(towing.getByRole('img', { name: 'Image failed to load' }));
  await expectHidden(page.getByRole('row').filter({ hasText: 'Fuel' }).getByRole('img'));
});

describe('the screenshot of a payment', () => {
  const openScreenshot = async (page: Page) => {
    await open(page, '/payments?payment=65f3000000000000000fed01');
    const image = page.getByRole('img', { name: /Proof of payment/ });
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(16);
  };

  test('[PAYM-06, FILE-01] is downloaded from the external file host as a file, without opening another tab', async ({
    page,
  }) => {
    await openScreenshot(page);
    const file = await captureDownload(page, () => button(page, 'Download').click());
    expect(file.name).toBe('payment-0FED01.png');
    expect(file.bytes.equals(aPicture.buffer)).toBe(true);
    expect(page.context().pages()).toHaveLength(1);
    await expectHidden(page.getByRole('dialog').getByRole('alert'));
  });

  test('[PAYM-06, ERR-03] cannot be saved when the host does not allow pages to read it, and the reason is shown', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(request: net::ERR_FAILED GET|console: )/);
    await openScreenshot(page);
    const files: unknown[] = [];
    page.on('download', (it) => files.push(it));
    provider.setNextResponses({ path: '/uploads/{}' }, 'no cors');
    await button(page, 'Download').click();
    const { host } = new URL(provider.fileUrl);
    await expectVisible(
      page
        .getByRole('dialog')
        .getByRole('alert')
        .getByText(
          `The image could not be saved: ${host} does not respond, or does not allow this page to read its files. Right-click the image, or press and hold it, to save it.`,
          { exact: true },
        ),
    );
    expect(files).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('[PAYM-06, ERR-03] shows a failed download, which can be repeated', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 500|console: )/);
    await openScreenshot(page);
    provider.setNextResponses({ path: '/uploads/{}' }, 'html 500', 'html 200');
    const alert = page.getByRole('dialog').getByRole('alert');
    await button(page, 'Download').click();
    await expectVisible(alert.getByText(/returned an error \(500\)/));
    await button(page, 'Download').click();
    await expectVisible(alert.getByText(/did not return an image/));
    const file = await captureDownload(page, () => button(page, 'Download').click());
    expect(file.bytes.equals(aPicture.buffer)).toBe(true);
    await expectHidden(alert);
  });
});

test('[AUTH-09] a 401 for a save ends the session', async ({ page, pageErrors }) => {
  pageErrors.expect(/response: 401 PUT/);
  pageErrors.allow(/^console: /);
  await open(page, '/master/vehicle-models');
  await button(page, 'Edit vehicle model Tata').click();
  provider.setNextResponses(updateVehicleModel, 'unauthorized');
  await page.getByLabel('Company Name *').fill('Tata Motors');
  await button(page, 'Update Model').click();
  await expectPath(page, '/login');
  await expectVisible(page.getByText(EXPIRED));
  expect(provider.requests(updateVehicleModel)).toHaveLength(1);
});

test('[AUTH-09] a 401 for an upload ends the session', async ({ page, pageErrors }) => {
  pageErrors.expect(/response: 401 POST/);
  pageErrors.allow(/^console: /);
  await editModel(page);
  provider.setNextResponses(uploadImage, 'unauthorized');
  await button(page, 'Update Model').click();
  await expectPath(page, '/login');
  await expectVisible(page.getByText(EXPIRED));
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(provider.requests(updateVehicleModel)).toEqual([]);
});

test('[API-18, FILE-01, PART-02] an upload without a status or without data stops the save', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^console: /);
  pageErrors.expect(/^warning: uploadImage: data is not text/);
  const data = '/uploads/sent.png';
  const bodies = [{ data }, { status: true }, { status: 0, data }, { status: true, data: {} }];
  await open(page, '/services/parts?service=srv-1');
  await page.getByRole('button', { name: /^Edit part Oil/ }).click();
  await page.getByLabel('Image').setInputFiles(aPicture);
  provider.setNextResponses(uploadImage, ...bodies.map((json) => ({ json })), { json: { success: 'ok', data } });
  for (const times of bodies.keys()) {
    await button(page, 'Update Part').click();
    await expect.poll(() => provider.requests(uploadImage).length).toBe(times + 1);
    await expectVisible(page.getByText('Image upload failed', { exact: true }).last());
    await expectVisible(page.getByRole('dialog'));
  }
  expect(provider.requests(updatePart)).toEqual([]);
  await button(page, 'Update Part').click();
  await expect.poll(() => provider.requests(updatePart)[0]?.body).toMatchObject({ image: data });
});
