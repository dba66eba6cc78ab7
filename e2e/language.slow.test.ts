import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { savePreferences } from '@wayside/contract/preferences';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type Application, administrator } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { apiUrl, simulateExternalApi } from './support/calls.ts';
import { expectHidden, expectText, expectVisible, readLocalStorage } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aUser, refTo } from './support/factories/people.ts';
import { projectRoot } from './support/project-root.ts';
import { beginSignedIn, storedSession } from './support/session.ts';
import { countTransfers } from './support/transfers.ts';

const customer = aUser({ name: 'Asha Patil' });
const textsOf = (tag: string) => {
  const texts: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(projectRoot, `apps/web/src/languages/${tag}.json`), 'utf8'),
  );
  return (english: string): string => texts[english] ?? english;
};
const [inHindi, inTamil] = [textsOf('hi'), textsOf('ta')];

const test = marketplaceTest({
  users: [customer],
  bookings: [
    aBooking({
      customer: refTo(customer),
      createdAt: '2026-03-05T06:00:00.000Z',
      scheduledAt: '2026-03-05T06:00:00.000Z',
      amounts: { totalPaise: 123_456_700, paidPaise: 0, duePaise: 123_456_700, discountPaise: 0 },
    }),
  ],
});

/** Sets the language of the account, which all tests share. */
async function setAccount(application: Application, language: string): Promise<void> {
  await fetch(apiUrl(application, savePreferences), {
    method: 'PATCH',
    headers: { token: await storedSession(application), 'content-type': 'application/json' },
    body: JSON.stringify({ language }),
  });
}

/** Signs in on a page; both the account and the browser use the given language. */
async function beginIn(page: Page, application: Application, language: string): Promise<void> {
  await setAccount(application, language);
  await beginSignedIn(page, application);
  await page.addInitScript((tag) => localStorage.setItem('wayside_language', tag), language);
}

test.afterEach(async ({ application }) => setAccount(application, 'en'));

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const chooseIn = async (page: Page, menu: string, language: string) => {
  await page.getByRole('banner').getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitemradio', { name: language, exact: true }).click();
};

describe('[LANG-01] the display language', () => {
  test('changes without a reload, and is stored for the user in all browsers', async ({
    openPage,
    application,
  }) => {
    const page = await openPage();
    await beginSignedIn(page, application);
    await page.goto('/bookings');
    await expectText(heading(page), /^Bookings/);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    const saved = page.waitForResponse((response) => response.url().endsWith('/admin/preferences'));
    await chooseIn(page, 'Language', 'हिन्दी');
    await expectText(heading(page), 'बुकिंग');
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('hi-IN');
    expect((await saved).ok()).toBe(true);

    const other = await openPage();
    await other.goto('/');
    await expectText(heading(other), 'Admin Panel Login');
    await other.getByLabel('Email').fill(administrator.email);
    await other.getByLabel('Password').fill(administrator.password);
    await other.getByLabel('Password').press('Enter');
    await expectText(heading(other), 'डैशबोर्ड');
    await chooseIn(other, 'भाषा', 'English');
    await expectText(heading(other), 'Dashboard');
  });

  test('is correct at the first paint', async ({ openPage, application }) => {
    const page = await openPage();
    await beginIn(page, application, 'ta');
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const title = document.querySelector('h1')?.textContent;
        if (title && seen.at(-1) !== title) seen.push(title);
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.goto('/bookings');
    await expectVisible(page.getByRole('table'));
    const seen: unknown = await page.evaluate(() => Reflect.get(window, 'seen'));
    expect(seen).toEqual([await heading(page).textContent()]);
    expect(seen).not.toEqual(['Bookings']);
  });

  test('can be chosen on the login page, and is then stored in the account', async ({ openPage }) => {
    const page = await openPage();
    await page.goto('/');
    await page.getByLabel('Email').fill(administrator.email);
    await page.getByLabel('Language').selectOption({ label: 'मराठी' });
    expect(await page.getByLabel('ईमेल').inputValue()).toBe(administrator.email);
    const saved = page.waitForRequest((request) => request.url().endsWith('/admin/preferences'));
    await page.locator('[type="password"]').fill(administrator.password);
    await page.keyboard.press('Enter');
    expect((await saved).postDataJSON()).toEqual({ language: 'mr' });
    await expectText(heading(page), 'डॅशबोर्ड');
  });

  test('is English when its texts never load or when the stored value is invalid', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    pageErrors.expect(/the texts of te could not be loaded/);
    const page = await openPage();
    await beginSignedIn(page, application);
    await page.addInitScript(() => localStorage.setItem('wayside_language', 'te'));
    await page.route('**/assets/te-*.js', () => undefined);
    await page.goto('/bookings');
    await expectText(heading(page), /^Bookings/);
    const other = await openPage();
    await beginSignedIn(other, application);
    await other.addInitScript(() => localStorage.setItem('wayside_language', 'constructor'));
    await other.goto('/bookings');
    await expectText(heading(other), /^Bookings/);
  });

  test('stays stored in the browser with an external API, even when its texts fail to load once', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    pageErrors.expect(/the texts of te could not be loaded/);
    const page = await openPage();
    await simulateExternalApi(page);
    await beginSignedIn(page, application);
    await page.addInitScript(() => localStorage.setItem('wayside_language', 'te'));
    await page.route('**/assets/te-*.js', () => undefined);
    await page.goto('/bookings');
    await expectVisible(page.getByRole('table'));
    await expectText(heading(page), /^Bookings/);
    await expectVisible(page.getByText('Some texts could not be loaded and are shown in English.'));
    expect(await readLocalStorage(page, 'wayside_language')).toBe('te');
  });

  test('falls back to English with a message when texts of rare screens fail to load, and loads them again', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    pageErrors.expect(/could not be loaded|Failed to load resource|ERR_FAILED/);
    const page = await openPage();
    await beginIn(page, application, 'hi');
    let count = 0;
    await page.route('**/assets/hi-*.js', (route) => {
      count += 1;
      return count === 2 ? route.abort() : route.continue();
    });
    await page.goto('/payouts/runs');
    const results = (name: string) => page.getByRole('button', { name, exact: true });
    await expectVisible(results('Bank results'));
    const notice = page
      .getByRole('status')
      .filter({ hasText: inHindi('Some texts could not be loaded and are shown in English.') });
    await expectVisible(notice);
    await notice.getByRole('button', { name: inHindi('Try again') }).click();
    await expectVisible(results(inHindi('Bank results')));
    await expectHidden(notice);
  });

  test('is the user’s last choice, even before it can be saved', async ({ openPage, application, pageErrors }) => {
    pageErrors.expect(/savePreferences|Failed to load resource|ERR_FAILED/);
    const page = await openPage();
    await beginSignedIn(page, application);
    await page.goto('/bookings');
    await page.route('**/admin/preferences', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/admin/preferences'));
    await chooseIn(page, 'Language', 'हिन्दी');
    await expectText(heading(page), inHindi('Bookings'));
    await failed;
    await page.unroute('**/admin/preferences');
    const saved = page.waitForRequest((request) => request.url().endsWith('/admin/preferences'));
    await page.reload();
    expect((await saved).postDataJSON()).toEqual({ language: 'hi' });
    await expectText(heading(page), inHindi('Bookings'));
    await expect.poll(() => readLocalStorage(page, 'wayside_language_unsaved')).toBeNull();
    await setAccount(application, 'ta');
    await page.reload();
    await expectText(heading(page), inTamil('Bookings'));
  });

  test('stays when the texts of another one cannot be loaded, and the input is retained', async ({
    openPage,
    application,
    pageErrors,
  }) => {
    const page = await openPage();
    await beginSignedIn(page, application);
    await page.goto('/profile');
    pageErrors.expect(/could not be loaded|Failed to load resource|ERR_FAILED/);
    await page.route('**/assets/kn-*.js', (route) => route.abort());
    await chooseIn(page, 'Language', 'ಕನ್ನಡ');
    await expectVisible(page.getByText('The language could not be loaded. Please try again.').first());
    await expectText(heading(page), /^Profile/);
    // The texts load only after the user has typed.
    let arrive: () => void = () => undefined;
    const isTyped = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/ta-*.js', async (route) => {
      await isTyped;
      await route.continue();
    });
    await chooseIn(page, 'Language', 'தமிழ்');
    await page.getByRole('textbox', { name: 'Name' }).fill('Somebody new');
    arrive();
    const warning = page.getByText('Save or discard your changes first');
    await expectVisible(warning.first());
    await chooseIn(page, 'Language', 'हिन्दी');
    await expectText(heading(page), /^Profile/);
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Somebody new');
  });
});

test('[LANG-03] dates are in the chosen language with Latin digits, and amounts keep the Indian grouping', async ({
  openPage,
  application,
}) => {
  for (const language of ['mr', 'bn', 'ta']) {
    const page = await openPage();
    await beginIn(page, application, language);
    await page.goto('/bookings');
    const row = page.getByRole('row').filter({ hasText: 'Asha Patil' });
    await expectVisible(row);
    const text = await row.innerText();
    expect(text, language).toContain('₹12,34,567');
    expect(text, language).toMatch(/\b2026\b/);
    expect(text, language).not.toMatch(/[०-९০-৯೦-೯]/);
    expect(text, language).not.toMatch(/\bMar\b/);
  }
});

test('[LANG-04] the language menu loads only the fonts of the language names', async ({
  openPage,
  application,
}) => {
  const page = await openPage({ emptyCache: true });
  await beginSignedIn(page, application);
  await page.goto('/bookings');
  await expectVisible(page.getByRole('table'));
  const transfers = await countTransfers(page);
  await page.getByRole('banner').getByRole('button', { name: 'Language', exact: true }).click();
  await expectVisible(page.getByRole('menuitemradio', { name: 'தமிழ்', exact: true }));
  await page.evaluate(() => document.fonts.ready);
  const fonts = (await transfers()).filter(({ path }) => path.endsWith('.woff2'));
  expect(fonts.filter(({ path }) => !path.includes('/names-'))).toEqual([]);
  expect(fonts).toHaveLength(5);
});

describe('[LANG-04] language files', () => {
  const assets = join(projectRoot, 'apps/web/dist/assets');
  const files = readdirSync(assets).filter((name) => /^(hi|mr|ta|te|kn|bn)-.*\.js$/.test(name));

  test('have at most 25 kB each', () => {
    const sizes = files.map(
      (name) => [name, gzipSync(readFileSync(join(assets, name)), { level: 9 }).length] as const,
    );
    expect(sizes.filter(([, bytes]) => bytes > 25_000)).toEqual([]);
    expect(sizes).toHaveLength(12);
  });

  test('load only for the selected language, and only one loads before the first paint', async ({
    openPage,
    application,
  }) => {
    const page = await openPage({ emptyCache: true });
    await beginSignedIn(page, application);
    const transfers = await countTransfers(page);
    await page.goto('/bookings');
    await expectVisible(page.getByRole('table'));
    const languagesIn = async () =>
      (await transfers()).map(({ path }) => path).filter((path) => files.some((name) => path.endsWith(name)));
    expect(await languagesIn()).toEqual([]);
    await beginIn(page, application, 'te');
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (/assets\/(hi|mr|ta|te|kn|bn)-/.test(request.url())) loaded.push(request.url());
    });
    await page.goto('/bookings');
    await expectVisible(heading(page));
    expect(loaded.map((url) => /assets\/(\w\w)-/.exec(url)?.[1])).toEqual(['te']);
  });
});
