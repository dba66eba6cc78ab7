import type { Page } from 'playwright-core';
import { sidebarLink, visitScreen } from '../e2e/support/navigation.ts';
import { paintedAt, recordWhenVisibleNext } from '../e2e/support/usable-time.ts';
import { type Bench, onFreshPage, type Pace, paces, setPace } from './browser-page.ts';
import { type BenchRow, limitRow, median, wholeMilliseconds } from './row.ts';

const RUNS = 5;
const BUDGET_MS = { plain: { first: 120, second: 60 }, throttled: { first: 600, second: 120 } } as const;

interface Clicks {
  readonly first: number;
  readonly second: number;
}

/** Returns the milliseconds from the click on Bookings until its rows are painted. */
async function clickToRows(page: Page): Promise<number> {
  await recordWhenVisibleNext(page, 'h2', 'All Bookings (');
  await page.evaluate(() => {
    addEventListener(
      'click',
      ({ timeStamp }) => Object.assign(window, { clickedAt: performance.timeOrigin + timeStamp }),
      { capture: true, once: true },
    );
  });
  await sidebarLink(page, 'Bookings').click();
  const painted = await paintedAt(page);
  return painted - (await page.evaluate<number>(() => Reflect.get(window, 'clickedAt')));
}

/**
 * Resolves once nothing has arrived over the network for half a second. The stream of changes never ends, so it does
 * not count.
 */
async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration);
    return performance.now() - Math.max(...ends) > 500;
  });
}

/**
 * Goes from the dashboard to the list, back, and to the list again. The pointer does not rest on the link before the
 * click.
 */
async function clickTwice(page: Page, pace: Pace): Promise<Clicks> {
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Daily Earnings' }).waitFor();
  await page.mouse.move(600, 20);
  await untilQuiet(page);
  await setPace(page, pace);
  const first = await clickToRows(page);
  await untilQuiet(page);
  await visitScreen(page, 'Dashboard');
  const second = await clickToRows(page);
  return { first, second };
}

/** Measures the time from the click to the rows of a list, at both paces. */
export async function clickRows(bench: Bench): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const pace of paces) {
    const samples: Clicks[] = [];
    for (let run = 0; run < RUNS; run += 1)
      samples.push(await onFreshPage(bench, true, (page) => clickTwice(page, pace)));
    for (const visited of ['first', 'second'] as const) {
      const ms = median(samples.map((clicks) => clicks[visited]));
      const what = `click to rows, ${visited} visit, ${pace}`;
      rows.push(limitRow(what, ms, BUDGET_MS[pace][visited], wholeMilliseconds));
    }
  }
  return rows;
}
