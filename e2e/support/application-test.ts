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
 * Pages of a context share its renderer and the code that it has compiled. A spare renderer costs CPU and is never
 * used, and separate renderers per site would end with the page of a test.
 */
const oneRenderer = ['--renderer-process-limit=1', '--disable-site-isolation-trials'];

/** One browser for all files of a worker, because a fixture cannot outlive its file and a launch takes a second. */
let browser: Promise<Browser> | undefined;

async function sharedBrowser(): Promise<Browser> {
  const current = await browser?.catch(() => null);
  // If the browser has crashed, only the tests of one file fail.
  if (current?.isConnected()) return current;
  browser = launchBrowser(inject('browserBinary'), oneRenderer);
  return browser;
}

/**
 * The contexts of each shared application. They persist across files, so that a renderer loads the code only once per
 * worker.
 */
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
 * Creates the `test` of a file, with an application that has its own data, an empty browser context for every page,
 * and a failure for every page error that the test did not announce.
 * - `application`: the server, see startApplication
 * - `openPage(options)`: opens a page in its own context
 * - `openSignedIn(options)`: opens a page with a session
 * - `page`: a page of 1280 pixels in the light theme
 * - `pageErrors`: announces expected errors
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
          for (const context of opened) await (isFailed ? contexts.discard(context) : contexts.release(context));
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
 * Creates the `test` of a file (see applicationTest) with these records.
 * @param prepare changes the records through the API before the first test
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

/** Creates a `test` like marketplaceTest, with a signed-in `page` and its session's `token`. */
export function signedInTest(marketplace: Marketplace, prepare?: (application: Application) => Promise<unknown>) {
  return marketplaceTest(marketplace, prepare).extend('token', { auto: true }, ({ page, application }) =>
    beginSignedIn(page, application),
  );
}

/** Saves screenshots of a failed test's pages under test-results/. */
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
