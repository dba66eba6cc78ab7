import type { BrowserContextOptions, Page } from 'playwright-core';

/** How a page is displayed. */
export interface PageOptions {
  width?: 'desktop' | 'phone' | 'narrow';
  theme?: 'light' | 'dark';
  /** Whether the user prefers reduced motion. */
  reducedMotion?: boolean;
  /** Whether it follows changes automatically (LIVE-02). Otherwise only the test's actions cause calls. */
  live?: boolean;
  /** Whether the browser has nothing of an earlier test, its cache included: for what counts bytes or requests. */
  emptyCache?: boolean;
}

const viewports = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 375, height: 812 },
  narrow: { width: 320, height: 640 },
};

/**
 * The browser's settings for a page. Language and time zone are far from India on purpose: what the screen shows must
 * not come from the machine (FMT-01, FMT-02).
 */
export function contextOptions(options: PageOptions, baseURL: string): BrowserContextOptions {
  const width = options.width ?? 'desktop';
  return {
    baseURL,
    viewport: viewports[width],
    hasTouch: width !== 'desktop',
    isMobile: width !== 'desktop',
    // Initial page settings, for tabs that a page opens.
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  };
}

/** Settings that can change after a page is open. */
export function pageSettings(options: PageOptions): NonNullable<Parameters<Page['emulateMedia']>[0]> {
  return {
    colorScheme: options.theme ?? 'light',
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
  };
}
