import { expect, it } from 'vitest';
import { phoneIncludes, searchedDigits } from './fold-text.ts';

const ZERO_WIDTH = '\u200b';

it.each([
  ['98200 12345', '9820012345'],
  ['+91-98200-12345', '9820012345'],
  ['+91 98200–12345', '9820012345'],
  [`98200${ZERO_WIDTH}12345`, '9820012345'],
  ['\u202a+91 98200 12345\u202c', '9820012345'],
  ['０９８２００１２３４５', '9820012345'],
  ['(098200) 12345', '9820012345'],
  ['0091.98200.12345', '9820012345'],
  ['९८२००१२३४५', '9820012345'],
  ['௯௮௨௦௦௧௨௩௪௫', '9820012345'],
  ['98200 12345 ext. 12', '9820012345'],
  ['98200-12345 x 7', '9820012345'],
  ['98200 12345, extn 042', '9820012345'],
  ['98200 12345 #12', '9820012345'],
  ['tel:+919820012345', '9820012345'],
  ['1234', '1234'],
])('[FIND-02] reads %j as the digits %s', (text, digits) => {
  expect(searchedDigits(text)).toBe(digits);
});

it.each(['Ravi 98200', 'ravi@98200', '', '+'])('[FIND-02] reads %j as no phone number', (text) => {
  expect(searchedDigits(text)).toBeNull();
});

it('[FIND-02] finds a stored number in every notation', () => {
  for (const stored of ['+91 98200-12345', '०९८२००१२३४५', '98200 12345 ext 12', '9820\u200b012345'])
    expect([stored, phoneIncludes(stored, '9820012345')]).toEqual([stored, true]);
  expect(phoneIncludes(null, '98')).toBe(false);
});
