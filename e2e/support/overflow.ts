import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findOverflow } from './find-overflow.ts';

/** Waits until nothing overflows horizontally. */
export async function expectNoOverflow(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(findOverflow), { message: place, timeout: 3000 }).toEqual([]);
}
