import { describe, expect, test } from 'vitest';
import { pageNumbers } from './pagination.tsx';

const shown = (page: number, pageCount: number) =>
  pageNumbers(page, pageCount)
    .map((slot) => (typeof slot === 'number' ? slot : '…'))
    .join(' ');

describe('[BOOK-07] page numbers', () => {
  test.each([
    [1, 0, ''],
    [1, 1, ''],
    [1, 2, '1 2'],
    [4, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 3 4 5 … 8'],
    [4, 8, '1 2 3 4 5 … 8'],
    [5, 8, '1 … 4 5 6 7 8'],
    [8, 8, '1 … 4 5 6 7 8'],
    [4, 20, '1 2 3 4 5 … 20'],
    [5, 20, '1 … 4 5 6 … 20'],
    [16, 20, '1 … 15 16 17 … 20'],
    [17, 20, '1 … 16 17 18 19 20'],
    [20, 20, '1 … 16 17 18 19 20'],
    [10, 100_000, '1 … 9 10 11 … 100000'],
  ])('are shown for page %i of %i', (page, pageCount, text) => expect(shown(page, pageCount)).toBe(text));
});
