/** `npm run pictures`: takes the pictures of the documentation from the demo, in light and dark. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { type Application, startApplication } from './application.ts';
import { findBrowser, launchBrowser } from './browser.ts';
import { openSession, tokenKey } from './session.ts';

const FOLDER = new URL('../../docs/public/pictures/', import.meta.url).pathname;
const SIZE = { width: 1440, height: 900 };
const QUALITY = 80;

/** What is on each picture: the address, and what a person does there. */
const PICTURES: Readonly<Record<string, { path: string; act?: (page: Page) => Promise<void> }>> = {
  bookings: { path: '/bookings' },
  customer: { path: '/users', act: (page) => page.getByRole('row').nth(2).click() },
  roadside: { path: '/roadside' },
  review: {
    path: '/mechanics',
    act: (page) => page.getByRole('button', { name: /^Review applications/ }).click(),
  },
  'payment-run': { path: '/payouts', act: (page) => startAction(page, 'New payment run') },
  team: { path: '/team' },
};

const searchBox = (page: Page) => page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox');

const application = await startApplication({ demo: true });
const browser = await launchBrowser(await findBrowser());
try {
  mkdirSync(FOLDER, { recursive: true });
  const token = await openSession(application);
  for (const theme of ['light', 'dark']) await takeAll(browser, application, { theme, token });
} finally {
  await browser.close();
  await application.stop();
}

async function takeAll(
  browser: Browser,
  { url }: Application,
  { theme, token }: { theme: string; token: string },
): Promise<void> {
  const context = await browser.newContext({
    viewport: SIZE,
    baseURL: url,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  await context.addInitScript(
    ([key, session, chosen]) => {
      localStorage.setItem(key, session);
      localStorage.setItem('vite-ui-theme', chosen);
    },
    [tokenKey, token, theme] as const,
  );
  for (const [name, { path, act }] of Object.entries(PICTURES)) {
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await untilLoaded(page);
    await act?.(page);
    await untilLoaded(page);
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .webp({ quality: QUALITY })
      .toFile(join(FOLDER, `${name}-${theme}.webp`));
    await page.close();
  }
  await context.close();
}

async function startAction(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await searchBox(page).fill(name);
  await page.getByRole('option', { name }).click();
  await page.getByRole('dialog', { name }).waitFor();
}

/** Waits until the requested data are on the screen and no transition runs. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  });
}
