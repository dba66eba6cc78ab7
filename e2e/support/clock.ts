import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Installs a clock that a test can advance, in the current document and all later ones. The timeouts of calls use
 * real time, as the network does. Otherwise advancing the clock would end calls to which the server is about to
 * respond.
 */
export async function installClock(page: Page, time = Date.now()): Promise<void> {
  const store = () => Object.assign(window, { realTimeout: AbortSignal.timeout });
  const restore = () => {
    AbortSignal.timeout = Reflect.get(window, 'realTimeout');
  };
  await page.addInitScript(store);
  await page.evaluate(store);
  await page.clock.install({ time });
  await page.addInitScript(restore);
  await page.evaluate(restore);
}

/** Installs a stopped clock, whose timers run only when the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  const startMs = Date.parse('2026-03-10T06:30:00.000Z');
  await installClock(page, startMs);
  await page.clock.pauseAt(startMs + 1000);
}

/** Advances the page's clock in steps until `read` returns the expected value. */
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
