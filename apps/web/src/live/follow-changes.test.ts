import { describe, expect, it } from 'vitest';
import { comparePages, isList } from './follow-changes.ts';

const row = (id: string, status = 'pending') => ({ id, status });
const page = (ids: string[], more: { total?: number; page?: number } = {}) => ({
  rows: ids.map((id) => row(id)),
  ...more,
});

describe('[LIVE-02] a newer response for a list', () => {
  it('replaces the page and reports the changed rows when it has the same rows', () => {
    const shown = page(['a', 'b'], { total: 2 });
    const next = { ...shown, rows: [row('a'), row('b', 'completed')] };
    expect(comparePages(shown, next)).toEqual({ patched: next, changed: ['b'], isSameOrder: true, added: 0 });
  });

  it('keeps the rows in place, updates their values and counts the new row when it has a new row', () => {
    const shown = page(['a', 'b'], { total: 2 });
    const next = { rows: [row('c'), row('a', 'completed')], total: 3 };
    const { patched, changed, isSameOrder, added } = comparePages(shown, next);
    expect(patched).toEqual({ ...shown, rows: [row('a', 'completed'), row('b')] });
    expect([changed, isSameOrder, added]).toEqual([['a'], false, 1]);
  });

  it('counts more new rows than one page can show', () => {
    expect(comparePages(page(['a'], { total: 1 }), page(['x'], { total: 201 })).added).toBe(200);
  });

  it('counts no new rows on a later page, where rows only move', () => {
    const shown = page(['a'], { total: 11, page: 2 });
    expect(comparePages(shown, page(['b'], { total: 12, page: 2 })).added).toBe(0);
  });

  it('counts no new rows when a row has left and an older one replaces it', () => {
    expect(comparePages(page(['a', 'b'], { total: 12 }), page(['b', 'c'], { total: 11 })).added).toBe(0);
  });

  it('counts the new rows of a list without pages', () => {
    expect(comparePages(page(['a', 'b']), page(['b', 'c', 'd'])).added).toBe(2);
  });
});

it('[LIVE-02] a newer response with missing or duplicate ids is ignored', () => {
  expect(isList(page(['a', 'b']))).toBe(true);
  expect(isList({ rows: [{ mechanicId: 'a' }] })).toBe(true);
  for (const data of [page(['a', '']), page(['a', 'a']), { rows: 'none' }, null, { stats: [] }])
    expect(isList(data)).toBe(false);
});
