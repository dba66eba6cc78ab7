import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilPainted } from './painted.ts';

interface Rgba {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** What axe reads a colour of a style into; its types leave it out. */
interface AxeColour extends Rgba {
  parseString(text: string): AxeColour;
}

declare global {
  interface Window {
    axe: typeof axe & { commons: { color: { Color: { prototype: AxeColour } } } };
  }
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Has axe work out each colour of ours once: it does so for every text anew, a fifth of what a look costs. */
function rememberColours(): void {
  const { Color } = window.axe.commons.color;
  const parse = Color.prototype.parseString;
  const known = new Map<string, Rgba>();
  Color.prototype.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? parse.call(this, text);
    known.set(text, { r, g, b, alpha });
    return Object.assign(this, { r, g, b, alpha });
  };
}

/** Asserts that axe finds nothing on the page as it is now, once that is painted. */
export async function expectAccessible(page: Page): Promise<void> {
  await untilPainted(page);
  // In the page itself, once a document: there is no frame from elsewhere to look into.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate(rememberColours);
  }
  const { violations }: AxeResults = await page.evaluate(
    (values) => window.axe.run({ resultTypes: ['violations'], runOnly: { type: 'tag', values } }),
    rules,
  );
  const results = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(results, 'what axe finds').toEqual([]);
}

/** Asserts that nothing makes the page scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'pixels that stick out to the right').toBeLessThanOrEqual(0);
}
