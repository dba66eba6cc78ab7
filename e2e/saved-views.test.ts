import { createView, orderViews } from '@wayside/contract/views';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { expectFocused, expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { button, dialogByName, press, queryOf } from './support/locators.ts';
import { pushPath, sidebarLink } from './support/navigation.ts';
import { expectNoOverflow } from './support/overflow.ts';
import {
  columnHeaders,
  heading,
  openedView,
  PENDING,
  savedViewsTest,
  viewLink,
  viewLinks,
} from './support/saved-views.ts';
import { beginSignedIn } from './support/session.ts';

const test = savedViewsTest();

async function chooseOption(page: Page, name: string): Promise<void> {
  await button(page, 'View options').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

describe('[VIEW-04] a saved view', () => {
  test('keeps filters, order and columns, and survives a reload, Back and the sidebar', async ({
    page,
    application,
  }) => {
    await beginSignedIn(page, application);
    await page.goto('/bookings?status=pending');
    await expectVisible(heading(page, 'All Bookings (5)'));
    await page.getByRole('columnheader', { name: 'Booking ID' }).getByRole('button').click();
    await button(page, 'Display').click();
    const display = dialogByName(page, 'Display');
    for (const header of ['Mechanic', 'Amount', 'Date and Time'])
      await display.getByLabel(header, { exact: true }).uncheck();
    await button(page, 'Done').click();
    await press(page, 'Save view');
    const form = dialogByName(page, 'Save view');
    await expectFocused(form.getByLabel('Name'));
    await form.getByLabel('Name').fill('Oldest pending');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectText(openedView(page), /^Oldest pending\s*5?$/);
    await expectTexts(viewLinks(page), ['All 6', 'Oldest pending 5']);
    await expectHidden(button(page, 'Save view'));
    const kept = ['Booking ID', 'Customer', 'Service/Problem', 'Status', 'Actions'];
    await expectTexts(columnHeaders(page), kept);
    expect(queryOf(page)).toEqual({ status: 'pending', sort: 'date', view: expect.any(String) });

    await viewLink(page, 'All').click();
    await expectVisible(heading(page, 'All Bookings (6)'));
    await button(page, 'Display').click();
    await press(page, 'Reset columns');
    await press(page, 'Done');
    await expect.poll(() => columnHeaders(page).count()).toBe(8);
    await page.goBack();
    await expectTexts(columnHeaders(page), kept);
    await page.reload();
    await expectVisible(heading(page, 'All Bookings (5)'));
    await expectTexts(columnHeaders(page), kept);
    await expectText(openedView(page), /^Oldest pending/);
    await expectVisible(
      page.getByRole('columnheader', { name: 'Booking ID' }).and(page.locator('[aria-sort=ascending]')),
    );
    await sidebarLink(page, 'Users').click();
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Users' }));
    await expectTexts(viewLinks(page), []);
    await sidebarLink(page, 'Bookings').click();
    await expectVisible(heading(page, 'All Bookings (6)'));
    await expectAccessible(page);
  });

  test('is modified, discarded, saved, and saved as a new view', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    pageErrors.expectApiError(409, 'POST');
    await callApi(application, token, createView, { body: { ...PENDING, columns: ['Status', 'Customer'] } });
    await beginSignedIn(page, application);
    await page.goto('/bookings');
    await viewLink(page, 'Pending').click();
    await expectTexts(columnHeaders(page), ['Status', 'Customer', 'Actions']);
    await page.getByLabel('Type', { exact: true }).selectOption('emergency');
    await expectVisible(heading(page, 'All Bookings (2)'));
    await expectText(openedView(page), /^Pending modified/);
    await chooseOption(page, 'Discard changes');
    await expectVisible(heading(page, 'All Bookings (5)'));
    await expectText(openedView(page), /^Pending\s*5?$/);

    await button(page, 'Display').click();
    await dialogByName(page, 'Display').getByLabel('Amount', { exact: true }).check();
    await press(page, 'Done');
    await expectText(openedView(page), /^Pending modified/);
    await page.reload();
    await expectTexts(columnHeaders(page), ['Status', 'Customer', 'Amount', 'Actions']);
    await page.getByLabel('Type', { exact: true }).selectOption('emergency');
    await button(page, 'Save').click();
    await expectText(openedView(page), /^Pending\s*2?$/);
    // The button disappears, and the view's button takes the focus.
    await expectFocused(openedView(page));
    expect(queryOf(page)).toEqual({ status: 'pending', kind: 'emergency', sort: 'date', view: expect.any(String) });

    await page.getByLabel('Status', { exact: true }).selectOption('completed');
    await chooseOption(page, 'Save as…');
    await dialogByName(page, 'Save view').getByLabel('Name').fill('pending');
    await page.keyboard.press('Enter');
    await expectText(dialogByName(page, 'Save view').getByRole('alert'), 'You already have a view named pending.');
    await dialogByName(page, 'Save view').getByLabel('Name').fill('Completed');
    await page.keyboard.press('Enter');
    await expectTexts(viewLinks(page), ['All 6', 'Pending 2', 'Completed 1']);
    await expectText(openedView(page), /^Completed/);
    await expectTexts(columnHeaders(page), ['Status', 'Customer', 'Amount', 'Actions']);
  });

  test('can be the user’s default, and all rows can still be reached', async ({ page, application, token }) => {
    const { record } = await callApi(application, token, createView, { body: { ...PENDING, columns: [] } });
    await callApi(application, token, orderViews, { body: { list: 'bookings', ids: [], defaultId: record.id } });
    await beginSignedIn(page, application);
    await watchLayoutShift(page);
    await page.goto('/dashboard');
    await sidebarLink(page, 'Bookings').click();
    await expectVisible(heading(page, 'All Bookings (5)'));
    await expectText(openedView(page), /^Pending/);
    await expectText(viewLink(page, 'All'), 'All 6');
    await expectNoLayoutShift(page);
    await viewLink(page, 'All').click();
    await expectVisible(heading(page, 'All Bookings (6)'));
    expect(queryOf(page)).toEqual({ view: 'all' });
    await page.reload();
    await expectVisible(heading(page, 'All Bookings (6)'));
    await page.getByLabel('Status', { exact: true }).selectOption('completed');
    await page.getByLabel('Status', { exact: true }).selectOption('all');
    await expectVisible(heading(page, 'All Bookings (6)'));
    await page.goto('/bookings');
    await expectVisible(heading(page, 'All Bookings (5)'));
    await sidebarLink(page, 'Dashboard').click();
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }));
    await page.goBack();
    await expectVisible(heading(page, 'All Bookings (5)'));
  });

  test('is moved, renamed and deleted with the keyboard', async ({ page, application, token }) => {
    for (const name of ['One', 'Two', 'Three'])
      await callApi(application, token, createView, { body: { ...PENDING, name, columns: [] } });
    await beginSignedIn(page, application);
    await page.goto('/bookings');
    await expectTexts(viewLinks(page), ['All 6', 'One 5', 'Two 5', 'Three 5']);
    await button(page, 'View options').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Manage views…' }).focus();
    await page.keyboard.press('Enter');
    const manage = dialogByName(page, 'Manage views');
    const items = manage.getByRole('listitem');
    await manage.getByRole('button', { name: 'Move Three up' }).focus();
    await page.keyboard.press('Enter');
    await expectTexts(items, ['One', 'Three', 'Two']);
    await expectFocused(manage.getByRole('button', { name: 'Move Three up' }));
    await page.keyboard.press('Enter');
    await expectTexts(items, ['Three', 'One', 'Two']);
    await expectAccessible(page);
    await manage.getByRole('button', { name: 'Edit One' }).press('Enter');
    const form = dialogByName(page, 'Edit view');
    await form.getByLabel('Name').fill('First');
    await form.getByLabel('Default').check();
    await page.keyboard.press('Enter');
    await expectTexts(items, ['Three', 'First Default', 'Two']);
    await manage.getByRole('button', { name: 'Delete Two' }).press('Enter');
    await page
      .getByRole('alertdialog', { name: 'Delete Two?' })
      .getByRole('button', { name: 'Delete' })
      .press('Enter');
    await expectTexts(items, ['Three', 'First Default']);
    await page.keyboard.press('Escape');
    await expectFocused(button(page, 'View options'));
    await expectTexts(viewLinks(page), ['All 6', 'Three 5', 'First 5']);
  });

  test('ignores unknown parts and keeps the rest when it is from another release', async ({
    page,
    application,
    token,
  }) => {
    const query = 'status=gone,pending&colour=red&kind=scooter&period=never&sort=shoe-size&page=7&booking=1';
    await callApi(application, token, createView, {
      body: { ...PENDING, query, columns: ['Colour', 'Status', 'Customer'] },
    });
    await beginSignedIn(page, application);
    await page.goto('/bookings');
    await viewLink(page, 'Pending').click();
    await expectVisible(heading(page, 'All Bookings (5)'));
    await expectTexts(columnHeaders(page), ['Status', 'Customer', 'Actions']);
    expect(queryOf(page)).toEqual({ status: 'pending', view: expect.any(String) });
    await expectText(openedView(page), /^Pending\s*5?$/);
  });

  test('can be used on a phone, in dark mode and on other lists', async ({ openSignedIn, application, token }) => {
    for (const name of ['First of them', 'Second of them', 'Third of them'])
      await callApi(application, token, createView, { body: { ...PENDING, name, columns: [] } });
    for (const [list, query] of [
      ['payments', 'status=failed&sort=amount'],
      ['payouts', 'balance=zero'],
      ['payments-out', 'kind=loyalty'],
      ['users', 'search=nobody'],
      ['mechanics', 'status=pending'],
      ['notifications', 'delivery=failed'],
      ['activity', 'entity=part'],
      ['approvals', 'state=decided'],
    ] as const)
      await callApi(application, token, createView, { body: { list, name: 'Mine', query, columns: [] } });
    const page = await openSignedIn({ width: 'phone', theme: 'dark' });
    await page.goto('/bookings');
    await viewLink(page, 'Third of them').click();
    await expectVisible(heading(page, 'All Bookings (5)'));
    await page.getByLabel('Status', { exact: true }).selectOption('completed');
    await expectVisible(button(page, 'Save'));
    await expect.poll(() => openedView(page).evaluate((it) => it.getBoundingClientRect().left >= 0)).toBe(true);
    await expectNoOverflow(page, 'bookings');
    await expectAccessible(page);
    for (const [path, count] of [
      ['/payments', '1'],
      ['/payouts', '0'],
      ['/payouts/history', '0'],
      ['/users', '0'],
      ['/mechanics', '0'],
      ['/notifications', '0'],
      ['/activity', '0'],
      ['/approvals', '0'],
    ] as const) {
      await pushPath(page, path);
      await expectText(viewLink(page, 'Mine'), `Mine ${count}`);
    }
  });
});
