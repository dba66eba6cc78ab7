import type { Locator, Page } from 'playwright-core';
import { expectTexts } from '../expectations.ts';

/** A row of the table, by what stands in it. */
export const rowWith = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** A button, by its whole name. */
export const buttonNamed = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** The quiet line about what could not be read: "3 users". */
export const unreadableLine = (page: Page, count: string): Locator =>
  page.getByRole('status').getByText(`${count} could not be read whole. The browser’s console names the fields.`);

/** Waits until the cells of a row, but for its actions, read so. */
export async function expectRow(page: Page, text: string, cells: readonly string[]): Promise<void> {
  await expectTexts(rowWith(page, text).getByRole('cell'), [...cells, '']);
}

/** Says yes to a deletion. */
export async function confirmDeletion(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
}
