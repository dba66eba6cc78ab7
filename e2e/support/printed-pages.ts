import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the text of each page that the browser would print, with white space collapsed. */
export async function printedPages(page: Page): Promise<readonly string[]> {
  const document = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text } = await extractText(document, { mergePages: false });
  return text.map((each) => each.replaceAll(/\s+/g, ' ').trim());
}

/**
 * Prevents the print button from opening a print dialog, which headless browsers don't have. The test creates a PDF
 * instead.
 */
export async function withoutPrintDialog(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', '');
  });
  return () => page.locator('html[data-asked-to-print]').waitFor();
}
