import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { type Application, type ApplicationSettings, startApplication } from './application.ts';
import { launchBrowser } from './browser.ts';
import { BrowserContexts } from './browser-contexts.ts';
import { loadMarketplace, type Marketplace } from './marketplace.ts';
import { PageErrors } from './page-errors.ts';
import type { PageOptions } from './page-options.ts';
import { projectRoot } from './project-root.ts';
import { beginSignedIn } from './session.ts';
import { takeApplication } from './shared-applications.ts';

/**
 * Pages of a context share its renderer, with the code that it has compiled. A spare renderer costs CPU and is never used; renderers
 * apart for each site would end with the page of a test.
 */
const oneRenderer = ['--renderer-process-limit=1', '--disable-site-isolation-trials'];

/** One browser for all files of a worker: a fixture cannot outlive its file, and a launch takes a second. */
let browser: Promise<Browser> | undefined;

async function sharedBrowser(): Promise<Browser> {
  const current = await browser?.catch(() => null);
  // A crashed browser fails the tests of one file only.
  if (current?.isConnected()) return current;
  browser = launchBrowser(inject('browserBinary'), oneRenderer);
  return browser;
}

/** The contexts for the shared applications, whose code a renderer needs to load once for all files of a worker. */
const contextsOfFiles = new WeakMap<Browser, Map<string, BrowserContexts>>();

function contextsOf(browser: Browser, url: string): BrowserContexts {
  const byUrl = contextsOfFiles.get(browser) ?? new Map<string, BrowserContexts>();
  contextsOfFiles.set(browser, byUrl);
  const contexts = byUrl.get(url) ?? new BrowserContexts(browser, url);
  byUrl.set(url, contexts);
  return contexts;
}

const isShared = ({ url }: Application): boolean => inject('applications').some((each) => each.url === url);

/**
 * The `test` of a file: an application with its own data for the file, an empty browser context for every page, and no error behind the
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
      .extend('application', { scope: 'file' }, async ({}, { onCleanup }): Promise<Application> => {
        const isOwn = settings.demo === true || settings.environment !== undefined;
        const shared = isOwn ? null : await takeApplication(inject('applications'));
        if (shared !== null) {
          onCleanup(shared.release);
          return shared.application;
        }
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
      .extend('contexts', { scope: 'file' }, ({ application, browser }, { onCleanup }) => {
        if (isShared(application)) return contextsOf(browser, application.url);
        const contexts = new BrowserContexts(browser, application.url);
        onCleanup(() => contexts.closeAll());
        return contexts;
      })
      .extend('openPage', ({ contexts, pageErrors, task }, { onCleanup }) => {
        const opened: BrowserContext[] = [];
        onCleanup(async () => {
          const isFailed = task.result?.state === 'fail';
          if (isFailed) await saveScreenshots(opened, task.name);
          for (const context of opened) await (isFailed ? contexts.discard(context) : contexts.giveBack(context));
        });
        return async (options: PageOptions = {}): Promise<Page> => {
          const page = await contexts.openPage(options);
          opened.push(page.context());
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
 * The `test` of a file, see applicationTest, over these records.
 * @param prepare changes them through the API before the first test
 */
export function marketplaceTest(
  marketplace: Marketplace,
  prepare?: (application: Application) => Promise<unknown>,
  settings: ApplicationSettings = {},
) {
  return applicationTest(settings).extend('marketplace', { scope: 'file', auto: true }, async ({ application }) => {
    await loadMarketplace(application, marketplace);
    await prepare?.(application);
  });
}

/** Like marketplaceTest, with a signed-in `page`; `token` is its session token. */
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
