import { expect, test } from 'vitest';
import { keepHeldRows } from './held-rows.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test('[DESK-01] a row in use and the rows above it stay in place, and new rows appear below', () => {
  expect(keepHeldRows(rows('new', 'b', 'a', 'c'), ['a', 'b'])).toEqual(rows('a', 'b', 'new', 'c'));
});

test('[DESK-01] a row that has left the queue leaves no gap, and without a row in use the order is the server’s', () => {
  expect(keepHeldRows(rows('c', 'b'), ['a', 'b'])).toEqual(rows('b', 'c'));
  expect(keepHeldRows(rows('c', 'b'), [])).toEqual(rows('c', 'b'));
});
