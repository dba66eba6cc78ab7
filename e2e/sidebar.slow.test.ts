import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { expectFocused, expectHidden, expectPath, expectTexts, expectVisible } from './support/expectations.ts';
import { OTHER_SCREENS } from './support/navigation.ts';
import { beginSignedIn } from './support/session.ts';

const test = applicationTest();
const dashboardHeading = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 });
const sidebar = (page: Page) => page.getByRole('navigation').first();

test('[NAV-03, PEOP-08] the sidebar lists every screen in order and marks the open one', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn();
  await page.goto('/dashboard');
  await expectVisible(dashboardHeading(page));
  await expectTexts(sidebar(page).getByRole('link'), ['Dashboard', ...OTHER_SCREENS]);
  await expectTexts(sidebar(page).locator('[aria-current="page"]'), ['Dashboard']);
  await sidebar(page).getByRole('link', { name: 'Users' }).click();
  await expectPath(page, '/users');
  await expectTexts(sidebar(page).locator('[aria-current="page"]'), ['Users']);
});

test('[NAV-04] the sidebar collapses with its shortcut and stays collapsed after a reload', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn();
  await page.goto('/dashboard');
  await expectVisible(dashboardHeading(page));
  const width = async () => Math.round((await sidebar(page).boundingBox())?.width ?? 0);
  expect(await width()).toBeGreaterThan(200);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBeLessThan(60);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie).toBeDefined();
  await page.reload();
  await expectVisible(dashboardHeading(page));
  expect(await width()).toBeLessThan(60);
  await expectAccessible(page);
});

test('[NAV-04] the sidebar starts collapsed where a table needs the space, until the user expands it', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn();
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto('/dashboard');
  await expectVisible(dashboardHeading(page));
  const width = async () => Math.round((await sidebar(page).boundingBox())?.width ?? 0);
  expect(await width()).toBeLessThan(60);
  await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
  await expect.poll(width).toBeGreaterThan(200);
  await page.reload();
  await expectVisible(dashboardHeading(page));
  expect(await width()).toBeGreaterThan(200);
});

test('[NAV-05] the sidebar is a side sheet on a phone, which closes on navigation', async ({
  openPage,
  application,
}) => {
  const page = await openPage({ width: 'phone' });
  await beginSignedIn(page, application);
  await page.goto('/dashboard');
  await expectVisible(dashboardHeading(page));
  await expectHidden(page.getByRole('link', { name: 'Bookings', exact: true }));
  await page
    .getByRole('banner')
    .getByRole('button', { name: /sidebar|menu|navigation/i })
    .click();
  await expectVisible(page.getByRole('dialog'));
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Bookings', exact: true }).click();
  await expectPath(page, '/bookings');
  await expectHidden(page.getByRole('dialog'));
  await expectNoHorizontalScroll(page);
});

test('[NAV-04, NAV-05] the sidebar shortcut opens and closes the sheet below 768 pixels, and does not change the cookie', async ({
  openPage,
  application,
}) => {
  const page = await openPage({ width: 'phone' });
  await beginSignedIn(page, application);
  await page.goto('/bookings');
  const search = page.getByRole('searchbox');
  await search.focus();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  const sidebarCookie = async () => (await page.context().cookies()).filter(({ name }) => name === 'sidebar_state');
  await page.keyboard.press('Control+b');
  await expectVisible(sheet);
  await page.keyboard.press('Control+b');
  await expectHidden(sheet);
  await expectFocused(search);
  expect(await sidebarCookie()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectVisible(page.getByRole('button', { name: 'Toggle Sidebar', expanded: true }));
  await page.keyboard.press('Control+b');
  await expectVisible(page.getByRole('button', { name: 'Toggle Sidebar', expanded: false }));
  await expectHidden(sheet);
  expect((await sidebarCookie()).map(({ value }) => value)).toEqual(['false']);
});

test('[NAV-05] the sidebar shortcut does not open the sheet over a form', async ({ openPage, application }) => {
  const page = await openPage({ width: 'phone' });
  await beginSignedIn(page, application);
  await page.goto('/master/slots');
  await page.getByRole('button', { name: 'Add Slot' }).click();
  const form = page.getByRole('dialog', { name: /Slot/ });
  await form.getByLabel('Start Time *').fill('09:00');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Escape');
  await expectVisible(page.getByRole('alertdialog', { name: 'Discard your input?' }));
  expect(await page.getByRole('dialog', { name: 'Menu', includeHidden: true }).count()).toBe(0);
});
