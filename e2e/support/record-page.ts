import type { Locator, Page } from 'playwright-core';

/** Returns a tab of the open page of a customer or mechanic, with or without its count: "Bookings (3)". */
export const recordTab = (page: Page, name: string): Locator => page.getByRole('dialog').getByRole('tab', { name });

/** Opens a tab of the open page of a customer or mechanic. */
export const openTab = (page: Page, name: string): Promise<void> => recordTab(page, name).click();
