import { type Book, MAX_DAYS } from '@wayside/contract/closes';
import type pg from 'pg';
import { type ApiError, badRequest, conflict, fieldError } from '../../api-error.ts';
import { dateTimeParam, dayParam } from '../../date-params.ts';
import {
  type BookSums,
  type CloseDifference,
  type CloseDocument,
  closingOf,
  countDays,
  dayAfter,
  parseDocument,
} from '../../money/closing/close-document.ts';
import {
  type DayKindSums,
  readBookTotals,
  readDaySums,
  readDifferences,
  sumBooks,
} from '../../money/closing/day-sums.ts';
import {
  type BoundedDay,
  type ChainRow,
  type ChainState,
  readChainState,
  readDays,
} from '../../money/closing/read-close-chain.ts';

/** The days that a user wants to close. */
export interface DaysToClose {
  readonly day: string;
  /** Needed only for the first close of all. */
  readonly firstDay: string | null;
}

/** The open days up to a day, and the state of the chain. */
export interface OpenDays extends ChainState {
  readonly days: readonly BoundedDay[];
  /** The first instants of the days and of the day after the last one. */
  readonly bounds: readonly Date[];
}

/**
 * Finds the open days up to a day that has ended.
 * @throws 400 if the days cannot be closed in one call; 409 if the day is closed or has not ended
 */
export async function readOpenDays(
  client: pg.ClientBase | pg.Pool,
  { day, firstDay }: DaysToClose,
  { timeZone, at }: { readonly timeZone: string; readonly at: Date },
): Promise<OpenDays> {
  const state = await readChainState(client);
  const { lastClose } = state;
  if (lastClose !== null && day <= lastClose.day) throw alreadyClosed(lastClose, day, timeZone);
  if (lastClose !== null && firstDay !== null && firstDay !== dayAfter(lastClose.day))
    throw badRequest([fieldError('firstDay', 'first_open_day', { day: dayAfter(lastClose.day) })]);
  const first = lastClose === null ? (firstDay ?? day) : dayAfter(lastClose.day);
  const count = countDays(first, day);
  if (count < 1) throw badRequest([fieldError('firstDay', 'not_after_day')]);
  if (count > MAX_DAYS) throw badRequest([fieldError('day', 'most_days_to_close', { count, most: MAX_DAYS })]);
  const days = await readDays(client, first, day, timeZone);
  const last = days.at(-1);
  if (last === undefined) throw new Error('there is no day to close');
  if (last.endsAt > at) throw conflict('day_not_ended', { day: dayParam(day) });
  // A day begins at the end of the previous day, even if the time zone has changed since then.
  const continued = days.map((each, index) =>
    index === 0 && lastClose !== null ? { ...each, startsAt: lastClose.endsAt } : each,
  );
  return { ...state, days: continued, bounds: [...continued.map(({ startsAt }) => startsAt), last.endsAt] };
}

/** Parses the document of a close. */
export function readCloseDocument({ document }: ChainRow): CloseDocument {
  const stated = parseDocument(document);
  if (stated.kind !== 'close') throw new Error('a reopening contains no sums');
  return stated;
}

function alreadyClosed({ madeBy, madeAt, day: last }: ChainRow, day: string, timeZone: string): ApiError {
  const closed = { day: dayParam(day), date: dateTimeParam(madeAt, timeZone) };
  if (last === day)
    return madeBy === null
      ? conflict('day_closed_by_command', closed)
      : conflict('day_closed', { ...closed, name: madeBy });
  const closedTo = { ...closed, last: dayParam(last) };
  return madeBy === null
    ? conflict('day_closed_with_later_by_command', closedTo)
    : conflict('day_closed_with_later', { ...closedTo, name: madeBy });
}

/** The sums of open days and their opening balances. */
export interface SummedDays {
  readonly opening: Readonly<Record<Book, number>>;
  readonly sums: readonly DayKindSums[];
  /** Stored balances and wallets at the end of the last day. */
  readonly stored: Readonly<Record<Book, number>>;
  readonly differences: readonly CloseDifference[];
}

/**
 * Sums the entries of open days. The first day starts with the closing balances of the last close, or with the sum of
 * all earlier entries if there is no close (CLOS-01).
 */
export async function sumDays(
  client: pg.ClientBase | pg.Pool,
  { bounds, lastClose }: OpenDays,
): Promise<SummedDays> {
  const sums = await readDaySums(client, bounds);
  const { before, stored } = await readBookTotals(client, bounds);
  const opening = lastClose === null ? before : closingOf(readCloseDocument(lastClose).books);
  return { opening, sums, stored, differences: await readDifferences(client) };
}

/** Sums all days as one: the opening balance of the first day and the closing balance of the last. */
export const sumAllDays = ({ opening, sums, stored }: SummedDays): BookSums[] => sumBooks(opening, sums, stored);

/** Counts the entries of the days, and how many of them concern earlier, closed days. */
export const countEntries = (sums: readonly DayKindSums[]) => ({
  entryCount: sums.reduce((total, { count }) => total + count, 0),
  lateCount: sums.reduce((total, { lateCount }) => total + lateCount, 0),
});
