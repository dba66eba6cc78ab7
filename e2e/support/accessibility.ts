import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, default as axe, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findContrastSamples } from './contrast-samples.ts';
import { untilPainted } from './navigation.ts';

interface Rgba {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** The class into which axe parses every CSS colour, missing from its types. */
interface AxeColour extends Rgba {
  parseString(text: string): AxeColour;
}

/** A rule of axe, missing from its types. */
interface AxeRule {
  readonly id: string;
  matches(node: Element, ...others: unknown[]): boolean;
}

declare global {
  interface Window {
    axe: typeof axe & {
      commons: { color: { Color: { prototype: AxeColour } } };
      _audit: { rules: AxeRule[] };
    };
    /** The texts for which contrast is checked. */
    contrastTexts: ReadonlySet<Element>;
  }
}

/** The minified source of axe, which is half the size, because every document loads it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const common: RunOptions = { resultTypes: ['violations'] };
const allRules: RunOptions = { ...common, runOnly: { type: 'tag', values: tags } };
const contrastOnly: RunOptions = { ...common, runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Caches parsed colours. Otherwise axe parses each colour again for every text, which takes a fifth of a run. */
function cacheColours(): void {
  const { Color } = window.axe.commons.color;
  const parse = Color.prototype.parseString;
  const parsed = new Map<string, Rgba>();
  Color.prototype.parseString = function (text) {
    const { r, g, b, alpha } = parsed.get(text) ?? parse.call(this, text);
    parsed.set(text, { r, g, b, alpha });
    return Object.assign(this, { r, g, b, alpha });
  };
}

/** Restricts the contrast rule to `contrastTexts`. */
function limitContrast(): void {
  const rule = window.axe._audit.rules.find(({ id }) => id === 'color-contrast');
  if (rule === undefined) throw new Error('axe has no rule color-contrast');
  const { matches } = rule;
  rule.matches = function (node, ...others) {
    return window.contrastTexts.has(node) && matches.call(this, node, ...others);
  };
}

/**
 * Waits until finite animations have ended, except scroll-driven ones, because animations change the contrast of
 * texts and the size of dialogs.
 */
export async function untilStill(page: Page): Promise<void> {
  await untilPainted(page);
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(
        (it) =>
          it.timeline === document.timeline && it.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
}

/** Elements in front of a page that a modal dialog hides. */
const FRONT =
  ':is([role="dialog"], [role="alertdialog"], [data-sonner-toaster]):not([aria-hidden="true"], [aria-hidden="true"] *)';

/**
 * Loads axe into the document unless it is already loaded. It uses the DevTools protocol, because the renderer then
 * keeps the compiled script for its next document, unlike with `page.evaluate`. It does not detach the session,
 * because Chromium exits if a session is detached from a page with passkeys.
 */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Runtime.evaluate', { expression: source });
  await page.evaluate(cacheColours);
  await page.evaluate(limitContrast);
}

const linesOf = ({ violations }: AxeResults): string[] =>
  violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );

/**
 * Returns the axe violations in the page or in the open modal dialog. Contrast is checked once per distinct text
 * style.
 */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  await untilStill(page);
  await loadAxe(page);
  const texts = await page.evaluateHandle(findContrastSamples, FRONT);
  return linesOf(
    await page.evaluate(
      ([texts, options]) => {
        window.contrastTexts = new Set(texts);
        return window.axe.run(document, options);
      },
      [texts, options] as const,
    ),
  );
}

/** Fails and lists all violations, if there are any. */
function expectNoViolations(found: readonly string[], what: string): void {
  expect(found, [what, ...found].join('\n')).toEqual([]);
}

/**
 * Asserts that axe finds no violation in the current theme and no weak contrast in the other theme, and that the page
 * does not scroll horizontally. The structure is the same in both themes, so one run of the other rules is enough.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expectNoViolations(await violations(page, allRules), 'axe violations');
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  expectNoViolations(await violations(page, contrastOnly), `contrast in the ${isDark ? 'light' : 'dark'} theme`);
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  await expectNoHorizontalScroll(page);
}

/** Asserts that nothing makes the page scroll horizontally. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
}
