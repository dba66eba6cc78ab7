import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { ACTIVITY_COUNT, importActivity } from './support/activity-records.ts';
import { signedInTest } from './support/application-test.ts';
import { expectFocused, expectHidden, expectPath, expectText, expectVisible } from './support/expectations.ts';
import { captureDownload, chooseExport } from './support/files.ts';
import { accountButton } from './support/navigation.ts';
import { codeBytes, countTransfers, formatTransfers } from './support/transfers.ts';

const test = signedInTest({}, importActivity);

const total = (page: Page, count: number) => page.getByRole('heading', { name: `All Activity (${count})` });
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

async function openActivity(page: Page, search = ''): Promise<void> {
  await page.goto(`/activity${search}`);
  await expectVisible(page.getByRole('heading', { name: /^All Activity \(/ }));
}

describe('the activity log', () => {
  test('[PEOP-08] opens from Settings in the account menu, and the focus returns to the menu button', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    const account = accountButton(page);
    await expectText(account, /Owner/);
    const entry = page.getByRole('menu', { name: 'Account' }).getByRole('menuitem', { name: 'Settings' });
    await account.click();
    await expectVisible(entry);
    await page.keyboard.press('Escape');
    await expectHidden(entry);
    await expectFocused(account);
    await account.click();
    await entry.click();
    await expectPath(page, '/settings');
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Activity' }).click();
    await expectPath(page, '/activity');
    await expectVisible(page.getByRole('heading', { name: 'Activity', level: 1 }));
    expect(await page.title()).toMatch(/^Activity/);
    await expectVisible(page.getByRole('button', { name: 'Logout' }));
  });
});

describe('the first visit to the activity log', () => {
  test('loads at most 25 kB of code and 700 nodes', async ({ page }) => {
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));
    await accountButton(page).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const link = page.getByRole('main').getByRole('link', { name: 'Activity' });
    await expectVisible(link);
    const transfers = await countTransfers(page);
    await link.click();
    await expectVisible(total(page, ACTIVITY_COUNT));
    const moved = await transfers();
    expect(codeBytes(moved), formatTransfers(moved)).toBeLessThanOrEqual(25_000);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(700);
  });
});

// This test is the last one, because its export is also logged.
test('[PRIV-03] an export of the activity log has the filters of the screen and is logged', async ({ page }) => {
  await openActivity(page, '?action=imported');
  const file = await captureDownload(page, () => chooseExport(page, 'CSV'));
  expect(file.name).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
  await openActivity(page, '?action=exported');
  const exported = row(page, 'Exported the list');
  await expectText(exported.getByRole('cell').nth(5), /^Table: activity and 2 more$/);
  await exported.getByRole('button', { name: /^View details of activity/ }).click();
  await expectText(
    page.getByRole('dialog').getByRole('region', { name: 'Changes' }),
    /Table activity Action imported Rows \d+/,
  );
});
