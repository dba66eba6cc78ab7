import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts';
import type { PageOptions } from './page-options.ts';

/** Every width and every theme that a state must be fit for, each once: a look costs seconds a state. */
export const looks = [
  { width: 'desktop', theme: 'light' },
  { width: 'phone', theme: 'dark' },
] as const satisfies readonly PageOptions[];

/** Asserts that what is shown now can be read by everybody and fits the screen. */
export async function expectPresentable(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}
