import type { Locator, Page } from 'playwright-core';

/** The region that holds the toasts. */
export function toastRegion(page: Page): Locator {
  return page.getByRole('region', { name: /^Notifications/ });
}

/** A line of a toast, by its exact text. */
export function toast(page: Page, text: string): Locator {
  return toastRegion(page).getByText(text, { exact: true });
}

/** The Undo button of a toast. */
export function undo(page: Page): Locator {
  return toastRegion(page).getByRole('button', { name: 'Undo' });
}

/** Counts a text among the toasts of several pages. */
export async function countToasts(pages: readonly Page[], text: string): Promise<number> {
  const counts = await Promise.all(pages.map((page) => toast(page, text).count()));
  return counts.reduce((sum, count) => sum + count, 0);
}
