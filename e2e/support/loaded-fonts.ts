import type { Page } from 'playwright-core';

/** Returns which of our fonts for Indian scripts the browser has loaded, by the first of their ranges (LANG-04). */
export const loadedFonts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.fonts].flatMap(({ family, status, unicodeRange }) =>
      family === 'Noto Sans Indic' && status === 'loaded' ? [unicodeRange.split(',')[0] ?? ''] : [],
    ),
  );
