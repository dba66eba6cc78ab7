import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Stops the page's clock before its first document: its timers run when a test says so, and not before. */
export async function stopClock(page: Page): Promise<void> {
  const moment = Date.parse('2026-03-10T06:30:00.000Z');
  await page.clock.install({ time: moment });
  await page.clock.pauseAt(moment + 1000);
}

/** Lets the page's clock run in steps, small ones by default, until what is read is as expected. */
export async function runClockUntil<T>(
  page: Page,
  read: () => T | Promise<T>,
  expected: T,
  stepMs = 20,
): Promise<void> {
  const step = async () => {
    await page.clock.runFor(stepMs);
    return read();
  };
  await expect.poll(step, { timeout: 10_000, interval: 20 }).toEqual(expected);
}
