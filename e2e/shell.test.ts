import { ownProfile } from '@wayside/contract/session';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { callPattern, holdCall } from './support/calls.ts';
import { installClock } from './support/clock.ts';
import {
  expectHidden,
  expectPath,
  expectText,
  expectValue,
  expectVisible,
  readLocalStorage,
} from './support/expectations.ts';
import { press } from './support/locators.ts';
import { pushPath } from './support/navigation.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { beginSignedIn, tokenKey } from './support/session.ts';

const test = applicationTest();
const profileCall = callPattern(ownProfile);
const bookingsScript = '**/assets/bookings-*.js';
const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Admin Panel Login' });
const dashboardHeading = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 });
const sidebar = (page: Page) => page.getByRole('navigation').first();

/** Returns the lightness of the rendered page, from 0 (black) to 1 (white). */
function lightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const pixel = document.createElement('canvas').getContext('2d');
    if (pixel === null) throw new Error('no canvas');
    for (const layer of [document.documentElement, document.body]) {
      pixel.fillStyle = getComputedStyle(layer).backgroundColor;
      pixel.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 765;
  });
}

describe('a session at startup', () => {
  test('[AUTH-06] redirects from the login page to the dashboard when a token is stored', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn();
    await page.goto('/');
    await expectPath(page, '/dashboard');
    await expectVisible(dashboardHeading(page));
  });

  test('[AUTH-07] redirects from a protected path to the login page when there is no token', async ({ page }) => {
    await page.goto('/mechanics');
    await expectPath(page, '/');
    await expectVisible(loginHeading(page));
  });

  test('[AUTH-07] keeps the token and offers a retry after a failed check', async ({
    page,
    application,
    pageErrors,
  }) => {
    pageErrors.expect(/response: 503 GET \/api/);
    pageErrors.allow(/^console: /);
    await beginSignedIn(page, application);
    await page.route(profileCall, (route) =>
      route.fulfill({ status: 503, json: { status: false, message: 'Away' } }),
    );
    await page.goto('/bookings');
    await expectVisible(loginHeading(page));
    expect(await readLocalStorage(page, tokenKey)).not.toBeNull();
    await page.unroute(profileCall);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectPath(page, '/bookings');
  });

  test.for(['desktop', 'phone'] as const)(
    '[AUTH-08] shows a centred spinner on %s while the session is checked',
    async (width, { openPage, application }) => {
      const page = await openPage({ width });
      await beginSignedIn(page, application);
      const release = await holdCall(page, profileCall);
      await page.goto('/dashboard');
      const spinner = page.getByRole('status', { name: 'Checking your session' });
      await expectVisible(spinner);
      const distance = await spinner.locator('span').evaluate((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        return { x: (left + right - innerWidth) / 2, y: (top + bottom - innerHeight) / 2 };
      });
      expect(Math.abs(distance.x)).toBeLessThanOrEqual(1);
      expect(Math.abs(distance.y)).toBeLessThanOrEqual(1);
      release();
      await expectVisible(dashboardHeading(page));
    },
  );
});

describe('routing', () => {
  test('[NAV-09] follows a history step while the first screen loads', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await page.goto('/dashboard');
    await expectVisible(dashboardHeading(page));
    // The screen starts to load from the cache, but is not yet painted when the document has loaded.
    await page.reload();
    await pushPath(page, '/bookings');
    await expectVisible(page.getByRole('heading', { name: 'Bookings', level: 1 }));
    await expectPath(page, '/bookings');
  });

  test('[NAV-02] shows a 404 page with a link to the start page when signed out', async ({ page, pageErrors }) => {
    pageErrors.allow(/^console: .*no-such-place|404/);
    await page.goto('/no-such-place');
    await expectVisible(page.getByText('404', { exact: true }));
    await expectVisible(page.getByText('Oops! Page not found'));
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expectVisible(loginHeading(page));
  });

  test('[NAV-02] shows a 404 page with a link to the start page when signed in', async ({
    page,
    application,
    pageErrors,
  }) => {
    pageErrors.allow(/^console: .*no-such-place|404/);
    await beginSignedIn(page, application);
    await page.goto('/master/no-such-place');
    await expectVisible(page.getByText('Oops! Page not found'));
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expectPath(page, '/dashboard');
  });

  test('[NAV-01] gives every screen its own path and title', async ({ page, application }) => {
    const paths = ['/dashboard', '/bookings', '/roadside', '/roadside/report', '/users', '/mechanics'];
    paths.push('/payments', '/payouts', '/notifications');
    paths.push('/services/sos', '/services/regular', '/services/parts');
    paths.push('/master/slots', '/master/vehicle-models', '/master/config');
    await beginSignedIn(page, application);
    const titles = new Set<string>();
    for (const path of paths) {
      await page.goto(path);
      await expectVisible(page.getByRole('heading', { level: 1 }));
      await expectPath(page, path);
      titles.add(await page.title());
    }
    expect(titles.size).toBe(paths.length);
  });
});

describe('the header and the theme', () => {
  test('[NAV-06] shows a greeting and buttons for the theme and logout', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await page.goto('/dashboard');
    const header = page.getByRole('banner');
    await expectVisible(header.getByText('Welcome back,'));
    await expectVisible(header.getByText('Admin', { exact: true }));
    await expectVisible(header.getByRole('button', { name: /theme/i }));
    await expectVisible(header.getByRole('button', { name: 'Logout' }));
  });

  test('[NAV-06] shows the greeting in full lines inside the header on the narrowest screens', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width: 'narrow' });
    await page.goto('/dashboard');
    const header = page.getByRole('banner');
    const greeting = header.getByText('Welcome back,');
    // The button loads after the first paint, into the space that the header reserves for it.
    await expectVisible(header.getByRole('button', { name: 'Search' }));
    for (const width of [320, 344, 360, 375, 412]) {
      await page.setViewportSize({ width, height: 640 });
      const [around, box] = [await header.boundingBox(), await greeting.boundingBox()];
      expect(box?.y, `${width} px`).toBeGreaterThanOrEqual(around?.y ?? 0);
      // One line is 16 px high, so the greeting may have one or two lines.
      expect([16, 32], `${width} px`).toContain(box?.height);
      expect(await greeting.evaluate((it) => it.scrollWidth - it.clientWidth), `${width} px`).toBe(0);
      await expectNoOverflow(page, `the header at ${width} px`);
    }
  });

  test('[THEME-01, NAV-06] applies a selected theme immediately and after a reload', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await page.goto('/dashboard');
    await expectVisible(dashboardHeading(page));
    expect(await lightness(page)).toBeGreaterThan(0.8);
    await page.getByRole('banner').getByRole('button', { name: /theme/i }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => lightness(page)).toBeLessThan(0.3);
    expect(await readLocalStorage(page, 'vite-ui-theme')).toBe('dark');
    await page.reload();
    expect(await lightness(page)).toBeLessThan(0.3);
  });

  test('[THEME-01] follows the system theme by default, including changes', async ({ openPage }) => {
    const page = await openPage({ theme: 'dark' });
    await page.goto('/');
    await expectVisible(loginHeading(page));
    expect(await lightness(page)).toBeLessThan(0.3);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => lightness(page)).toBeGreaterThan(0.8);
  });
});

describe('loading errors', () => {
  test('[NAV-08, ERR-03] show an error for a screen when its code fails to load, and load it again', async ({
    page,
    application,
    pageErrors,
  }) => {
    pageErrors.expect(/request: net::ERR_FAILED GET /);
    pageErrors.allow(/^(console|exception): /);
    await beginSignedIn(page, application);
    // The idle page also preloads this code, but does not show that this failed.
    await page.route(bookingsScript, (route) => route.abort());
    await page.goto('/dashboard');
    await expectVisible(dashboardHeading(page));
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await expectVisible(page.getByText('Unexpected Application Error!'));
    await expectVisible(sidebar(page));
    await page.unroute(bookingsScript);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectVisible(page.getByRole('heading', { name: /Bookings/ }).first());
  });

  test('[TOUGH-03] reload the page once when a new release has replaced the code of a screen', async ({
    openSignedIn,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response|console|warning): /);
    const page = await openSignedIn({ emptyCache: true });
    let documents = 0;
    let isReplaced = true;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    const script = '**/assets/{slots,menu-panel}-*.js';
    await page.route(script, (route) => (isReplaced ? route.fulfill({ status: 404 }) : route.continue()));
    await page.goto('/notifications');
    // The page keeps the user's input.
    const message = page.getByLabel('Message', { exact: true });
    await message.fill('Half a sentence');
    await press(page, 'Theme');
    const alert = page.getByRole('alert').filter({ hasText: 'A new version is available.' });
    await expectVisible(alert.getByRole('button', { name: 'Reload', exact: true }));
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'Close' }).click();
    await expectVisible(page.getByRole('status').filter({ hasText: 'A new version is available.' }));
    await expectValue(message, 'Half a sentence');
    await message.fill('');
    expect(documents).toBe(1);
    // If a reload does not help, the page does not reload again.
    await page.getByRole('link', { name: 'Slots', exact: true }).click();
    await expectVisible(page.getByRole('alert').filter({ hasText: 'A new version is available.' }));
    expect(documents).toBe(2);
    await expectHidden(page.getByText(/dynamically imported|Unexpected Application Error/));
    isReplaced = false;
    await page.getByRole('alert').getByRole('button', { name: 'Reload', exact: true }).click();
    await expectVisible(page.getByRole('heading', { name: 'Slots', level: 1 }));
  });

  test('[ERR-03] disappear, and the screen opens, as soon as the network is available (a screen whose code was not loaded)', async ({
    openSignedIn,
    pageErrors,
  }) => {
    pageErrors.allow(/^(request|console|exception|warning): /);
    // Without an empty cache, the browser has the code from an earlier test.
    const page = await openSignedIn({ emptyCache: true });
    await page.goto('/dashboard');
    await expectVisible(dashboardHeading(page));
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Notifications', exact: true }).click();
    const alert = page.getByRole('alert');
    await expectText(alert.getByRole('heading'), 'You are offline. This screen opens when you are back online.');
    await expectHidden(page.getByText('Unexpected Application Error!'));
    await expectVisible(sidebar(page));
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expectVisible(alert);
    await expectAccessible(page);
    await page.context().setOffline(false);
    await expectVisible(page.getByRole('heading', { name: 'Notifications', level: 1 }));
    await expectHidden(alert);
  });

  test('[ERR-03] load a list that failed without a network as soon as the network is available', async ({
    openSignedIn,
    pageErrors,
  }) => {
    pageErrors.allow(/^(request|console): /);
    const page = await openSignedIn();
    await page.goto('/bookings');
    await expectVisible(page.getByRole('heading', { name: 'All Bookings (0)' }));
    await installClock(page);
    await page.context().setOffline(true);
    await page.getByRole('searchbox').fill('nobody');
    const alert = page.getByRole('alert');
    // The search waits for a pause in typing, and the call waits for its retries.
    for (let second = 0; second < 20 && !(await alert.isVisible()); second += 1) await page.clock.runFor(1000);
    await expectVisible(alert);
    await page.context().setOffline(false);
    await expectHidden(alert);
    await expectVisible(page.getByRole('heading', { name: 'All Bookings (0)' }));
  });

  test('[ERR-03] report in place that the code of a menu failed to load, and open the menu after a reload', async ({
    openSignedIn,
    pageErrors,
  }) => {
    pageErrors.allow(/^(request|console): /);
    const page = await openSignedIn();
    const failure = page.getByRole('alert').filter({ hasText: 'This could not be opened' });
    const script = '**/assets/menu-panel-*.js';
    await page.route(script, (route) => route.abort());
    await page.goto('/master/slots');
    await press(page, 'Theme');
    await expectVisible(failure);
    await page.unroute(script);
    await press(page, 'Reload the page');
    await expectHidden(failure);
    await press(page, 'Theme');
    await expectVisible(page.getByRole('menuitemradio', { name: 'Dark' }));
  });
});
