import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilPainted } from './navigation.ts';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Records layout shifts without user input, from the next document on. */
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

/** Returns the layout shifts since the document began, each with its score and elements. */
export async function readLayoutShifts(page: Page): Promise<string[]> {
  await untilPainted(page);
  return page.evaluate<string[]>(() => Reflect.get(window, 'moved'));
}

/** Asserts that no layout shift has occurred since the document began. */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  expect(await readLayoutShifts(page), 'layout shifts').toEqual([]);
}
