import { describe, expect, it } from 'vitest';
import { encodeChanges, LISTED_AT_ONCE } from './encode-changes.ts';
import { ListBudget } from './list-budget.ts';
import { eventIdOf, isRetained } from './live-position.ts';

describe('[LIVE-01] changes as events', () => {
  it('name each record once, and the last one bears the id', () => {
    const changes = [
      { entity: 'booking', ids: ['a', 'b'] },
      { entity: 'booking', ids: ['b'] },
      { entity: 'user', ids: ['a'] },
    ];
    expect(encodeChanges(changes, '7.8')).toBe(
      [
        'data: {"entity":"booking","id":"a"}\n\n',
        'data: {"entity":"booking","id":"b"}\n\n',
        'id: 7.8\ndata: {"entity":"user","id":"a"}\n\n',
      ].join(''),
    );
  });

  it('have the id null for a statement that lists none, whatever others list', () => {
    const changes = [
      { entity: 'booking', ids: null },
      { entity: 'booking', ids: ['b'] },
    ];
    expect(encodeChanges(changes, '7.8')).toBe('id: 7.8\ndata: {"entity":"booking","id":null}\n\n');
  });
});

it('[LIVE-01] the budget lists a batch, then refuses until it has refilled', () => {
  let nowMs = 0;
  const budget = new ListBudget(() => nowMs);
  expect(budget.take('booking', LISTED_AT_ONCE)).toBe(true);
  expect(budget.take('booking', 1)).toBe(false);
  expect(budget.take('user', 1)).toBe(true);
  nowMs = 1_000;
  expect(budget.take('booking', 101)).toBe(false);
  expect(budget.take('booking', 100)).toBe(true);
  nowMs = 1_000_000;
  expect(budget.take('booking', LISTED_AT_ONCE + 1)).toBe(false);
});

it('[LIVE-01] an event is retained for ten minutes, and none of another database is', () => {
  const now = { snapshot: '100:105:101', atMs: 1_000_000, changes: [] };
  expect(eventIdOf(now)).toBe('100.1000000');
  for (const [id, isKnown] of [
    ['100.1000000', true],
    ['105.400000', true],
    ['106.999999', false],
    ['100.399999', false],
    ['100', false],
    ['-1.5', false],
  ] as const)
    expect(isRetained(id, now), id).toBe(isKnown);
});
