import type { Locator, Page } from 'playwright-core';

/** Returns the region that contains the toasts. */
export function toastRegion(page: Page): Locator {
  return page.getByRole('region', { name: /^Notifications/ });
}

/** Returns the line of a toast with exactly this text. */
export function toast(page: Page, text: string): Locator {
  return toastRegion(page).getByText(text, { exact: true });
}

/** Returns the Undo button of a toast. */
export function undo(page: Page): Locator {
  return toastRegion(page).getByRole('button', { name: 'Undo' });
}

/** Counts the toasts with a text on several pages. */
export async function countToasts(pages: readonly Page[], text: string): Promise<number> {
  const counts = await Promise.all(pages.map((page) => toast(page, text).count()));
  return counts.reduce((sum, count) => sum + count, 0);
}
