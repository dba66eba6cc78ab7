import { expect, test } from 'vitest';
import { isRoundedToPaise, MAX_AMOUNT_PAISE, paiseFromRupees } from './money.ts';

test.each([
  ['0', 0],
  [12, 1200],
  ['12.5', 1250],
  [10.005, 1001],
  ['1.004999', 100],
  ['0.001', 0],
  [1e-7, 0],
  ['1e3', null],
  ['１２', null],
  ['', null],
  ['abc', null],
  ['-0', 0],
  ['-1.50', -150],
  [1e308, null],
  [Number.NaN, null],
  ['9999999999.99', 999999999999],
  ['10000000000.01', null],
])('[IMPO-03] %j rupees equal %j paise', (rupees, paise) => {
  expect(paiseFromRupees(rupees)).toBe(paise);
});

test('[IMPO-03] the decoder reports which amounts were rounded', () => {
  expect(['1.23', 1.2, '1.230', '1.234', 1e-7].map(isRoundedToPaise)).toEqual([false, false, false, true, true]);
  expect(MAX_AMOUNT_PAISE).toBeLessThan(Number.MAX_SAFE_INTEGER / 1000);
});
