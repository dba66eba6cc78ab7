import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilPainted } from './painted.ts';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Notes from the next document on whatever moves on the page by itself. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        const nodes = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : '?',
        );
        moved.push(`${entry.value.toFixed(4)} ${nodes.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved by itself since the document began: how much, and which elements. */
export async function whatMoved(page: Page): Promise<string[]> {
  await untilPainted(page);
  return page.evaluate<string[]>(() => Reflect.get(window, 'moved'));
}

/** Asserts that nothing has moved by itself since the document began. */
export async function expectNothingMoved(page: Page): Promise<void> {
  expect(await whatMoved(page), 'what moved on the page').toEqual([]);
}
