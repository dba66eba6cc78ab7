import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { type Application, type ApplicationSettings, startApplication } from './application.ts';
import { launchBrowser } from './browser.ts';
import { importMarketplace, type Marketplace } from './marketplace.ts';
import { PageErrors } from './page-errors.ts';
import { contextOptions, type PageOptions } from './page-options.ts';
import { projectRoot } from './project-root.ts';
import { beginSignedIn } from './session.ts';

/** A spare renderer costs CPU, and each page is in a browser context of its own and never uses it. */
const oneProcess = '--renderer-process-limit=1';

/** One browser for all files of a worker: a fixture cannot outlive its file, and a launch takes a second. */
let browser: Promise<Browser> | undefined;

async function sharedBrowser(): Promise<Browser> {
  const current = await browser?.catch(() => null);
  // A crashed browser fails the tests of one file only.
  if (current?.isConnected()) return current;
  browser = launchBrowser(inject('browserBinary'), [oneProcess]);
  return browser;
}

/**
 * The `test` of a file: one application for the file, a fresh browser context for every page, and no error behind the
 * screen that the test does not announce.
 *
 * - `application`: the server, see startApplication
 * - `openPage(options)`: a page in a context of its own
 * - `openSignedIn(options)`: such a page, signed in
 * - `page`: a page of 1280 pixels in the light theme
 * - `pageErrors`: where a test announces errors
 */
export function applicationTest(settings: ApplicationSettings = {}) {
  return (
    test
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to learn what a fixture needs
      .extend('application', { scope: 'file' }, async ({}, { onCleanup }) => {
        const template = inject('templates')[settings.demo === true ? 'demo' : 'empty'];
        const application = await startApplication({ ...settings, template });
        onCleanup(() => application.stop());
        return application;
      })
      .extend('browser', { scope: 'file' }, sharedBrowser)
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to learn what a fixture needs
      .extend('pageErrors', ({}, { onCleanup }) => {
        const pageErrors = new PageErrors();
        onCleanup(() => pageErrors.verify());
        return pageErrors;
      })
      .extend('openPage', ({ application, browser, pageErrors, task }, { onCleanup }) => {
        const contexts: BrowserContext[] = [];
        onCleanup(async () => {
          if (task.result?.state === 'fail') await saveScreenshots(contexts, task.name);
          for (const context of contexts) await context.close();
        });
        return async (options: PageOptions = {}): Promise<Page> => {
          const context = await browser.newContext(contextOptions(options, application.url));
          contexts.push(context);
          context.setDefaultTimeout(10_000);
          if (options.live !== true) await withoutLive(context);
          const page = await context.newPage();
          await pageErrors.watch(page);
          return page;
        };
      })
      .extend('openSignedIn', ({ openPage, application }) => async (options: PageOptions = {}): Promise<Page> => {
        const page = await openPage(options);
        await beginSignedIn(page, application);
        return page;
      })
      .extend('page', async ({ openPage }) => openPage())
  );
}

/**
 * Takes the stream of changes out of the configuration of the web: a test that changes records behind the screen decides
 * when the screen asks for them. e2e/live-stream.test.ts leaves it in.
 */
async function withoutLive(context: BrowserContext): Promise<void> {
  await context.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const config = await response.json();
    await route.fulfill({ response, json: { ...config, extensions: { ...config.extensions, live: false } } });
  });
}

/**
 * The `test` of a file, see applicationTest, over these records.
 * @param prepare changes them through the API before the first test
 */
export function marketplaceTest(
  marketplace: Marketplace,
  prepare?: (application: Application) => Promise<unknown>,
) {
  return applicationTest().extend('marketplace', { scope: 'file', auto: true }, async ({ application }) => {
    await importMarketplace(application, marketplace);
    await prepare?.(application);
  });
}

/** As marketplaceTest, with a `page` that is signed in; `token` is its session's. */
export function signedInTest(marketplace: Marketplace, prepare?: (application: Application) => Promise<unknown>) {
  return marketplaceTest(marketplace, prepare).extend('token', { auto: true }, ({ page, application }) =>
    beginSignedIn(page, application),
  );
}

/** Saves a failed test's pages under test-results/. */
async function saveScreenshots(contexts: BrowserContext[], testName: string): Promise<void> {
  const folder = join(projectRoot, 'test-results');
  await mkdir(folder, { recursive: true });
  const file = testName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 100);
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: join(folder, `${file}-${index}.png`) });
}
