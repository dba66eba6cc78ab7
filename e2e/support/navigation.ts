import { listWebhooks } from '@wayside/contract/webhooks';
import type { Locator, Page } from 'playwright-core';
import { countTransfers, type Transfer } from './transfers.ts';

/** Resolves two frames later, when the last change is painted and zero-length transitions have ended. */
export function untilPainted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Navigates within the document, as a link does, which costs a third of a page load. */
export async function pushPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** The names of the links to all screens except the dashboard. */
export const OTHER_SCREENS = [
  'Bookings',
  'Users',
  'Mechanics',
  'Payments',
  'Payouts',
  'Roadside',
  'Approvals',
  'Reconciliation',
  'SOS Services',
  'Services',
  'Parts',
  'Slots',
  'Vehicle Models',
  'App Configuration',
  'Notifications',
] as const;

/** Returns a link of the sidebar. */
export function sidebarLink(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
}

/** Follows a link of the sidebar and waits for the other screen's heading. */
export async function visitScreen(page: Page, name: string): Promise<void> {
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await sidebarLink(page, name).click();
  await page.waitForFunction((before) => document.querySelector('h1')?.textContent !== before, title);
}

/** Resolves once the page has sent no requests in several idle periods, in which the frame loads its parts. */
async function untilQuiet(page: Page, transfers: () => Promise<Transfer[]>): Promise<void> {
  let before: number;
  do {
    before = (await transfers()).length;
    await page.evaluate(async () => {
      for (let moment = 0; moment < 5; moment += 1) await new Promise((resolve) => requestIdleCallback(resolve));
    });
  } while ((await transfers()).length > before);
}

/**
 * Returns the transfers of the first visit to a screen, on a signed-in page that has loaded only the dashboard. It
 * first waits for the code of the application shell, which loads when the browser is idle, and for the live stream,
 * which opens after half a second. On a busy machine both might otherwise load during the visit and be counted.
 */
export async function measureFirstVisit(page: Page, name: string): Promise<Transfer[]> {
  const transfers = await countTransfers(page);
  // With reduced data usage, the web app loads a screen only when the user visits it.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  const lastCall = page.waitForResponse((response) => response.url().endsWith(`/api/v1${listWebhooks.path}`));
  const stream = page.waitForResponse(/\/assets\/start-live-/);
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Daily Earnings' }).waitFor();
  // The first movement of the pointer loads toasts and tooltips, which do not belong to any screen either.
  await page.mouse.move(600, 20);
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
  await Promise.all([lastCall, stream]);
  await untilQuiet(page, transfers);
  const before = (await transfers()).length;
  await visitScreen(page, name);
  return (await transfers()).slice(before);
}

/** Returns the button of the account menu at the bottom of the sidebar (PEOP-08). */
export const accountButton = (page: Page): Locator => page.getByRole('button', { name: /^Account/ });

/** Opens a page that Settings links to, through the account menu (PEOP-08). */
export async function openFromSettings(page: Page, name: string): Promise<void> {
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('main').getByRole('link', { name }).click();
}
