import type { Book } from '@wayside/contract/closes';
import type pg from 'pg';
import { type BookSums, type CloseDifference, closingOf } from '../../money/closing/close-document.ts';
import {
  addUp,
  type DayKindSums,
  readBookTotals,
  readDaySums,
  readDifferences,
} from '../../money/closing/day-sums.ts';
import { type OpenDays, statedBy } from './open-days.ts';

/** What open days hold, and what they begin with. */
export interface SummedDays {
  readonly opening: Readonly<Record<Book, number>>;
  readonly sums: readonly DayKindSums[];
  /** What stored balances and wallets say at the end of the last day. */
  readonly stored: Readonly<Record<Book, number>>;
  readonly differences: readonly CloseDifference[];
}

/** Reads what open days hold: the first one begins with what the last close states, or with all that was before (CLOS-01). */
export async function sumDays(
  client: pg.ClientBase | pg.Pool,
  { bounds, lastClose }: OpenDays,
): Promise<SummedDays> {
  const sums = await readDaySums(client, bounds);
  const { before, stored } = await readBookTotals(client, bounds);
  const opening = lastClose === null ? before : closingOf(statedBy(lastClose).books);
  return { opening, sums, stored, differences: await readDifferences(client) };
}

/** All days as one: opening of the first, closing of the last. */
export const addUpAll = ({ opening, sums, stored }: SummedDays): BookSums[] => addUp(opening, sums, stored);

/** The entries of days, and those of them that are about earlier, closed days. */
export const countEntries = (sums: readonly DayKindSums[]) => ({
  entryCount: sums.reduce((total, { count }) => total + count, 0),
  lateCount: sums.reduce((total, { lateCount }) => total + lateCount, 0),
});
