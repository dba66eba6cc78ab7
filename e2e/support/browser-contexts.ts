import type { Browser, BrowserContext, Page } from 'playwright-core';
import { contextOptions, type PageOptions, pageSettings } from './page-options.ts';

/** The storage types of an origin to clear, in addition to cookies. Reused contexts keep the browser's code cache. */
const STORAGE = 'local_storage,indexeddb,cache_storage,service_workers';

interface OpenContext {
  readonly context: BrowserContext;
  /** The options that cannot change after the context is created. */
  readonly kind: string;
  /** The origins that its pages have visited. */
  readonly origins: Set<string>;
}

/**
 * The browser contexts for an application. A new context starts a renderer, which loads and compiles the code of the
 * web app again and costs half a page load. Tests therefore reuse emptied contexts of earlier tests, each with a new
 * page.
 */
export class BrowserContexts {
  readonly #browser: Browser;
  readonly #baseUrl: string;
  readonly #idle: OpenContext[] = [];
  readonly #taken = new Map<BrowserContext, OpenContext>();

  constructor(browser: Browser, baseUrl: string) {
    this.#browser = browser;
    this.#baseUrl = baseUrl;
  }

  /** Opens a page with an empty document, in a context that no other test uses. */
  async openPage(options: PageOptions): Promise<Page> {
    const kind = JSON.stringify([options.width ?? 'desktop', options.live === true]);
    const isReusable = (each: OpenContext) => each.kind === kind && options.emptyCache !== true;
    const at = this.#idle.findIndex(isReusable);
    const [kept] = at < 0 ? [] : this.#idle.splice(at, 1);
    const open = kept ?? (await this.#open(options, kind));
    this.#taken.set(open.context, open);
    const page = open.context.pages()[0] ?? (await open.context.newPage());
    await page.emulateMedia(pageSettings(options));
    return page;
  }

  /** Empties a context for the next test. */
  async release(context: BrowserContext): Promise<void> {
    const open = this.#taken.get(context);
    if (!open) throw new Error('the context is not one of these');
    this.#taken.delete(context);
    const left = context.pages();
    // Opens the new page before closing the others, so that the renderer persists.
    const page = await context.newPage();
    await Promise.all(left.map((each) => each.close()));
    // A clock that a test installed cannot be removed from its context.
    if (!(await page.evaluate(hasRealClock))) return context.close();
    await Promise.all([
      context.unrouteAll(),
      context.clearCookies(),
      context.clearPermissions(),
      context.setOffline(false),
    ]);
    const devtools = await context.newCDPSession(page);
    for (const origin of open.origins)
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE });
    await devtools.detach();
    open.origins.clear();
    this.#idle.push(open);
  }

  /** Closes a context that is in an unknown state. */
  async discard(context: BrowserContext): Promise<void> {
    this.#taken.delete(context);
    await context.close();
  }

  async closeAll(): Promise<void> {
    for (const { context } of this.#idle.splice(0)) await context.close();
  }

  async #open(options: PageOptions, kind: string): Promise<OpenContext> {
    const context = await this.#browser.newContext(contextOptions(options, this.#baseUrl));
    context.setDefaultTimeout(30_000);
    if (options.live !== true) {
      await context.addInitScript(silenceLiveStream);
      if (options.emptyCache !== true) await context.addInitScript(saveData);
    }
    const origins = new Set<string>();
    context.on('page', (page) =>
      page.on('framenavigated', (frame) => {
        const { origin } = new URL(frame.url());
        if (origin !== 'null') origins.add(origin);
      }),
    );
    return { context, kind, origins };
  }
}

/** Checks in the page whether the clock is real. */
function hasRealClock(): boolean {
  return Function.prototype.toString.call(Date).includes('[native code]');
}

/**
 * Replaces the stream of changes with one that only sends heartbeats, so that a test decides when the screen loads
 * changed records. It runs in the page, because a route would disable the browser's cache.
 * e2e/live-stream.slow.test.ts uses the real stream.
 */
function silenceLiveStream(): void {
  const { fetch } = window;
  const heartbeat = new TextEncoder().encode(': heartbeat\n\n');
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!url.pathname.endsWith('/admin/live')) return fetch(input, init);
    let timer: number;
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(heartbeat);
        timer = window.setInterval(() => controller.enqueue(heartbeat), 3_000);
        init?.signal?.addEventListener('abort', () => {
          clearInterval(timer);
          controller.error(init.signal?.reason);
        });
      },
      cancel: () => clearInterval(timer),
    });
    return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }));
  };
}

/**
 * Sets the user's preference for reduced data usage. Otherwise each idle page would fetch and run the code of the
 * likely next screens, which takes a fifteenth of the suite's time. It runs in the page; live pages and pages that
 * count bytes don't use it.
 */
function saveData(): void {
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
}
