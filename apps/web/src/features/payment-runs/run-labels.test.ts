import { expect, it } from 'vitest';
import { attentionText, paymentsOfFile } from './run-labels.ts';

const NONE = {
  paidCount: 0,
  failedCount: 0,
  reversedCount: 0,
  processingCount: 0,
  changedCount: 0,
  unchangedCount: 0,
};

it.each([
  [{ paidCount: 18, failedCount: 1, reversedCount: 1, changedCount: 20 }, '18 paid, 1 failed, 1 reversed'],
  [
    { paidCount: 1200, processingCount: 2, changedCount: 1200, unchangedCount: 2 },
    '1,200 paid, 2 still processing',
  ],
  [{}, 'No payments recorded'],
  [{ changedCount: 18, unchangedCount: 2 }, '18 recorded, 2 unchanged'],
])('[BANK-08] counts the payments of a result file with %j', (counts, text) => {
  expect(paymentsOfFile({ ...NONE, ...counts })).toBe(text);
});

it('[BANK-08] states how many lines need review', () => {
  expect([1, 2].map((issueCount) => attentionText({ issueCount }))).toEqual([
    '1 line needs your attention',
    '2 lines need your attention',
  ]);
});
