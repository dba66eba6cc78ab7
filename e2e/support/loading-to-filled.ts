import type { Locator, Page } from 'playwright-core';
import { expectPresentable } from './accessible.ts';
import { callPattern } from './calls.ts';
import { expectVisible } from './expectations.ts';
import { holdCall } from './held-call.ts';
import { expectNothingMoved, watchLayoutShift } from './layout-shift.ts';

/** A screen, the call that fills it, and what stands there before the answer and after. */
interface Screen {
  readonly path: string;
  readonly call: { readonly path: string };
  readonly loading: Locator;
  readonly filled: Locator;
}

/** Asserts that a screen can be read by everybody while it loads and once it is filled, and that nothing moves between. */
export async function expectLoadingToFilled(page: Page, { path, call, loading, filled }: Screen): Promise<void> {
  await watchLayoutShift(page);
  const release = await holdCall(page, callPattern(call));
  await page.goto(path);
  await expectVisible(loading);
  await expectPresentable(page);
  release();
  await expectVisible(filled);
  await expectPresentable(page);
  await expectNothingMoved(page);
}
