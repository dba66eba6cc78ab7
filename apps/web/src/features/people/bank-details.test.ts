import { expect, test } from 'vitest';
import { maskAccountNumber, preferredMethod } from './bank-details.tsx';

test.each([
  ['bank_transfer', 'Bank Transfer'],
  ['upi', 'UPI'],
  ['cheque', 'cheque'],
  [' ', 'N/A'],
  [null, 'N/A'],
])('[MECH-06] shows the preferred method %s as %s', (method, text) => {
  const nothing = { accountHolder: null, bankName: null, accountNumber: null, ifscCode: null, upiId: null };
  expect(preferredMethod({ ...nothing, preferredMethod: method })).toBe(text);
  expect(preferredMethod(null)).toBe('N/A');
});

test('[MECH-06] shows the last four digits of an account number, and none of a short number', () => {
  expect(maskAccountNumber('5012345678901')).toBe('••••8901');
  expect(maskAccountNumber('12345')).toBe('••••2345');
  expect(maskAccountNumber('1234')).toBe('••••');
});
