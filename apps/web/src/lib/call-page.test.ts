import type { Page } from '@wayside/contract/wire/paging';
import { describe, expect, test } from 'vitest';
import { fitToPage } from './call-page.ts';

const rowsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const counted = (rows: number[], total: number): Page<number> => ({
  rows,
  total,
  page: 1,
  pageCount: Math.ceil(total / 10),
});
const open = (rows: number[]): Page<number> => ({
  rows,
  total: rows.length,
  page: 1,
  pageCount: 0,
  isOpenEnded: true,
});
const input = (page: number) => ({ page, limit: 10 });

describe('[API-15] a page of a list', () => {
  test('keeps the count of an external provider', () =>
    expect(fitToPage(counted(rowsFrom(11, 10), 25), input(2)).rows[0]).toBe(11));

  test.each([
    ['counted', counted(rowsFrom(1, 25), 25)],
    ['uncounted', open(rowsFrom(1, 25))],
  ])('is cut from a complete list, %s', (_, everything) => {
    expect(fitToPage(everything, input(1)).rows).toEqual(rowsFrom(1, 10));
    expect(fitToPage(everything, input(3))).toMatchObject({ rows: rowsFrom(21, 5), total: 25, pageCount: 3 });
    expect(fitToPage(everything, input(4))).toMatchObject({ rows: [], pageCount: 3 });
  });

  test('is returned completely when it has another size', () =>
    expect(fitToPage(counted(rowsFrom(1, 20), 57), input(1)).rows).toHaveLength(20));

  test('may have a next page if it has no count and is full', () => {
    expect(fitToPage(open(rowsFrom(1, 10)), input(1))).toMatchObject({
      total: 10,
      pageCount: 2,
      isOpenEnded: true,
    });
    expect(fitToPage(open(rowsFrom(11, 4)), input(2))).toMatchObject({
      total: 14,
      pageCount: 2,
      isOpenEnded: false,
    });
    expect(fitToPage(open([]), input(3))).toMatchObject({ rows: [], total: 20, pageCount: 2 });
    expect(fitToPage({ ...open(rowsFrom(1, 10)), pageCount: 5 }, input(1)).pageCount).toBe(5);
  });
});
