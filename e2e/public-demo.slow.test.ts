import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { withDatabase } from './support/database.ts';
import { expectHidden, expectPath, expectText, expectVisible } from './support/expectations.ts';
import { expectNoOverflow } from './support/overflow.ts';

// A public demo does not reuse data that another process created, such as the test template's.
const dataFolder = mkdtempSync(join(tmpdir(), 'wayside-public-demo-'));
const environment = { DEMO_RESET: 'daily', DEMO: 'on', ADMIN_PASSWORD: '', DATA_DIR: dataFolder };
const test = applicationTest({ environment });

/** Ends all sessions, as a reset does. */
const endSessions = () =>
  withDatabase({ url: '', pid: 0, dataFolder }, (client) => client.query('DELETE FROM sessions'));

afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

describe('[SHIP-06] the public demo', () => {
  test.for([
    { width: 'desktop', theme: 'light' },
    { width: 'phone', theme: 'dark' },
  ] as const)(
    'lets visitors choose a role and states when it is reset, on $width in $theme',
    async (options, { openPage }) => {
      const page = await openPage(options);
      await page.goto('/');
      const strip = page.getByRole('complementary', { name: 'Public demo' });
      const text = /^Public demo\. Data resets every night at 00:00 IST \(in \d+ (h|min)\)\.$/;
      await expectText(strip, text);
      await expectAccessible(page);
      await expectHidden(page.getByLabel('Password'));
      const roles = page.getByRole('list', { name: 'Roles' }).getByRole('button');
      expect(await roles.count()).toBe(6);
      await page.getByRole('button', { name: 'Viewer', exact: true }).click();
      await expectPath(page, '/dashboard');
      await expectText(strip, text);
      await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));
      await expectNoOverflow(page, 'the dashboard');
      await page.goto('/profile');
      await expectVisible(page.getByRole('heading', { name: 'Shared account' }));
      await expectHidden(page.getByRole('heading', { name: 'Password' }));
      await expectAccessible(page);
    },
  );

  test('shows the login page on an idle screen after a reset', async ({ openPage, pageErrors }) => {
    pageErrors.expect(/response: 401 /);
    pageErrors.allow(/HTTP error! status: 401|Auth check failed/);
    const page = await openPage({ live: true });
    await page.goto('/');
    await page.getByRole('button', { name: 'Support' }).click();
    await expectPath(page, '/dashboard');
    await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));
    await endSessions();
    await expectPath(page, '/login');
    await expectVisible(page.getByText('The demo was reset. Sign in again.'));
  });

  test('shows the login page on an open screen after a reset, even while the user types', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expect(/response: 401 /);
    pageErrors.allow(/HTTP error! status: 401|Auth check failed/);
    await page.goto('/');
    await page.getByRole('button', { name: 'Owner' }).click();
    await expectPath(page, '/dashboard');
    await page.goto('/master/slots');
    await page.getByRole('button', { name: 'Add Slot' }).first().click();
    const adding = page.getByRole('dialog', { name: 'Add New Time Slot' });
    await adding.getByLabel('Start Time *').fill('09:15');
    await adding.getByLabel('End Time *').fill('09:30');
    await endSessions();
    await adding.getByRole('button', { name: 'Create Slot' }).click();
    await expectPath(page, '/login');
    await expectVisible(page.getByText('The demo was reset. Sign in again.'));
    await page.getByRole('button', { name: 'Manager' }).click();
    await expectPath(page, '/master/slots');
  });
});
