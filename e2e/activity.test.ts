import { listActivity } from '@wayside/contract/activity';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ACTIVITY_COUNT, kiran, ravi, recordActivity, remarks, suresh } from './support/activity-records.ts';
import { administrator } from './support/application.ts';
import { applicationTest } from './support/application-test.ts';
import { recordCalls } from './support/calls.ts';
import {
  expectFocused,
  expectHidden,
  expectPath,
  expectText,
  expectTexts,
  expectValue,
  expectVisible,
} from './support/expectations.ts';
import { pushPath } from './support/navigation.ts';
import { beginSignedIn } from './support/session.ts';
import { codeBytes, countTransfers, listed } from './support/transfers.ts';

const test = applicationTest()
  .extend('activity', { scope: 'file', auto: true }, ({ application }) => recordActivity(application))
  .extend('signedIn', { auto: true }, ({ page, application }) => beginSignedIn(page, application));

const total = (page: Page, count: number) => page.getByRole('heading', { name: `All Activity (${count})` });
const action = (page: Page) => page.getByRole('combobox', { name: 'Action' });
const record = (page: Page) => page.getByRole('combobox', { name: 'Record' });
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const active = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const details = (page: Page, number: number) => page.getByRole('dialog', { name: `Activity #${number}` });
const inAddress = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function openActivity(page: Page, search = ''): Promise<void> {
  await page.goto(`/activity${search}`);
  await expectVisible(page.getByRole('heading', { name: /^All Activity \(/ }));
}

describe('the log', () => {
  test('[NAV-06] is reached from the account menu, which closes to its button', async ({ page }) => {
    await page.goto('/dashboard');
    const account = page.getByRole('banner').getByRole('button', { name: 'Account' });
    const entry = page.getByRole('menu', { name: 'Account' }).getByRole('menuitem', { name: 'Activity' });
    await account.click();
    await expectVisible(entry);
    await page.keyboard.press('Escape');
    await expectHidden(entry);
    await expectFocused(account);
    await account.click();
    await entry.click();
    await expectPath(page, '/activity');
    await expectVisible(page.getByRole('heading', { name: 'Activity', level: 1 }));
    expect(await page.title()).toMatch(/^Activity/);
    await expectVisible(page.getByRole('button', { name: 'Logout' }));
  });

  test('[SECU-05, API-17, FMT-02] says who did what to whom, when, from where, before and after', async ({
    page,
  }) => {
    await openActivity(page);
    await expectVisible(total(page, ACTIVITY_COUNT));
    const headers = ['When', 'Who', 'What', 'From', 'Changes', 'Actions'];
    await expectTexts(page.getByRole('columnheader'), headers);
    const cells = row(page, 'Rejected').getByRole('cell');
    await expectText(cells.nth(0), /^\d{1,2} [A-Z][a-z]{2,3} \d{4} \d{1,2}:\d\d [ap]m$/);
    await expectText(cells.nth(1), administrator.email);
    await expectText(cells.nth(2), `Rejected Kiran Rao ${remarks.replace('\n', ' ')}`);
    await expectText(cells.nth(3), '127.0.0.1');
    await expectText(cells.nth(4), 'Status: Pending → Rejected');
    await expectText(row(page, 'as expert').getByRole('cell').nth(2), 'Marked Suresh Patil as expert');
  });

  test('[FMT-01, SECU-05] shows amounts as rupees', async ({ page }) => {
    await openActivity(page);
    await expectText(row(page, 'Changed').getByRole('cell').nth(4), 'Price: ₹499 → ₹1,23,456.5');
  });

  test('[USER-06] of a deleted customer knows the fields and no value', async ({ page }) => {
    await openActivity(page, '?action=deleted&entity=user');
    await expectText(row(page, 'Deleted').getByRole('cell').nth(2), /^Deleted user [0-9a-f]{6}$/);
    await expectText(row(page, 'Deleted').getByRole('cell').nth(4), /^Name, Email, Phone/);
    await expectHidden(page.getByText('Meena'));
  });

  test('[BOOK-11] leads from a name to that person', async ({ page }) => {
    await openActivity(page, '?action=rejected');
    await page.getByRole('link', { name: 'Kiran Rao' }).click();
    await expectPath(page, '/mechanics');
    await expectVisible(page.getByRole('dialog', { name: 'Kiran Rao' }));
  });
});

describe('the filters', () => {
  test('[API-17] of action and record narrow it together, and stand in the heading', async ({ page }) => {
    await openActivity(page, '?page=2');
    await action(page).selectOption({ label: 'Blocked' });
    await expectVisible(total(page, 6));
    expect(inAddress(page)).toEqual({ action: 'blocked' });
    await record(page).selectOption({ label: 'Mechanics' });
    await expectVisible(total(page, 2));
    await expectTexts(active(page), ['Action: Blocked', 'Record: Mechanics']);
    await page.getByRole('button', { name: 'Action: Blocked, remove filter' }).click();
    await expectVisible(total(page, 6));
    await expectValue(action(page), 'all');
    await record(page).selectOption({ label: 'Parts' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectVisible(total(page, ACTIVITY_COUNT));
    expect(inAddress(page)).toEqual({});
  });

  test('[API-17, NAV-09] of one record come with a link', async ({ page }) => {
    await openActivity(page, `?entity=mechanic&id=${suresh.id}`);
    await expectVisible(total(page, 5));
    await expectTexts(active(page), ['Only: Suresh Patil', 'Record: Mechanics']);
    await page.getByRole('button', { name: 'Only: Suresh Patil, remove filter' }).click();
    await expectVisible(total(page, 6));
  });

  test('[API-17] of an administrator come with a click on who it was', async ({ page }) => {
    await openActivity(page, '?action=rejected');
    await row(page, 'Rejected').getByRole('link', { name: administrator.email }).click();
    await expectVisible(total(page, ACTIVITY_COUNT));
    await expectTexts(active(page), [`By: ${administrator.email}`]);
    expect(Object.keys(inAddress(page))).toEqual(['actor']);
  });

  test('[NAV-09] that make no sense are none', async ({ page }) => {
    await openActivity(page, '?action=nonsense');
    await expectVisible(total(page, ACTIVITY_COUNT));
    for (const search of ['?entity=cat', '?page=0&row=']) {
      await pushPath(page, '/activity?entity=slot');
      await expectVisible(total(page, 0));
      await pushPath(page, `/activity${search}`);
      await expectVisible(total(page, ACTIVITY_COUNT));
    }
  });
});

describe('a row', () => {
  test('[SECU-05] shows all of itself and its place in the chain', async ({ page }) => {
    await openActivity(page);
    await page.getByRole('button', { name: 'View details of activity 12', exact: true }).click();
    const dialog = details(page, 12);
    for (const fact of ['Rejected Kiran Rao', administrator.email, '127.0.0.1', 'Pending → Rejected'])
      await expectVisible(dialog.getByText(fact, { exact: true }));
    await expectVisible(dialog.getByRole('button', { name: `${kiran.id}, copy the whole id` }));
    expect(await dialog.getByText(/^The photo/).innerText()).toBe(remarks);
    const chain = dialog.getByRole('region', { name: 'Place in the Chain' });
    await expectText(chain, /^Place in the Chain Row 12 [0-9a-f]{16} Continues row 11 [0-9a-f]{16}$/);
  });

  test('[NAV-09] is in the address, on whatever page it is now', async ({ page }) => {
    await page.goto('/activity?row=1');
    await expectText(details(page, 1).getByRole('region', { name: 'Summary' }), /Blocked Suresh Patil/);
    await expectVisible(details(page, 1).getByText('Begins the chain'));
    await page.reload();
    await expectVisible(details(page, 1).getByText('Begins the chain'));
    await page.keyboard.press('Escape');
    await expectHidden(details(page, 1));
    expect(inAddress(page)).toEqual({});
  });

  test('[NAV-09] that is not there says so', async ({ page, pageErrors }) => {
    pageErrors.allow(/^(response: 40[04]|console: )/);
    await openActivity(page);
    for (const number of ['999', 'abc']) {
      await pushPath(page, `/activity?row=${number}`);
      await expectVisible(page.getByText('There is no activity with this number.'));
      await page.keyboard.press('Escape');
      await expectHidden(page.getByRole('dialog'));
    }
  });

  test('[NAV-09] and pages and filters are steps of the history', async ({ page }) => {
    await openActivity(page);
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expectVisible(page.getByText('Showing 11 to 15 of 15 entries'));
    await page.getByRole('button', { name: 'View details of activity 2', exact: true }).click();
    await expectVisible(details(page, 2));
    await page.goBack();
    await expectHidden(details(page, 2));
    await page.goBack();
    await expectVisible(page.getByText('Showing 1 to 10 of 15 entries'));
    await page.goForward();
    await page.goForward();
    await expectVisible(details(page, 2));
  });
});

describe('what is moved', () => {
  test('[ERR-02] one call on load, one on Refresh, none for details', async ({ page }) => {
    const calls = recordCalls(page, listActivity);
    await openActivity(page, `?entity=user&id=${ravi.id}`);
    expect(calls.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { page: '1', limit: '10', entity: 'user', id: ravi.id },
    ]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => calls.length).toBe(2);
    await page
      .getByRole('button', { name: /^View details/ })
      .first()
      .click();
    await expectVisible(page.getByRole('dialog'));
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect(calls).toHaveLength(2);
  });

  test('[NAV-06] at most 25 kB of code on the first visit, and 700 nodes', async ({ page }) => {
    await page.goto('/dashboard');
    await expectVisible(page.getByRole('region', { name: 'Daily Earnings' }));
    await page.getByRole('button', { name: 'Account' }).click();
    await expectVisible(page.getByRole('menuitem', { name: 'Activity' }));
    const transfers = await countTransfers(page);
    await page.getByRole('menuitem', { name: 'Activity' }).click();
    await expectVisible(total(page, ACTIVITY_COUNT));
    const moved = await transfers();
    expect(codeBytes(moved), listed(moved)).toBeLessThanOrEqual(25_000);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(700);
  });
});
