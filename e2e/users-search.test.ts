import { listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { recordCalls } from './support/call-log.ts';
import { callPattern } from './support/calls.ts';
import { expectHidden, expectTexts, expectValue, expectVisible } from './support/expectations.ts';
import { aUser } from './support/factories/people.ts';
import { goWithin } from './support/go-within.ts';
import { holdAnswer } from './support/held-call.ts';
import { signedInTest } from './support/signed-in-test.ts';
import { expectFocused, openUsers, userRow, usersTotal } from './support/users-screen.ts';

const meena = aUser({ name: 'मीना शर्मा', phone: '+91 70000 12345', email: 'Meena.Sharma@example.in' });
const farida = aUser({ name: 'Farida Khan', phone: '7000099999', email: 'farida@example.org' });
const others = Array.from({ length: 20 }, (_, index) => aUser({ phone: `98765432${10 + index}` }));

const test = signedInTest({ users: [meena, farida, ...others] });

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by phone number' });
const inAddress = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const asked = (calls: readonly URL[]) => calls.map(({ searchParams }) => Object.fromEntries(searchParams));

describe('the search', () => {
  test('[USER-01] calls once, half a second after the last key, trimmed, and goes back to page 1', async ({
    page,
  }) => {
    await page.clock.install();
    await openUsers(page, '?page=3');
    await page.clock.pauseAt(Date.now() + 60_000);
    const calls = recordCalls(page, listUsers);
    await searchBox(page).pressSequentially('  7000');
    await page.clock.runFor(499);
    await searchBox(page).pressSequentially('09 ');
    await page.clock.runFor(499);
    expect(calls).toHaveLength(0);
    await page.clock.runFor(1);
    await expect.poll(() => asked(calls)).toEqual([{ page: '1', limit: '10', search: '700009' }]);
    await page.clock.resume();
    await expectVisible(usersTotal(page, 1));
    await expectVisible(userRow(page, farida));
    expect(inAddress(page)).toEqual({ search: '700009' });
    expect(calls).toHaveLength(1);
  });

  test('[USER-01] of blanks alone calls nothing', async ({ page }) => {
    await page.clock.install();
    await openUsers(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    const calls = recordCalls(page, listUsers);
    await searchBox(page).fill('    ');
    await page.clock.runFor(5000);
    expect(calls).toHaveLength(0);
  });

  test('[USER-01] finds a customer by phone, name and email, with blanks, in any case and script', async ({
    page,
  }) => {
    await openUsers(page);
    for (const [text, user] of [
      ['99999', farida],
      ['70000 12', meena],
      ['fARIDA k', farida],
      ['शर्मा', meena],
      ['meena.SHARMA@', meena],
    ] as const) {
      await goWithin(page, '/users');
      await expectVisible(usersTotal(page, 22));
      await searchBox(page).fill(text);
      await expectVisible(usersTotal(page, 1));
      await expectVisible(userRow(page, user));
    }
  });

  test('[USER-01, USER-03] for what nobody has finds nothing and says so to the letter', async ({ page }) => {
    await openUsers(page);
    for (const text of ['%', '_', "' OR 1=1 --", '\\', '<b>x</b>', '"quoted"']) {
      await searchBox(page).fill(text);
      await expectVisible(page.getByText(`No users found matching "${text}"`, { exact: true }));
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expectVisible(usersTotal(page, 22));
      await expectValue(searchBox(page), '');
      expect(inAddress(page)).toEqual({});
    }
  });

  test('[USER-01] takes 200 characters and no more', async ({ page }) => {
    await openUsers(page);
    await searchBox(page).fill('9'.repeat(200));
    await expectVisible(page.getByText(/^No users found matching "9{200}"$/));
    expect(await searchBox(page).getAttribute('maxlength')).toBe('200');
  });

  test('[USER-01, NAV-09] never shows an old answer after a newer one', async ({ page }) => {
    await openUsers(page);
    const release = await holdAnswer(page, `${callPattern(listUsers)}search=9876*`);
    const calls = recordCalls(page, listUsers);
    await searchBox(page).fill('9876');
    await expect.poll(() => calls.length).toBe(1);
    await searchBox(page).fill('7000099');
    await expectVisible(userRow(page, farida));
    release();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => calls.length).toBe(3);
    await expectVisible(usersTotal(page, 1));
    await expectVisible(userRow(page, farida));
  });

  test('[USER-01] is focused by its key, emptied by Escape, and taken away in the heading', async ({ page }) => {
    await openUsers(page, '?search=7000');
    await expectTexts(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'), ['Search: 7000']);
    await page.keyboard.press('/');
    await expectFocused(searchBox(page));
    await page.keyboard.press('Escape');
    await expectValue(searchBox(page), '');
    await expectVisible(usersTotal(page, 22));
    await searchBox(page).fill('7000');
    await page.getByRole('button', { name: 'Search: 7000, remove filter' }).click();
    await expectVisible(usersTotal(page, 22));
    await expectHidden(page.getByRole('list', { name: 'Active filters' }));
  });
});

describe('[NAV-09] the address', () => {
  test('[ERR-02] asks once, however it is written', async ({ page }) => {
    const calls = recordCalls(page, listUsers);
    await openUsers(page, '?search=70000%2012');
    await expectVisible(usersTotal(page, 1));
    // Said once nothing is on its way any more.
    await expectVisible(page.getByRole('status').filter({ hasText: '1 user found' }));
    expect(calls).toHaveLength(1);
  });

  test('gives the same view after a reload, with the dialog that was open', async ({ page }) => {
    await openUsers(page, '?search=70000');
    await page.getByRole('button', { name: 'View details of Farida Khan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Farida Khan' });
    await expectVisible(dialog.getByRole('region', { name: 'Account' }));
    expect(inAddress(page)).toEqual({ search: '70000', user: farida.id });
    await page.reload();
    await expectVisible(dialog.getByRole('region', { name: 'Account' }));
    await page.keyboard.press('Escape');
    await expectHidden(dialog);
    await expectVisible(usersTotal(page, 2));
    await expectValue(searchBox(page), '70000');
  });

  test('leads back and forward through pages, search and dialogs', async ({ page }) => {
    await openUsers(page);
    await page.getByRole('link', { name: 'Page 3', exact: true }).click();
    await expectVisible(page.getByText('page 3 of 3', { exact: true }));
    await searchBox(page).fill('Farida');
    await expectVisible(usersTotal(page, 1));
    await page.getByRole('button', { name: 'View details of Farida Khan' }).click();
    await expectVisible(page.getByRole('dialog', { name: 'Farida Khan' }));
    await page.goBack();
    await expectHidden(page.getByRole('dialog'));
    await expectValue(searchBox(page), 'Farida');
    await page.goBack();
    await expectVisible(page.getByText('page 3 of 3', { exact: true }));
    await expectValue(searchBox(page), '');
    await page.goForward();
    await page.goForward();
    await expectVisible(page.getByRole('dialog', { name: 'Farida Khan' }));
  });

  test.for(['?page=0', '?page=abc', '?status=pending', '?search=%20', '?customer=1'])(
    'that makes no sense (%s) shows the list from its beginning',
    async (search, { page }) => {
      await openUsers(page, search);
      await expectVisible(page.getByText('page 1 of 3', { exact: true }));
    },
  );
});
