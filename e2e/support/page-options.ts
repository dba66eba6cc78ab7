import type { BrowserContextOptions, Page } from 'playwright-core';

/** The display options of a page. */
export interface PageOptions {
  width?: 'desktop' | 'phone' | 'narrow';
  theme?: 'light' | 'dark';
  /** Whether the user prefers reduced motion. */
  reducedMotion?: boolean;
  /** Whether the page follows changes automatically (LIVE-02). If not, only the test's actions cause calls. */
  live?: boolean;
  /**
   * Whether the browser, including its cache, contains nothing from earlier tests; for tests that count bytes or
   * requests.
   */
  emptyCache?: boolean;
}

const viewports = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 375, height: 812 },
  narrow: { width: 320, height: 640 },
};

/**
 * Returns the browser's settings for a page. Its language and time zone deliberately differ from India's, because the
 * screen must not depend on those of the machine (FMT-01, FMT-02).
 */
export function contextOptions(options: PageOptions, baseURL: string): BrowserContextOptions {
  const width = options.width ?? 'desktop';
  return {
    baseURL,
    viewport: viewports[width],
    hasTouch: width !== 'desktop',
    isMobile: width !== 'desktop',
    // The initial page settings, which also apply to tabs that the page opens.
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  };
}

/** Returns the settings that can change after a page is open. */
export function pageSettings(options: PageOptions): NonNullable<Parameters<Page['emulateMedia']>[0]> {
  return {
    colorScheme: options.theme ?? 'light',
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
  };
}
