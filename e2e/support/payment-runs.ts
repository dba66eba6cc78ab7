import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

interface FileRow {
  readonly reference: string;
  readonly amount: string;
  readonly account: string;
}

/** Reads the rows of an ICICI file by its headings. */
export function parseFileRows(content: string): FileRow[] {
  const [headings = '', ...lines] = content.trim().split('\r\n');
  const names = headings.split(',');
  const cell = (line: string, name: string) => line.split(',')[names.indexOf(name)] ?? '';
  return lines.map((line) => ({
    reference: cell(line, 'REF_NO'),
    amount: cell(line, 'AMOUNT'),
    account: cell(line, 'BENE_ACC_NO'),
  }));
}

/** Exports a table as CSV with the menu of a button. */
export async function exportTable(page: Page, button: Locator, name: RegExp): Promise<void> {
  await button.click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(name);
}

/** Uploads a bank result file in the open dialog. */
export const upload = (page: Page, content: string) =>
  page
    .getByLabel('Bank result file')
    .setInputFiles({ name: 'result.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
