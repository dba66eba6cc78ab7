import { expect, test } from 'vitest';
import { checkTransactionId, looksLikeUtr } from './utr-check.tsx';

test.each([
  ['NEFT, 16 characters', 'SBIN523012345678'],
  ['NEFT, 16 characters with letters', 'AXISCN0123456789'],
  ['NEFT, 16 characters after N', 'N123241234567890'],
  ['NEFT, 22 characters', 'CITIN52025082900001234'],
  ['RTGS, 16 characters', 'UTIBR12345678901'],
  ['RTGS, 22 characters', 'HDFCR52026110500001234'],
  ['IMPS', '630912345678'],
  ['UPI', '012345678901'],
  ['lower case', 'hdfcr52026110500001234'],
  ['spaces inside and around', ' 6309 1234 5678 '],
  ['wide digits', '６３０９１２３４５６７８'],
  ['an invisible character', 'SBIN52301234\u200B5678'],
  ['groups with hyphens', '6309-1234-5678'],
  ['a prefix', 'UTR: 630912345678'],
])('[BANK-05] accepts %s as a UTR', (_kind, id) => {
  expect(looksLikeUtr(id)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a word with a number', 'UTR-77'],
  ['11 digits', '63091234567'],
  ['13 digits', '6309123456789'],
  ['16 digits', '1234567890123456'],
  ['22 digits', '1234567890123456789012'],
  ['15 characters', 'SBIN52301234567'],
  ['17 characters', 'SBIN5230123456789'],
  ['21 characters', 'HDFCR5202611050000123'],
  ['23 characters', 'HDFCR520261105000012345'],
  ['a bank code with a digit', 'SB1N523012345678'],
  ['a hyphen instead of a digit', 'SBIN-23012345678'],
  ['another line', 'paid by 630912345678'],
])('[BANK-05] rejects %s as a UTR', (_kind, id) => {
  expect(looksLikeUtr(id)).toBe(false);
});

test.each([
  ['', 'Please enter a transaction ID'],
  ['  ', 'Please enter a transaction ID'],
  ['--', 'This must contain a letter or digit'],
  ['N/A', 'This is a placeholder, not a transaction ID'],
  ['4.33E+11', 'This is a number in scientific notation: a spreadsheet has removed its last digits'],
  ['6309 1234 5678', true],
])('[OWN-03] checks the transaction id %j of a form', (typed, expected) => {
  expect(checkTransactionId(typed)).toBe(expected);
});
