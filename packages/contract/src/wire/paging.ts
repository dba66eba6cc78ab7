import * as z from 'zod/mini';
import { flag, list, numeric } from './fields.ts';
import { PAGE_SIZE } from './page-size.ts';
import { wholeNumberOr } from './request-fields.ts';
import {
  decodeLeniently,
  encoderOf,
  type ReportUnreadable,
  type Wire,
  wireValue,
  withFastEncoder,
  withLenientDecoder,
} from './wire.ts';
import { success } from './wire-object.ts';

/** The records of a response that could be read (API-15). */
export interface ReadRows<T> {
  readonly rows: T[];
  /** The number of records that were excluded or have an unreadable field; missing if there are none. */
  readonly unreadable?: number;
}

/**
 * Reads the records of a list from an external provider.
 * @returns undefined if the value is not a list; missing and null count as an empty list
 */
export function readRows<T>(rows: Wire<T[]>, given: unknown, report: ReportUnreadable): ReadRows<T> | undefined {
  if (given !== undefined && given !== null && !Array.isArray(given)) {
    report('data', 'is not a list');
    return undefined;
  }
  const spoilt = new Set<string>();
  const found = decodeLeniently(
    rows,
    given,
    (path, issue) => {
      spoilt.add(/^data\[\d+\]/.exec(path)?.[0] ?? path);
      report(path, issue);
    },
    'data',
  );
  return { rows: found ?? [], ...(spoilt.size > 0 ? { unreadable: spoilt.size } : {}) };
}

/** {status, data: [...]} with all records. The lenient decoder also accepts a bare list (API-15). */
export function fullList<T>(record: Wire<T>): Wire<ReadRows<T>> {
  return lenientList(success({ rows: list(record) }, { rows: 'data' }), list(record));
}

/** A bare list, as for slots (API-11). The lenient decoder also accepts {data: [...]}. */
export function bareList<T>(record: Wire<T>): Wire<ReadRows<T>> {
  const rows = list(record);
  const encode = encoderOf(rows);
  const schema = z.codec(z.array(record), z.custom<ReadRows<T>>(), {
    decode: (value) => ({ rows: value as T[] }),
    encode: (value) => (value as ReadRows<T>).rows as never,
  }) as Wire<ReadRows<T>>;
  return lenientList(
    withFastEncoder(schema, (value) => encode(value.rows)),
    rows,
  );
}

function lenientList<T>(schema: Wire<ReadRows<T>>, rows: Wire<T[]>): Wire<ReadRows<T>> {
  return withLenientDecoder<ReadRows<T>, Wire<ReadRows<T>>>(schema, (value, path, report) => {
    if (typeof value !== 'object' || value === null) {
      report(path, 'is not an answer');
      return undefined;
    }
    return readRows(rows, Array.isArray(value) ? value : (value as Record<string, unknown>)['data'], report);
  });
}

/** A page of a list. `page` starts at 1; `pageCount` is 0 if the list is empty. */
export interface Page<T> extends ReadRows<T> {
  /** The number of rows in the list; with `isOpenEnded`, only the number of rows returned. */
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
  /** Whether the provider does not report the total. */
  readonly isOpenEnded?: boolean;
  /**
   * Whether nothing matches the search exactly, so that the rows are people with names that sound similar (FIND-03).
   */
  readonly isSimilar?: boolean | undefined;
  /** Whether more rows match the search than `total`, because counting stopped there (FIND-04). */
  readonly isMore?: boolean | undefined;
}

const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 1_000_000_000;

/** The query key `page`, starting at 1 (API-14). */
export const pageNumber = wholeNumberOr(1, 1, MAX_PAGE);
/** The query key `limit`, 1 to 100 (API-14). */
export const pageLimit = wholeNumberOr(PAGE_SIZE, 1, MAX_PAGE_SIZE);

function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

const isSet = (value: unknown): true | undefined => value === true || undefined;

/** A constant text in our responses. Other text from an external provider is ignored. */
const constantText = (words: string): Wire<unknown> =>
  wireValue(
    z.optional(z.nullable(z.string())),
    (value) => value ?? null,
    () => words,
  );

/**
 * The response of a paged list: {status, data, total, totalPages, currentPage}. The lenient decoder (API-15) also
 * accepts a bare list, totals as text, and missing totals (`pageCount` may then be 0).
 * @param totalKey the name of the total in this list (`totalUsers` for people)
 * @param message the message of the response, if the call has one (API-08)
 */
export function pagedResponse<T>(
  row: Wire<T>,
  totalKey: 'total' | 'totalUsers' = 'total',
  message: string | null = null,
): Wire<Page<T>> {
  const rows = list(row);
  const response = success(
    {
      rows,
      total: numeric,
      pageCount: numeric,
      page: numeric,
      isSimilar: z.optional(flag),
      isMore: z.optional(flag),
      ...(message === null ? {} : { message: constantText(message) }),
    },
    {
      rows: 'data',
      total: totalKey,
      pageCount: 'totalPages',
      page: 'currentPage',
      isSimilar: 'similar',
      isMore: 'more',
    },
  );
  return withLenientDecoder<Page<T>, Wire<Page<T>>>(response, (value, path, report) => {
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
      isSimilar: isSet(given.similar),
      isMore: isSet(given.more),
    };
  });
}
