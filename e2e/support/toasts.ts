import type { Locator, Page } from 'playwright-core';
import { expectHidden, expectVisible } from './expectations.ts';

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

/** Waits for a toast "Error" with a text, and closes it. */
export async function expectErrorToast(page: Page, text: string): Promise<void> {
  const error = toastRegion(page).getByRole('listitem').filter({ hasText: text });
  await expectVisible(error.getByText('Error', { exact: true }));
  await expectVisible(error.getByText(text, { exact: true }));
  await error.getByRole('button', { name: /close/i }).click();
  await expectHidden(error);
}
