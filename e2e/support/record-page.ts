import type { Locator, Page } from 'playwright-core';

/** A tab of the open page of a customer or mechanic, with or without its count: "Bookings (3)". */
export const recordTab = (page: Page, name: string): Locator => page.getByRole('dialog').getByRole('tab', { name });

/** Opens one. */
export const openTab = (page: Page, name: string): Promise<void> => recordTab(page, name).click();
