import type { Locator, Page } from 'playwright-core';
import { expectHidden, expectVisible } from './expectations.ts';

/** Waits until a banner appears and disappears again. */
export async function expectBanner(banner: Locator): Promise<void> {
  // The banner's container has no height of its own.
  await expectVisible(banner.getByRole('paragraph'));
  await expectHidden(banner.getByRole('paragraph'));
}

/** The banner of the screen, as opposed to the error card in place of the content. */
export const bannerWith = (page: Page, text: string): Locator =>
  page.getByRole('alert').filter({ hasText: text }).filter({ hasNotText: 'Error Loading' });
