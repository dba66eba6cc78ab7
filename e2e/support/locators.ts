import type { Locator, Page } from 'playwright-core';

/** Returns the table row that contains a text. */
export const rowWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('row').filter({ hasText: text });

/** Returns the button with a full name. */
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Clicks the button with a full name or matching a pattern. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Presses "Copy" and waits until the text is copied, after which a value that is shown once counts as saved. */
export async function clickCopy(place: Page | Locator): Promise<void> {
  await place.getByRole('button', { name: 'Copy', exact: true }).click();
  await place.getByRole('button', { name: 'Copied', exact: true }).waitFor();
}

/** Returns the dialog with a full title. */
export const dialogByName = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Presses "Delete" in the open confirmation. */
export const confirmDeletion = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();

/** Returns the query of the page's address. */
export const queryOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);
