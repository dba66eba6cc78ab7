import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdSet } from './id-set.ts';

it('[IMPO-04] a set of ids behaves like a Set', () => {
  const id = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{24}$/),
    fc.nat({ max: 40 }).map((number) => number.toString(16).padStart(24, '0')),
  );
  fc.assert(
    fc.property(fc.array(id, { maxLength: 3000, size: 'max' }), id, (ids, other) => {
      const set = new IdSet();
      const truth = new Set<string>();
      for (const one of ids) {
        expect(set.add(one)).toBe(!truth.has(one));
        truth.add(one);
      }
      expect(set.has(other)).toBe(truth.has(other));
    }),
    { numRuns: 30 },
  );
});
