/** `npm run pictures`: takes the pictures of the documentation from the demo, in the light and the dark theme. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { type Application, administrator, runProgram, startApplication } from './application.ts';
import { findBrowser, launchBrowser } from './browser.ts';
import { openSession, tokenKey } from './session.ts';

const FOLDER = new URL('../../docs/public/pictures/', import.meta.url).pathname;
const SIZE = { width: 1440, height: 900 };
const QUALITY = 80;

interface Screenshot {
  readonly path: string;
  /** Actions before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const SCREENSHOTS: Readonly<Record<string, Screenshot>> = {
  bookings: { path: '/bookings' },
  // A customer who joined months ago and therefore has a timeline.
  customer: { path: '/users?page=31', act: openCustomer },
  roadside: { path: '/roadside', act: startShift },
  review: { path: '/mechanics', act: openApplicationWithPhoto },
  'payment-run': { path: '/payouts', act: (page) => startAction(page, 'New payment run') },
  team: { path: '/team' },
};
/** The owner's colleagues in the picture of the team. */
const COLLEAGUES = [
  ['meera@wayside.test', 'Meera Iyer', 'finance'],
  ['ravi@wayside.test', 'Ravi Kumar', 'support'],
  ['sana@wayside.test', 'Sana Qureshi', 'reviewer'],
];

const searchBox = (page: Page) => page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox');

const application = await startApplication({ demo: true });
const browser = await launchBrowser(await findBrowser());
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [email = '', name = '', role = ''] of COLLEAGUES)
    await runProgram(
      application,
      ['admin', 'create', email, '--name', name, '--role', role],
      `${administrator.password}\n`,
    );
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
  for (const [name, { path, act }] of Object.entries(SCREENSHOTS)) {
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

async function openCustomer(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^View details of/ })
    .first()
    .click();
  await page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first().waitFor();
}

async function startShift(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: 'Start shift' });
  // The picture in the other theme may have started the shift.
  if (await start.isVisible()) await start.click();
  await page.getByRole('button', { name: 'End shift' }).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Unclaimed' })
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Assign/ })
    .first()
    .waitFor();
}

async function openApplicationWithPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Review applications/ }).click();
  const dialog = page.getByRole('dialog');
  const heading = dialog.getByRole('heading').first();
  await heading.waitFor();
  await untilLoaded(page);
  while (!(await dialog.locator('img').first().isVisible())) {
    const name = (await heading.textContent()) ?? '';
    await page.keyboard.press('n');
    await heading.filter({ hasNotText: name }).waitFor();
    await untilLoaded(page);
  }
}

/** Waits until the requested data are on the screen and no transition runs. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map(({ finished }) => finished.catch(() => undefined)),
    );
  });
}
