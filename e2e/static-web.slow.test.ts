import { ownProfile } from '@wayside/contract/session';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { freePort } from '../tests/free-port.ts';
import { applicationTest } from './support/application-test.ts';
import { expectPath, expectVisible } from './support/expectations.ts';
import { aPicture } from './support/external/file-routes.ts';
import { startExternalApi } from './support/external/provider.ts';
import { externalAdministrator } from './support/external/routes.ts';
import { nginxSkipReason, startNginx } from './support/nginx.ts';
import { fillLogin } from './support/session.ts';
import { toast } from './support/toasts.ts';

const reason = await nginxSkipReason();
const provider = await startExternalApi();
afterAll(() => provider.stop());
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;

/** Our own server replaces the external API. Its CORS settings allow the web app on nginx. */
const test = applicationTest({ environment: { CORS_ORIGINS: origin } }).extend(
  'nginx',
  { scope: 'file' },
  async ({ application }, { onCleanup }) => {
    const nginx = await startNginx(port, [provider.url, provider.fileUrl, application.url]);
    onCleanup(() => nginx.stop());
    return nginx;
  },
);
beforeEach(({ skip }) => {
  if (reason !== null) skip(reason);
});

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers });

describe('the built web app on nginx', () => {
  test('[RUN-05, NAV-01, SECU-01] serves deep links, and caches hashed files for a year and config.json never', async ({
    nginx,
  }) => {
    await nginx.configure({ brand: 'Acme' });
    const deep = await ask('/users?page=2', { 'accept-encoding': 'gzip' });
    expect([deep.status, deep.headers.get('cache-control'), deep.headers.get('content-encoding')]).toEqual([
      200,
      'no-cache',
      'gzip',
    ]);
    const policy = deep.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`connect-src 'self' ${provider.url} ${provider.fileUrl}`);
    expect(deep.headers.get('server')).toBe('nginx');
    expect(deep.headers.get('strict-transport-security')).toBeNull();
    const script = /\/assets\/[\w-]+\.js/.exec(await deep.text())?.[0] ?? '';
    const asset = await ask(script, { 'accept-encoding': 'gzip' });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    expect(asset.headers.get('content-type')).toMatch(/javascript/);
    const config = await ask('/config.json');
    expect(config.headers.get('cache-control')).toBe('no-cache');
    expect(config.headers.get('content-type')).toBe('application/json');
    expect(await config.json()).toEqual({ brand: 'Acme' });
    for (const path of ['/assets/gone.js', `/api/v1${ownProfile.path}`, '/.vite/manifest.json']) {
      const missing = await ask(path);
      expect([path, missing.status, missing.headers.get('cache-control')]).toEqual([path, 404, 'no-cache']);
      expect(missing.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('[RUN-05, API-15] works with an external API', async ({ nginx, page, pageErrors }) => {
    pageErrors.expect(/^warning: listSosServices: data\[2\]\./);
    await nginx.configure({
      brand: 'Acme',
      timeZone: 'Asia/Dubai',
      apiHost: provider.url,
      fileHost: provider.fileUrl,
      updateMethod: 'PUT',
    });
    await page.goto(`${origin}/services/sos`);
    await fillLogin(page, externalAdministrator);
    await expectVisible(toast(page, 'Welcome to Acme Admin Panel'));
    await expectPath(page, '/services/sos');
    const picture = page.getByRole('row').filter({ hasText: 'Towing' }).locator('img');
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(16);
    expect(provider.unknownRequests()).toEqual([]);
  });

  test('[RUN-05, SECU-01, FILE-01] works with Wayside’s own API, its extensions and its images', async ({
    nginx,
    application,
    page,
  }) => {
    const own = (await (await fetch(`${application.url}/config.json`)).json()) as object;
    await nginx.configure({ ...own, apiHost: application.url });
    await page.goto(`${origin}/master/vehicle-models`);
    await fillLogin(page);
    await page.getByRole('button', { name: 'Add Model' }).click();
    await page.getByLabel('Company Name *').fill('Hero');
    await page.getByLabel('Company Logo').setInputFiles(aPicture);
    await page.getByRole('button', { name: 'Create Model' }).click();
    await expectVisible(toast(page, 'Vehicle model created successfully'));
    const picture = page.getByRole('row').filter({ hasText: 'Hero' }).locator('img');
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.getAttribute('src')).toMatch(new RegExp(`^${application.url}/files/images/`));
    await page.goto(`${origin}/activity`);
    await expectVisible(page.getByText('Created vehicle model Hero'));
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectVisible(page.getByRole('heading', { name: 'Admin Panel Login' }));
  });
});
