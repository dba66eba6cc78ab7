import type { Page } from 'playwright-core';
import { paintedAt, recordWhenVisible } from '../e2e/support/usable-time.ts';
import { startFloor } from './browser-floor.ts';
import { type Bench, onFreshPage, type Pace, paces, setPace } from './browser-page.ts';
import { type BenchRow, limitRow, median, wholeMilliseconds } from './row.ts';

const RUNS = 5;
/** The time that a task may take without blocking. */
const SMOOTH_MS = 50;
const BLOCKING_MS = 300;

interface ColdStart {
  readonly paintedMs: number;
  /** Blocking time since navigation: the sum of each task's time above 50 ms. */
  readonly blockingMs: number;
}

/** The page to open, the element that marks it as painted, and the budget at the throttled pace. */
interface Opened {
  readonly name: string;
  readonly address: string;
  readonly isSignedIn: boolean;
  readonly stands: readonly [tag: string, beginning: string];
  readonly throttledMs: number;
}

async function openCold(page: Page, { address, stands }: Opened, pace: Pace): Promise<ColdStart> {
  await setPace(page, pace);
  await recordWhenVisible(page, ...stands);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(address, { waitUntil: 'commit' });
  const painted = await paintedAt(page);
  // When the page is idle, the observer has reported the task that painted.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const { timeOrigin, tasks } = await page.evaluate(() => ({
    timeOrigin: performance.timeOrigin,
    tasks: Reflect.get(window, 'tasks') as number[],
  }));
  return {
    paintedMs: painted - timeOrigin,
    blockingMs: tasks.reduce((sum, duration) => sum + Math.max(0, duration - SMOOTH_MS), 0),
  };
}

/** Measures cold starts of the login page and the dashboard, alternating with a page that contains only React. */
export async function paintedRows(bench: Bench): Promise<BenchRow[]> {
  const floor = await startFloor();
  const opened: readonly Opened[] = [
    {
      name: 'React alone',
      address: floor.url,
      isSignedIn: false,
      stands: ['h1', 'Floor'],
      throttledMs: Number.POSITIVE_INFINITY,
    },
    { name: 'login', address: '/', isSignedIn: false, stands: ['button', 'Sign In'], throttledMs: 1500 },
    {
      name: 'dashboard',
      address: '/dashboard',
      isSignedIn: true,
      stands: ['h2', 'Daily Earnings'],
      throttledMs: 2000,
    },
  ];
  try {
    const rows: BenchRow[] = [];
    for (const pace of paces) rows.push(...(await rowsAt(pace, opened, bench)));
    return rows;
  } finally {
    await floor.stop();
  }
}

async function rowsAt(pace: Pace, opened: readonly Opened[], bench: Bench): Promise<BenchRow[]> {
  const runs = new Map(opened.map((one) => [one, [] as ColdStart[]]));
  for (let run = 0; run < RUNS; run += 1)
    for (const [one, samples] of runs)
      samples.push(await onFreshPage(bench, one.isSignedIn, (page) => openCold(page, one, pace)));
  const [floor, ...ours] = opened;
  const painted = (one: Opened | undefined) =>
    median((one ? (runs.get(one) ?? []) : []).map(({ paintedMs }) => paintedMs));
  return ours.flatMap((one) => {
    const isBudgeted = pace === 'throttled';
    const row: BenchRow = {
      what: `${one.name} painted, ${pace}`,
      ours: wholeMilliseconds(painted(one)),
      reference: `${wholeMilliseconds(painted(floor))} React alone`,
      ratio: painted(one) / painted(floor),
      budget: isBudgeted ? `≤ ${wholeMilliseconds(one.throttledMs)}` : '',
      isMet: isBudgeted ? painted(one) <= one.throttledMs : null,
    };
    return isBudgeted && one.isSignedIn ? [row, blockingRow(one, runs.get(one) ?? [])] : [row];
  });
}

function blockingRow({ name }: Opened, runs: readonly ColdStart[]): BenchRow {
  const ms = median(runs.map(({ blockingMs }) => blockingMs));
  return limitRow(`${name}: blocked from the navigation on, 4x CPU`, ms, BLOCKING_MS, wholeMilliseconds);
}
