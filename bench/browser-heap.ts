import type { CDPSession, Page } from 'playwright-core';
import { OTHER_SCREENS, visitScreen } from '../e2e/support/navigation.ts';
import { type Bench, onFreshPage, setPace } from './browser-page.ts';
import { type BenchRow, megabytes } from './row.ts';

const EARLY = 20;
const LATE = 100;
/** The growth that does not count as a leak, because compiled code and caches need some memory. */
const LIMIT = 1.1;

const screens = ['Dashboard', ...OTHER_SCREENS];

async function usedBytes(devtools: CDPSession): Promise<number> {
  // The second collection frees what finalisers of the first one release.
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

async function change(page: Page, from: number, to: number): Promise<void> {
  for (let round = from; round < to; round += 1) {
    await visitScreen(page, screens[(round + 1) % screens.length] ?? 'Dashboard');
  }
  // Waits for the spinner instead of an idle network, because the stream of changes stays open.
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/**
 * Compares the heap after a hundred screen changes with the heap after twenty, when every screen has been opened
 * once.
 */
export async function heapRow(bench: Bench): Promise<BenchRow> {
  const [early, late] = await onFreshPage(bench, true, async (page) => {
    const devtools = await setPace(page, 'plain');
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Daily Earnings' }).waitFor();
    await change(page, 0, EARLY);
    const before = await usedBytes(devtools);
    await change(page, EARLY, LATE);
    return [before, await usedBytes(devtools)];
  });
  const ratio = (late ?? Number.NaN) / (early ?? Number.NaN);
  return {
    what: `heap after ${LATE} screen changes`,
    ours: megabytes(late ?? Number.NaN),
    reference: `${megabytes(early ?? Number.NaN)} after ${EARLY}`,
    ratio,
    budget: `≤ ${LIMIT}x`,
    isMet: ratio <= LIMIT,
  };
}
