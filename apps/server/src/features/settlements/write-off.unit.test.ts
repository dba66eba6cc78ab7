import { unresolvedPaise } from '@wayside/contract/settlement-lines';
import { describe, expect, it } from 'vitest';
import { decideWriteOff } from './resolve-lines.ts';

describe('[RECON-03] the decision on a write-off', () => {
  it.each([
    [100_000, 0, 100_000, 'write_off'],
    [100_000, 1, 100_000, 'request'],
    [0, 0, 1, 'request'],
  ] as const)(
    'depends on the limit (%i), the amount written off today (%i) and the amount (%i): %s',
    (limitPaise, writtenOffTodayPaise, amountPaise, decision) => {
      expect(decideWriteOff({ limitPaise, writtenOffTodayPaise, amountPaise })).toBe(decision);
    },
  );

  it.each([
    ['amount_differs', 900, 1000, 100],
    ['amount_differs', -900, 0, 900],
    ['missing_there', 900, 900, 900],
    ['missing_here', 900, null, 900],
  ] as const)(
    'concerns the open amount of a line (state %s, amount %i, expected amount %s): %i',
    (state, amountPaise, expectedPaise, paise) => {
      expect(unresolvedPaise({ state, amountPaise, expectedPaise })).toBe(paise);
    },
  );
});
