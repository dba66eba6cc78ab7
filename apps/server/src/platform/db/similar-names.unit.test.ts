import { expect, it } from 'vitest';
import { alternativesOf, toComparableWords } from './similar-names.ts';

it('[FIND-03] the words of a name are compared without initials', () => {
  expect(toComparableWords('K. R. Bhavna–ji, பாவனா')).toEqual(['bhavna', 'ji', 'பாவனா']);
  expect(toComparableWords('दीपक जी')).toEqual(['दीपक', 'जी']);
});

it.each(['ravi@example.in', 'UTR 44556', 'Jo Ra', 'Customer CC', '12', 'A. B.'])(
  '[FIND-03] %j is not treated as a name',
  (text) => {
    expect(toComparableWords(text)).toEqual([]);
  },
);

it('[FIND-03] the coarser key is used only when a word is Tamil', () => {
  expect(alternativesOf(['~ppn', 'bbn'])).toEqual(['^ppn', 'bbn']);
  expect(alternativesOf(['~ppn', '^ppn'])).toEqual(['~ppn', '^ppn']);
});
