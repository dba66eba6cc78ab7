import * as z from 'zod/mini';
import { flag, list, numeric } from './fields.ts';
import { PAGE_SIZE } from './page-size.ts';
import { type ReadRows, readRows } from './rows.ts';
import { wholeNumberOr } from './whole-number.ts';
import { type Wire, withLenientDecoder } from './wire.ts';
import { success } from './wire-object.ts';
import { wireValue } from './wire-value.ts';

/** One page of a list. `page` counts from 1; `pageCount` is 0 when there is nothing. */
export interface Page<T> extends ReadRows<T> {
  /** With `isOpenEnded`, how many came. */
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
  /** The provider does not say how many there are in all. */
  readonly isOpenEnded?: boolean;
  /** Nothing matches the search exactly: the rows are of people whose names sound alike (FIND-03). */
  readonly isSimilar?: boolean | undefined;
}

const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 1_000_000_000;

/** Query key `page`, from 1 (API-14). */
export const pageNumber = wholeNumberOr(1, 1, MAX_PAGE);
/** Query key `limit`, 1 to 100 (API-14). */
export const pageLimit = wholeNumberOr(PAGE_SIZE, 1, MAX_PAGE_SIZE);

function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** A constant text in every answer; the text of another provider is ignored. */
const constantText = (words: string): Wire<unknown> =>
  wireValue(
    z.optional(z.nullable(z.string())),
    (value) => value ?? null,
    () => words,
  );

/**
 * The answer of a paged list: {status, data, total, totalPages, currentPage}.
 * The lenient decoder (API-15) also accepts a bare list, and totals that are missing (then `pageCount` may be 0) or text.
 * @param totalKey how this list spells its total (`totalUsers` for people)
 * @param message what the answer also says, where its call has a message (API-08)
 */
export function pagedAnswer<T>(
  row: Wire<T>,
  totalKey: 'total' | 'totalUsers' = 'total',
  message: string | null = null,
): Wire<Page<T>> {
  const rows = list(row);
  const answer = success(
    {
      rows,
      total: numeric,
      pageCount: numeric,
      page: numeric,
      isSimilar: z.optional(flag),
      ...(message === null ? {} : { message: constantText(message) }),
    },
    { rows: 'data', total: totalKey, pageCount: 'totalPages', page: 'currentPage', isSimilar: 'similar' },
  );
  return withLenientDecoder<Page<T>, Wire<Page<T>>>(answer, (value, path, report) => {
    if (typeof value !== 'object' || value === null) {
      report(path, 'is not an answer');
      return undefined;
    }
    const given: Record<string, unknown> = Array.isArray(value)
      ? { data: value }
      : (value as Record<string, unknown>);
    const read = readRows(rows, given.data, report);
    if (read === undefined) return undefined;
    const known = count(given[totalKey]) ?? count(given.total);
    const total = known ?? (Array.isArray(given.data) ? given.data.length : 0);
    return {
      ...read,
      total,
      pageCount: count(given.totalPages) ?? (known === undefined ? 0 : Math.ceil(total / PAGE_SIZE)),
      page: Math.max(1, count(given.currentPage) ?? 1),
      ...(known === undefined ? { isOpenEnded: true } : {}),
      ...(given.similar === true ? { isSimilar: true } : {}),
    };
  });
}
