import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Notes from the next document on each "page x of y" that a list's heading reads, however shortly. */
export async function watchPageHeadings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pageHeadings: string[] = [];
    Object.assign(window, { pageHeadings });
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('h2 + p')) {
        const read = heading.textContent ?? '';
        if (/^page /.test(read) && pageHeadings.at(-1) !== read) pageHeadings.push(read);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Asserts that headings were read, the last one as given, and that none was about a page beyond its last. */
export async function expectTruePageHeadings(page: Page, last: string): Promise<void> {
  const read = await page.evaluate<string[]>(() => Reflect.get(window, 'pageHeadings'));
  const beyond = read.filter((heading) => {
    const [current = 0, count = 0] = (heading.match(/\d+/g) ?? []).map(Number);
    return current > count;
  });
  expect(beyond).toEqual([]);
  expect(read.at(-1)).toBe(last);
}
