import { listActivity } from '@wayside/contract/activity';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible, expectAccessibleLoading } from './support/accessibility.ts';
import { ACTIVITY_COUNT, importActivity, kiran, remarks, suresh } from './support/activity-records.ts';
import { administrator } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { pretendExternalApi, serveAnswers } from './support/calls.ts';
import {
  expectFocused,
  expectHidden,
  expectPath,
  expectText,
  expectTexts,
  expectValue,
  expectVisible,
} from './support/expectations.ts';
import { chooseExport, downloadOf } from './support/files.ts';
import { press, queryOf } from './support/locators.ts';
import { accountButton, pushPath } from './support/navigation.ts';
import { codeBytes, countTransfers, listed } from './support/transfers.ts';

const test = signedInTest({}, importActivity);
const fixedText = 'Failed to load activity. Please try again.';

const total = (page: Page, count: number) => page.getByRole('heading', { name: `All Activity (${count})` });
const action = (page: Page) => page.getByRole('combobox', { name: 'Action' });
const record = (page: Page) => page.getByRole('combobox', { name: 'Record' });
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const active = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const details = (page: Page, number: number) => page.getByRole('dialog', { name: `Activity #${number}` });

async function openActivity(page: Page, search = ''): Promise<void> {
  await page.goto(`/activity${search}`);
  await expectVisible(page.getByRole('heading', { name: /^All Activity \(/ }));
}

describe('the log', () => {
  test('[PEOP-08] is opened from Settings in the account menu, which returns the focus to its button', async ({
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

  test('[SECU-05, API-17, FMT-02] shows actor, change, record, time, address and values', async ({ page }) => {
    await openActivity(page);
    await expectVisible(total(page, ACTIVITY_COUNT));
    const headers = ['', 'When', 'Who', 'What', 'From', 'Changes', 'Actions'];
    await expectTexts(page.getByRole('columnheader'), headers);
    const cells = row(page, 'Rejected').getByRole('cell');
    await expectText(cells.nth(1), /^\d{1,2} [A-Z][a-z]{2,3} \d{4} \d{1,2}:\d\d [ap]m$/);
    await expectText(cells.nth(2), administrator.email);
    await expectText(cells.nth(3), `Rejected Kiran Rao ${remarks.replace('\n', ' ')}`);
    await expectText(cells.nth(4), '127.0.0.1');
    await expectText(cells.nth(5), 'Status: Pending → Rejected');
    await expectText(row(page, 'as expert').getByRole('cell').nth(3), 'Marked Suresh Patil as expert');
  });

  test('[FMT-01, SECU-05] shows amounts as rupees', async ({ page }) => {
    await openActivity(page);
    await expectText(row(page, 'Changed').getByRole('cell').nth(5), 'Price: ₹499 → ₹1,23,456.50');
  });

  test('[USER-06] of a deleted customer names the fields without their values', async ({ page }) => {
    await openActivity(page, '?action=deleted&entity=user');
    await expectText(row(page, 'Deleted').getByRole('cell').nth(3), /^Deleted user [0-9a-f]{6}$/);
    await expectText(row(page, 'Deleted').getByRole('cell').nth(5), /^Name, Email, Phone/);
    await expectHidden(page.getByText('Meena'));
  });

  test('[BOOK-11] links names to the people', async ({ page }) => {
    await openActivity(page, '?action=rejected');
    await page.getByRole('link', { name: 'Kiran Rao' }).click();
    await expectPath(page, '/mechanics');
    await expectVisible(page.getByRole('dialog', { name: 'Kiran Rao' }));
  });
});

describe('the filters', () => {
  test('[API-17] of action and record apply together and can be removed', async ({ page }) => {
    await openActivity(page, '?page=2');
    await action(page).selectOption({ label: 'Blocked' });
    await expectVisible(total(page, 6));
    expect(queryOf(page)).toEqual({ action: 'blocked' });
    await record(page).selectOption({ label: 'Mechanics' });
    await expectVisible(total(page, 2));
    await expectTexts(active(page), ['Action: Blocked', 'Record: Mechanics']);
    await page.getByRole('button', { name: 'Action: Blocked, remove filter' }).click();
    await expectVisible(total(page, 6));
    await expectValue(action(page), 'all');
    await record(page).selectOption({ label: 'Parts' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectVisible(total(page, ACTIVITY_COUNT));
    expect(queryOf(page)).toEqual({});
  });

  test('[API-17, NAV-09] of one record come from a link', async ({ page }) => {
    await openActivity(page, `?entity=mechanic&id=${suresh.id}`);
    await expectVisible(total(page, 5));
    await expectTexts(active(page), ['Only: Suresh Patil', 'Record: Mechanics']);
    await page.getByRole('button', { name: 'Only: Suresh Patil, remove filter' }).click();
    await expectVisible(total(page, 6));
  });

  test('[API-17] of an administrator come from a click on the actor', async ({ page }) => {
    await openActivity(page, '?action=rejected');
    await row(page, 'Rejected').getByRole('link', { name: administrator.email }).click();
    // The first seals, the first administrator and the import have other actors.
    await expectVisible(total(page, ACTIVITY_COUNT - 3));
    await expectTexts(active(page), [`Actor: ${administrator.email}`]);
    expect(Object.keys(queryOf(page))).toEqual(['actor']);
  });

  test('[PRIV-03] of days, actor and action are in the address', async ({ page }) => {
    await openActivity(page);
    await page.getByRole('combobox', { name: 'Date' }).selectOption({ label: 'From – To…' });
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    await page.getByRole('combobox', { name: 'Actor' }).selectOption({ label: 'Command line' });
    await expectVisible(total(page, 1));
    await expectVisible(row(page, 'Imported into the database').getByText(/^command line \(.+\)$/));
    await expectAccessible(page);
    await to.fill('2020-01-31');
    await expectVisible(page.getByText('No activity found matching your criteria'));
    expect(queryOf(page)).toEqual({ actor: '0'.repeat(24), to: '2020-01-31' });
    await to.fill('');
    await from.fill('2020-01-31');
    await action(page).selectOption({ label: 'Imported' });
    await expectVisible(total(page, 1));
    await page.reload();
    await expectVisible(total(page, 1));
    await expectValue(from, '31 Jan 2020');
    await expectValue(to, '');
  });
});

describe('a row', () => {
  test('[SECU-05] shows all fields and its place in the chain', async ({ page }) => {
    await openActivity(page);
    await page.getByRole('button', { name: 'View details of activity 16', exact: true }).click();
    const dialog = details(page, 16);
    for (const fact of ['Rejected Kiran Rao', administrator.email, '127.0.0.1', 'Pending → Rejected'])
      await expectVisible(dialog.getByText(fact, { exact: true }));
    await expectVisible(dialog.getByRole('button', { name: `${kiran.id}, copy the whole id` }));
    expect(await dialog.getByText(/^The photo/).innerText()).toBe(remarks);
    await dialog.getByText('Details', { exact: true }).click();
    const chain = dialog.getByRole('group').filter({ hasText: 'Row 16' });
    await expectText(chain, /Row 16 [0-9a-f]{16} Continues row 15 [0-9a-f]{16}$/);
  });

  async function expectBeginOfChain(page: Page): Promise<void> {
    await details(page, 1).getByText('Details', { exact: true }).click();
    await expectVisible(details(page, 1).getByText('Begins the chain'));
  }

  test('[NAV-09] is in the address, whatever page it is on', async ({ page }) => {
    await page.goto('/activity?row=1');
    await expectText(
      details(page, 1).getByRole('region', { name: 'Summary' }),
      /Signed the older records of the database/,
    );
    await expectBeginOfChain(page);
    await page.reload();
    await expectBeginOfChain(page);
    await page.keyboard.press('Escape');
    await expectHidden(details(page, 1));
    expect(queryOf(page)).toEqual({});
  });

  test('[NAV-09] that does not exist is reported', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 40[04]|console: )/);
    await openActivity(page);
    for (const number of ['999', 'abc']) {
      await pushPath(page, `/activity?row=${number}`);
      await expectVisible(page.getByText('There is no activity with this number.'));
      await page.keyboard.press('Escape');
      await expectHidden(page.getByRole('dialog'));
    }
  });
});

describe('the first visit', () => {
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
    expect(codeBytes(moved), listed(moved)).toBeLessThanOrEqual(25_000);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(700);
  });
});

describe('a load that fails', () => {
  test('[ERR-03] of a row shows the error in the dialog and is repeated there', async ({ page }) => {
    await serveAnswers(
      page,
      { name: 'getActivity', method: 'GET', path: '/admin/activity/{id}' },
      { status: 409, json: {} },
      'real',
    );
    await page.goto('/activity?row=6');
    await expectVisible(page.getByRole('dialog').getByText(fixedText));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectText(page.getByRole('dialog').getByRole('region', { name: 'Summary' }), /Unblocked Suresh Patil/);
  });

  test('[ERR-01, ERR-03] of the list shows the fixed text and is repeated by hand', async ({ page }) => {
    await serveAnswers(page, listActivity, { status: 404, json: {} }, 'real');
    await page.goto('/activity');
    await expectVisible(page.getByRole('alert').getByText(fixedText));
    await expectAccessible(page);
    await press(page, 'Try Again');
    await expectVisible(total(page, ACTIVITY_COUNT));
  });
});

describe('is accessible', () => {
  test('while the log loads and once it is filled, without a layout shift', async ({ page }) => {
    await expectAccessibleLoading(page, {
      path: '/activity',
      call: listActivity,
      loading: page.getByRole('heading', { name: 'All Activity', exact: true }),
      filled: total(page, ACTIVITY_COUNT),
    });
  });

  test('of the details, the account menu and an empty log', async ({ page }) => {
    await page.goto('/activity?row=16');
    await details(page, 16).getByText('Details', { exact: true }).click();
    await expectVisible(details(page, 16).getByText('Row 16', { exact: true }));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await accountButton(page).click();
    await expectVisible(page.getByRole('menuitem', { name: 'Settings' }));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await serveAnswers(page, listActivity, {
      json: { status: true, data: [], total: 0, totalPages: 0, currentPage: 1 },
    });
    await page.goto('/activity');
    await expectVisible(page.getByText(/^No activity yet\./));
    await expectAccessible(page);
  });

  test('[FMT-06] as cards on a narrow phone', async ({ openSignedIn }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/activity?action=rejected');
    await expectText(
      page.getByRole('list', { name: 'All Activity' }).getByRole('listitem'),
      /^\d.* Rejected Kiran Rao asha@wayside\.test The photo of the shop is not readable\. Please send it again\. Status: Pending → Rejected$/,
    );
    await expectAccessible(page);
    const banner = page.getByRole('banner');
    await expectText(banner.getByText('Welcome back,'), 'Welcome back, Admin');
    expect(await banner.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });
});

test('[API-17, NAV-06] an external API has no account menu and no page for the log', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^console: 404/);
  await pretendExternalApi(page);
  await page.goto('/dashboard');
  await expectVisible(page.getByRole('button', { name: 'Theme' }));
  await expectHidden(accountButton(page));
  await expectVisible(page.getByText('Welcome back,'));
  await page.goto('/activity');
  await expectVisible(page.getByText('Oops! Page not found'));
  await expectHidden(page.getByText(administrator.email));
});

// The last one: the export is an entry, too.
test('[PRIV-03] the export has the filters of the screen and is in the log', async ({ page }) => {
  await openActivity(page, '?action=imported');
  const file = await downloadOf(page, () => chooseExport(page, 'CSV'));
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
