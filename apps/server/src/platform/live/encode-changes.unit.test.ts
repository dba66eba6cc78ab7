import { describe, expect, it } from 'vitest';
import { encodeChanges, ListBudget, MAX_IDS_PER_BATCH, mergeChanges } from './live-changes.ts';
import { eventIdOf, isRetained, positionOf } from './live-position.ts';

describe('[LIVE-01] events for changes', () => {
  it('contain each record once, and the last one has the id', () => {
    const changes = [
      { entity: 'booking', ids: ['a', 'b'] },
      { entity: 'booking', ids: ['b'] },
      { entity: 'user', ids: ['a'] },
    ];
    expect(encodeChanges(mergeChanges(changes), '7.8', 'viewer')).toBe(
      [
        'data: {"entity":"booking","id":"a"}\n\n',
        'data: {"entity":"booking","id":"b"}\n\n',
        'id: 7.8\ndata: {"entity":"user","id":"a"}\n\n',
      ].join(''),
    );
  });

  it('have the id null when one of the changes lists no ids', () => {
    const changes = [
      { entity: 'booking', ids: null },
      { entity: 'booking', ids: ['b'] },
    ];
    expect(encodeChanges(mergeChanges(changes), '7.8', 'viewer')).toBe(
      'id: 7.8\ndata: {"entity":"booking","id":null}\n\n',
    );
  });
});

it('[LIVE-01] the budget allows one batch, and rejects further ones until it has refilled', () => {
  let nowMs = 0;
  const budget = new ListBudget(() => nowMs);
  expect(budget.take('booking', MAX_IDS_PER_BATCH)).toBe(true);
  expect(budget.take('booking', 1)).toBe(false);
  expect(budget.take('user', 1)).toBe(true);
  nowMs = 1_000;
  expect(budget.take('booking', 101)).toBe(false);
  expect(budget.take('booking', 100)).toBe(true);
  nowMs = 1_000_000;
  expect(budget.take('booking', MAX_IDS_PER_BATCH + 1)).toBe(false);
});

describe('[LIVE-01, OWN-10] the event id', () => {
  const key = Buffer.alloc(32, 7);
  const now = { snapshot: '100:105:101', atMs: 1_000_000, changes: [] };

  it('contains the oldest running transaction and the time, and can be read only with the key', () => {
    const id = eventIdOf(now, key);
    expect(positionOf(id, key)).toEqual({ xid: '100', atMs: 1_000_000 });
    expect(positionOf(id, Buffer.alloc(32))).toBeNull();
    expect(eventIdOf(now, key)).not.toBe(id);
    for (const other of ['', '100.1000000', 'x'.repeat(59), id.slice(1)]) expect(positionOf(other, key)).toBeNull();
  });

  it.each([
    ['100', 1_000_000, true],
    ['105', 400_000, true],
    ['106', 999_999, false],
    ['100', 399_999, false],
  ])('is valid for ten minutes and only in its own database: %s at %i', (xid, atMs, isKnown) => {
    expect(isRetained({ xid, atMs }, now)).toBe(isKnown);
  });
});
