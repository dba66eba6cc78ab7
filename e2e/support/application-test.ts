import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { type ApplicationSettings, startApplication } from './application.ts';
import { launchBrowser } from './browser.ts';
import { contextOptions, type PageOptions } from './page-options.ts';
import { Problems } from './problems.ts';
import { screenshot } from './screenshot.ts';
import { beginSignedIn } from './session.ts';

/** In each profile, and each page has its own: the empty page that one begins as takes no process before. */
const oneProcess = '--renderer-process-limit=1';

/** The browser of this worker, which ends with it: each file extends a `test` of its own, which no fixture outlives. */
let browser: Promise<Browser> | undefined;

async function storedBrowser(): Promise<Browser> {
  const kept = await browser?.catch(() => null);
  // One that has crashed takes its file's tests along, and no further.
  if (kept?.isConnected()) return kept;
  browser = launchBrowser(inject('browserBinary'), [oneProcess]);
  return browser;
}

/**
 * The `test` of a file: one application for the file, a fresh profile of the browser for every page, and no problem behind
 * the screen that the test did not announce.
 *
 * - `application`: the server, see startApplication
 * - `openPage(options)`: a page in a profile of its own
 * - `openSignedIn(options)`: such a page that is signed in
 * - `page`: one at 1280 pixels in the light theme
 * - `problems`: where a test announces what it provokes
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
      .extend('browser', { scope: 'file' }, storedBrowser)
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to learn what a fixture needs
      .extend('problems', ({}, { onCleanup }) => {
        const problems = new Problems();
        onCleanup(() => problems.verify());
        return problems;
      })
      .extend('openPage', ({ application, browser, problems, task }, { onCleanup }) => {
        const contexts: BrowserContext[] = [];
        onCleanup(async () => {
          if (task.result?.state === 'fail') await keepPictures(contexts, task.name);
          for (const context of contexts) await context.close();
        });
        return async (options: PageOptions = {}): Promise<Page> => {
          const context = await browser.newContext(contextOptions(options, application.url));
          contexts.push(context);
          context.setDefaultTimeout(10_000);
          const page = await context.newPage();
          await problems.watch(page);
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

async function keepPictures(contexts: BrowserContext[], name: string): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) await screenshot(page, `failed ${name}`);
}
