import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { findContrastSamples } from '../support/contrast-samples.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const COMMON: RunOptions = { resultTypes: ['violations'] };
/** Elements in front of a page behind a modal dialog. */
const FRONT =
  ':is([role="dialog"], [role="alertdialog"], [data-sonner-toaster]):not([aria-hidden="true"], [aria-hidden="true"] *)';

const endsByItself = ({ timeline, effect }: Animation): boolean =>
  timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;

/**
 * Waits until finite animations have ended, except scroll-driven ones, because animations change contrast and size.
 * The end of one can start another.
 */
export async function untilStill(): Promise<void> {
  for (let running: Animation[] | null = null; running === null || running.length > 0; ) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    running = document.getAnimations().filter(endsByItself);
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
}

async function violations(options: RunOptions, context: axe.ElementContext = document): Promise<string[]> {
  await untilStill();
  const found = await axe.run(context, { ...COMMON, ...options });
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

const contrast = () =>
  violations({ runOnly: { type: 'rule', values: ['color-contrast'] } }, { include: findContrastSamples(FRONT) });

function showTheme(theme: 'light' | 'dark'): void {
  localStorage.setItem('vite-ui-theme', theme);
  dispatchEvent(new Event('wayside:theme'));
}

/**
 * Asserts that axe finds no violations, that the contrast is high enough in both themes, and that the page does not
 * scroll sideways.
 */
export async function expectAccessible(): Promise<void> {
  const theme = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
  const structure = await violations({
    runOnly: { type: 'tag', values: TAGS },
    rules: { 'color-contrast': { enabled: false } },
  });
  const own = await contrast();
  showTheme(theme === 'dark' ? 'light' : 'dark');
  const other = await contrast();
  showTheme(theme);
  expect([...structure, ...own, ...other], 'violations').toEqual([]);
  expect(document.documentElement.scrollWidth - innerWidth, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

const shiftText = ({ value, sources }: Shift): string =>
  `${value}: ${sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent)).join(', ')}`;

/** Runs `act` and asserts that nothing on the page moves without user input. */
export async function expectNoLayoutShift(act: () => Promise<unknown>): Promise<void> {
  // budgets.test.ts measures this on a complete page.
  await document.fonts.ready;
  const shifts: string[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) shifts.push(shiftText(entry));
  });
  observer.observe({ type: 'layout-shift' });
  await act();
  await untilStill();
  observer.disconnect();
  expect(shifts, 'layout shifts').toEqual([]);
}
