import { readLayoutShifts, watchLayoutShift } from '../e2e/support/layout-shift.ts';
import { measureFirstVisit, OTHER_SCREENS } from '../e2e/support/navigation.ts';
import { codeBytes, countTransfers } from '../e2e/support/transfers.ts';
import { getVisibleTime, paintedAt, recordWhenVisible } from '../e2e/support/usable-time.ts';
import { type Bench, onFreshPage } from './browser-page.ts';
import { type BenchRow, limitRow } from './row.ts';

interface Budget {
  readonly codeBytes: number;
  readonly requests: number;
}

const KILOBYTE = 1000;
const FIRST_VISIT_BYTES = 25 * KILOBYTE;
const LIST_NODES = 700;

const kilobytes = (bytes: number) => `${(bytes / KILOBYTE).toFixed(1)} kB`;

/** Measures the bytes and requests of a cold start until the page is usable, and its layout shifts. */
function measureColdStart(
  bench: Bench,
  screen: { name: string; path: string; isSignedIn: boolean; stands: readonly [string, string]; budget: Budget },
): Promise<BenchRow[]> {
  return onFreshPage(bench, screen.isSignedIn, async (page) => {
    const transfers = await countTransfers(page);
    await watchLayoutShift(page);
    await recordWhenVisible(page, ...screen.stands);
    await page.goto(screen.path);
    await paintedAt(page);
    const usableAt = await getVisibleTime(page);
    const moved = (await transfers()).filter(({ sentAt }) => sentAt <= usableAt);
    const all = moved.reduce((sum, { bytes }) => sum + bytes, 0);
    const shifts = (await readLayoutShifts(page)).length;
    return [
      limitRow(`${screen.name}: JS and CSS over the wire`, codeBytes(moved), screen.budget.codeBytes, kilobytes),
      limitRow(`${screen.name}: all over the wire`, all, null, kilobytes),
      limitRow(`${screen.name}: requests until usable`, moved.length, screen.budget.requests, String),
      limitRow(`${screen.name}: layout shifts`, shifts, 0, String),
    ];
  });
}

/** Measures bytes, requests, layout shifts and nodes, which do not depend on the machine. */
export async function movedRows(bench: Bench): Promise<BenchRow[]> {
  const login = {
    name: 'login',
    path: '/',
    isSignedIn: false,
    stands: ['button', 'Sign In'],
    budget: { codeBytes: 90 * KILOBYTE, requests: 8 },
  } as const;
  const dashboard = {
    name: 'dashboard',
    path: '/dashboard',
    isSignedIn: true,
    stands: ['h2', 'Daily Earnings'],
    budget: { codeBytes: 150 * KILOBYTE, requests: 14 },
  } as const;
  const rows = [...(await measureColdStart(bench, login)), ...(await measureColdStart(bench, dashboard))];
  for (const screen of OTHER_SCREENS) {
    const moved = await onFreshPage(bench, true, (page) => measureFirstVisit(page, screen));
    rows.push(limitRow(`${screen}: JS and CSS, first visit`, codeBytes(moved), FIRST_VISIT_BYTES, kilobytes));
  }
  const nodes = await onFreshPage(bench, true, async (page) => {
    await recordWhenVisible(page, 'h2', 'All Bookings (');
    await page.goto('/bookings');
    await paintedAt(page);
    return page.locator('*').count();
  });
  rows.push(limitRow('nodes of the list with 10 rows', nodes, LIST_NODES, String));
  return rows;
}
