import { getMechanic, listMechanics } from '@wayside/contract/mechanics';
import { listUsers } from '@wayside/contract/users';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdResponse, mockResponses, recordCalls } from './support/calls.ts';
import { runClockUntil, stopClock } from './support/clock.ts';
import { expectFocused, expectHidden, expectPath, expectValue, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { beginSignedIn } from './support/session.ts';

const meena = aUser({ name: 'Meena Sharma', phone: '+91 98200 12345', email: 'meena@example.in' });
const others = Array.from({ length: 12 }, () => aUser({ name: 'Asha Rao' }));
const suresh = aMechanic({ name: 'Suresh Patil', phone: '9820055555' });
const booking = aBooking({ customer: refTo(meena), mechanic: refTo(suresh) });

const test = signedInTest({ users: [meena, ...others], mechanics: [suresh], bookings: [booking] });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });

/** Opens a page and waits until it is rendered, because shortcuts work from then on. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectVisible(page.getByRole('heading', { level: 1 }));
}

async function find(page: Page, text: string, path = '/users'): Promise<void> {
  await open(page, path);
  await page.keyboard.press('ControlOrMeta+k');
  await field(page).fill(text);
}

describe('[FIND-03] a name without an exact match', () => {
  test('offers similar names in the list and in the global search, and marks them as similar', async ({ page }) => {
    await open(page, '/users?search=Mina+Sarma');
    await expectVisible(page.getByText('No exact match. 1 similar name.'));
    await expectVisible(page.getByRole('row', { name: /Meena Sharma/ }));
    await expectAccessible(page);
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('मीना शर्मा');
    const similar = dialog(page).getByRole('group', { name: 'Similar customers' });
    await expectVisible(similar.getByRole('option', { name: /^Meena Sharma/ }));
    await expectVisible(dialog(page).getByRole('group', { name: 'Similar bookings' }));
    await field(page).fill('Sharma-ji');
    await expectVisible(similar.getByRole('option', { name: /^Meena Sharma/ }));
    await field(page).fill('Meena Sharma');
    await expectVisible(dialog(page).getByRole('group', { name: 'Customers' }));
    await expectHidden(similar);
  });
});

test('[FIND-02] the global search finds a phone number and an id as they are read aloud', async ({ page }) => {
  await find(page, '98200/12345');
  await expectVisible(option(page, /^Meena Sharma/));
  const id = booking.id.slice(-8);
  await field(page).fill(`booking no. ${id.slice(0, 4)} ${id.slice(4)}`);
  await expectVisible(dialog(page).getByRole('group', { name: 'Bookings' }));
});

describe('the global search (Ctrl or Cmd+K)', () => {
  test('[PEOP-09] finds actions by their words and each screen once, and shows the amount and status of bookings', async ({
    page,
  }) => {
    await find(page, 'add pa');
    await expectVisible(option(page, 'Add part'));
    await page.keyboard.press('Enter');
    await expectPath(page, '/services/parts');
    await find(page, 'invite');
    await option(page, 'Invite a teammate').click();
    await expectVisible(page.getByRole('dialog', { name: /^Invite/ }));
    await find(page, 'activity');
    await expectVisible(option(page, 'Activity'));
    expect(await option(page, 'Activity').count()).toBe(1);
    await field(page).fill(booking.id.slice(-6));
    await expectVisible(option(page, /₹1,298 · Pending · Oil change · Meena Sharma/));
  });

  test('[WORK-03, USER-01, MECH-01] finds people by phone and opens their details', async ({ page }) => {
    await find(page, '98200', '/notifications');
    await expectVisible(option(page, /^Meena Sharma/));
    await expectVisible(option(page, /^Suresh Patil/));
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByRole('dialog', { name: 'Suresh Patil' }));
    expect(new URL(page.url()).search).toBe(`?mechanic=${suresh.id}`);
    await open(page, '/notifications');
    await page.keyboard.press('ControlOrMeta+k');
    const recent = dialog(page).getByRole('group', { name: 'Recently opened' }).getByRole('option');
    await expectVisible(recent.filter({ hasText: 'Suresh Patil' }));
    expect(await page.evaluate(() => localStorage.getItem('wayside_preferences'))).not.toContain('Suresh');
    await page.keyboard.press('Escape');
    await expectHidden(dialog(page));
    // A minute later the web app reads the records again.
    const calls = recordCalls(page, getMechanic);
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 61_000;
    });
    await page.keyboard.press('ControlOrMeta+k');
    await expect.poll(() => calls.length).toBe(1);
  });

  test('[TOUGH-06] ignores Enter and Escape of an input method, and opens a row in a new tab like a link', async ({
    page,
  }) => {
    await find(page, '98200 12345', '/users?search=Meena');
    await expectVisible(option(page, /^Meena Sharma/));
    const devtools = await page.context().newCDPSession(page);
    const pressInMethod = async (key: string) => {
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        await devtools.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 });
    };
    await pressInMethod('Enter');
    await pressInMethod('Escape');
    await expectVisible(option(page, /^Meena Sharma/));
    await devtools.send('Input.imeSetComposition', { text: 'मी', selectionStart: 2, selectionEnd: 2 });
    await page.keyboard.press('Escape');
    await expectVisible(dialog(page));
    await devtools.send('Input.insertText', { text: '' });
    await field(page).fill('');
    await page.keyboard.press('Escape');
    await expectHidden(dialog(page));

    const row = page.getByRole('row').filter({ hasText: 'Meena Sharma' });
    for (const how of [{ modifiers: ['ControlOrMeta'] }, { modifiers: ['Shift'] }, { button: 'middle' }] as const) {
      const opened = page.context().waitForEvent('page');
      await row.getByText('meena@example.in').click(how as never);
      const other = await opened;
      await other.waitForURL(({ searchParams }) => searchParams.get('user') === meena.id);
      await expectVisible(other.getByRole('dialog', { name: 'Meena Sharma' }));
      await other.close();
    }
    const opened = page.context().waitForEvent('page');
    await row.getByRole('button', { name: /^View details/ }).click({ modifiers: ['ControlOrMeta'] });
    await (await opened).close();
    expect(new URL(page.url()).search).toBe('?search=Meena');
    await expectHidden(page.getByRole('dialog'));
  });

  test('[WORK-03, BOOK-01] finds a booking by the end of its id', async ({ page }) => {
    await find(page, booking.id.slice(-6));
    await expectVisible(option(page, `Booking #${booking.id.slice(-6)}`));
    await page.keyboard.press('Enter');
    await expectVisible(page.getByRole('dialog', { name: new RegExp(booking.id.slice(-8), 'i') }));
  });

  test('[WORK-03, BOOK-15] finds bookings by customer behind a button, which gets the focus back', async ({
    page,
  }) => {
    await open(page, '/notifications');
    const button = page.getByRole('button', { name: 'Search', exact: true });
    await button.click();
    await field(page).fill('sharma MEENA');
    await expectVisible(dialog(page).getByRole('group', { name: 'Customers' }).getByRole('option'));
    await expectVisible(dialog(page).getByRole('group', { name: 'Bookings' }).getByRole('option'));
    await page.keyboard.press('Escape');
    await expectFocused(button);
  });

  test('[WORK-03] finds a screen by name, and sends no request for fewer than three characters', async ({
    page,
  }) => {
    const calls = recordCalls(page, listMechanics);
    await find(page, 'pa');
    await expectVisible(option(page, /^Payments$/));
    await expectVisible(dialog(page).getByText('Type at least 3 characters to search people and records'));
    expect(calls).toHaveLength(0);
    await field(page).fill('payout');
    await expectVisible(option(page, /^Payouts$/));
    await expectHidden(option(page, /^Payments$/));
    await page.keyboard.press('Enter');
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Payouts' }));
    await expectHidden(dialog(page));
  });

  test('[WORK-03] reports when there are no results, closes with Escape and returns the focus', async ({
    page,
  }) => {
    await open(page, '/users');
    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('nobody at all');
    await expectVisible(
      dialog(page)
        .getByRole('status')
        .filter({
          hasText: /^Nothing found in screens, names, .* Vehicles are not searched\.$/,
        }),
    );
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expectHidden(dialog(page));
    await expectFocused(search);
  });

  test('[WORK-03] never shows the results of an earlier query', async ({ page }) => {
    await open(page, '/notifications');
    const release = await holdResponse(page, callPattern(listUsers));
    await page.keyboard.press('ControlOrMeta+k');
    const early = page.waitForRequest((request) => request.url().includes('search=Meena'));
    await field(page).fill('Meena');
    await early;
    await field(page).fill('Suresh');
    await expectVisible(option(page, /^Suresh Patil/));
    release();
    await expectVisible(dialog(page).getByRole('status').filter({ hasText: '2 results' }));
    await expectHidden(option(page, /^Meena Sharma/));
  });

  test('[WORK-03] waits for the response after an immediate Enter, and opens the first result', async ({
    page,
  }) => {
    await open(page, '/notifications');
    const release = await holdResponse(page, callPattern(listUsers));
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('Meena');
    await page.keyboard.press('Enter');
    await expectVisible(dialog(page).getByRole('status').filter({ hasText: 'Searching…' }));
    release();
    await expectVisible(page.getByRole('dialog', { name: 'Meena Sharma' }));
    expect(new URL(page.url()).search).toBe(`?user=${meena.id}`);
  });

  test('[WORK-03] opens the result of the current query after Enter within the debounce time', async ({ page }) => {
    await stopClock(page);
    await page.goto('/notifications');
    await runClockUntil(page, () => page.getByRole('heading', { level: 1 }).isVisible(), true);
    await page.keyboard.press('ControlOrMeta+k');
    await runClockUntil(page, () => field(page).isVisible(), true);
    await field(page).fill('Meena');
    await runClockUntil(page, () => option(page, /^Meena Sharma/).isVisible(), true);
    const calls = recordCalls(page, listUsers);
    await field(page).fill('Suresh');
    await page.keyboard.press('Enter');
    await runClockUntil(page, () => page.getByRole('dialog', { name: 'Suresh Patil' }).isVisible(), true);
    expect(calls.map(({ searchParams }) => searchParams.get('search'))).toEqual(['Suresh']);
  });

  test('[WORK-03] cancels an Enter when another key is pressed', async ({ page }) => {
    await open(page, '/notifications');
    const release = await holdResponse(page, callPattern(listUsers));
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('Meena');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' Sharma');
    release();
    await expectVisible(option(page, /^Meena Sharma/));
    await expectVisible(dialog(page).getByRole('status').filter({ hasText: '2 results' }));
    await expectPath(page, '/notifications');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByRole('dialog', { name: 'Meena Sharma' }));
  });

  test('[WORK-03] reports that there is no result after Enter, and stays open', async ({ page }) => {
    await open(page, '/notifications');
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('nobody at all');
    await page.keyboard.press('Enter');
    await expectVisible(
      dialog(page)
        .getByRole('status')
        .filter({
          hasText: /^Nothing found in screens, names, .* Vehicles are not searched\.$/,
        }),
    );
    await field(page).fill('Meena');
    await expectVisible(option(page, /^Meena Sharma/));
    await expectPath(page, '/notifications');
  });

  test('[ERR-03] names the list that failed and shows the other lists', async ({ page }) => {
    await mockResponses(page, listUsers, { status: 429, json: { status: false, message: 'Too many calls' } });
    await find(page, '98200', '/notifications');
    await expectVisible(dialog(page).getByText('Customers: Too many calls'));
    await expectVisible(option(page, /^Suresh Patil/));
  });

  test('[WORK-03] handles the keys that are pressed while its code loads', async ({ page }) => {
    const release = await holdResponse(page, '**/assets/global-search-*.js');
    await open(page, '/notifications');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Meenax');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    release();
    await expectVisible(page.getByRole('dialog', { name: 'Meena Sharma' }));
  });

  test('[WORK-03] opens without a network, and keeps keys away from the field behind it', async ({
    openSignedIn,
    pageErrors,
  }) => {
    pageErrors.allow(/^(request|console|warning): /);
    // This page's browser may preload and has an empty cache.
    const other = await openSignedIn({ live: true, emptyCache: true });
    const loaded = other.waitForResponse(/\/assets\/global-search-/);
    await open(other, '/users');
    await (await loaded).finished();
    await other.context().setOffline(true);
    await other.getByRole('searchbox').focus();
    await other.keyboard.press('ControlOrMeta+k');
    await other.keyboard.type('payo');
    await expectVisible(option(other, /^Payouts$/));
    await expectValue(field(other), 'payo');
    await expectValue(other.getByRole('searchbox', { includeHidden: true }), '');
  });

  test('[WORK-03, ERR-03] keeps keys away from the field behind it while its code loads, and when loading fails', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(request|console): /);
    let cut: () => void = () => undefined;
    const untilCut = new Promise<void>((resolve) => {
      cut = resolve;
    });
    await page.route(/\/assets\/global-search/, (route) => untilCut.then(() => route.abort()));
    await open(page, '/notifications');
    const message = page.getByLabel('Message', { exact: true });
    await message.fill('Half a sentence');
    const asked = page.waitForRequest(/\/assets\/global-search/);
    await page.keyboard.press('ControlOrMeta+k');
    await asked;
    await page.keyboard.type('Meena');
    cut();
    const close = page.getByRole('alert').getByRole('button', { name: 'Close' });
    await expectFocused(close);
    await page.keyboard.type('Sharma');
    await expectValue(message, 'Half a sentence');
    await close.click();
    await expectFocused(message);
  });

  test('[ERR-03] reports in place that its code could not be loaded, keeps the screen and opens after a reload', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(request|console): /);
    let isCut = true;
    await page.route(/\/assets\/global-search/, (route) => (isCut ? route.abort() : route.continue()));
    await open(page, '/notifications');
    await page.getByLabel('Message', { exact: true }).fill('Half a sentence');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('ControlOrMeta+k');
    const failure = page.getByRole('alert').filter({ hasText: 'This could not be opened' });
    await expectVisible(failure);
    await expectAccessible(page);
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Half a sentence');
    isCut = false;
    await failure.getByRole('button', { name: 'Reload the page' }).click();
    await expectHidden(failure);
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('ControlOrMeta+k');
    await expectVisible(dialog(page));
  });

  test('[WORK-03] does not open while a form is open', async ({ page }) => {
    await open(page, '/users');
    await page
      .getByRole('button', { name: /^Pay loyalty/ })
      .first()
      .click();
    await expectVisible(page.getByRole('dialog'));
    await page.keyboard.press('ControlOrMeta+k');
    await expectHidden(dialog(page));
  });

  test('[WORK-03] is in the list of shortcuts and behind a button on a phone, and leads to the other shortcuts', async ({
    openPage,
    application,
    page,
  }) => {
    await open(page, '/users');
    await page.keyboard.press('?');
    await expectVisible(page.getByRole('dialog').getByText('Find a person, a booking or a screen'));
    const phone = await openPage({ width: 'phone', theme: 'dark' });
    await beginSignedIn(phone, application);
    await open(phone, '/bookings');
    await phone.getByRole('button', { name: 'Search', exact: true }).click();
    await field(phone).fill('rao ASHA');
    await expect.poll(() => option(phone, /^Asha Rao/).count()).toBe(5);
    await expectAccessible(phone);
    await option(phone, '7 more customers').click();
    await expectVisible(phone.getByRole('heading', { name: /\(12\)$/ }));
    expect(new URL(phone.url()).search).toBe('?search=rao+ASHA');
  });
});
