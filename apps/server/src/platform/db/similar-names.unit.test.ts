import { expect, it } from 'vitest';
import { alternativesOf, soughtWords } from './similar-names.ts';

it('[FIND-03] compares the words of a name without initials', () => {
  expect(soughtWords('K. R. Bhavna–ji, பாவனா')).toEqual(['bhavna', 'ji', 'பாவனா']);
  expect(soughtWords('दीपक जी')).toEqual(['दीपक', 'जी']);
});

it.each(['ravi@example.in', 'UTR 44556', 'Jo Ra', 'Customer CC', '12', 'A. B.'])(
  '[FIND-03] does not read %j as a name',
  (text) => {
    expect(soughtWords(text)).toEqual([]);
  },
);

it('[FIND-03] uses the coarser key only with a word of Tamil', () => {
  expect(alternativesOf(['~ppn', 'bbn'])).toEqual(['^ppn', 'bbn']);
  expect(alternativesOf(['~ppn', '^ppn'])).toEqual(['~ppn', '^ppn']);
});
