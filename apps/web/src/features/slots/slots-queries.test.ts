import { describe, expect, it } from 'vitest';
import { duplicateSlot } from './slots-queries.ts';

const slot = (id: string, startTime: string | null, endTime: string | null) => ({
  id,
  startTime,
  endTime,
  duration: '1 hour',
});
const morning = slot('a', '09:00', '10:00');
const words = slot('b', 'Early  morning', 'noon');
const slots = [morning, words, slot('c', null, null)];
const found = (startTime: string, endTime: string, ownId: string | null = null) =>
  duplicateSlot(slots, { startTime, endTime }, ownId);

describe('[SLOT-03] a slot with the same times', () => {
  it('is found in other notations', () => {
    expect(found('9:00', ' 10 am ')).toBe(morning);
    expect(found('early morning', 'Noon')).toBe(words);
  });

  it('is not the slot itself, a slot with other times or a slot without times', () => {
    expect(found('09:00', '10:00', 'a')).toBeUndefined();
    expect(found('09:00', '10:00 pm')).toBeUndefined();
    expect(found('09:00', '')).toBeUndefined();
    expect(found('', '')).toBeUndefined();
  });
});
