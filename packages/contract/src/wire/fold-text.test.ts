import { expect, it } from 'vitest';
import { foldText, phoneIncludes, toSearchDigits, toSearchNumbers } from './fold-text.ts';

it.each([
  ['case and diacritics', 'JOSÉ Ångström', 'jose angstrom'],
  ['decomposed marks', 'Jose\u0301', 'jose'],
  ['apostrophes', 'D’Souza D‘Souza Dʼsouza D´souza D`souza', "d'souza d'souza d'souza d'souza d'souza"],
  ['quotes', '“Ravi” „Ravi‟', '"ravi" "ravi"'],
  ['dashes', 'a‐b‑c‒d–e—f−g﹣h－i', 'a-b-c-d-e-f-g-h-i'],
  ['full width', 'Ｒａｖｉ １２', 'ravi 12'],
  ['ligatures and letters', 'Œuvre ﬁ Straße Łódź Þór', 'oeuvre fi strasse lodz thor'],
  ['spaces', '  Ravi\u00a0 \tKumar\n', 'ravi kumar'],
  ['invisible and direction characters', 'Ra\u200bvi\u200d \u202eKumar\u202c\ufeff', 'ravi kumar'],
  ['digits', '१२ ੩੪ ௫௬ ౭౮ ൯০', '12 34 56 78 90'],
])('[FIND-01] folds %s', (_name, text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});

it.each([
  ['nukta of one character and of two', '\u095c', '\u0921\u093c'],
  ['with and without nukta', 'फ़ारूख़', 'फारूख'],
  ['Bengali o of one sign and of two', 'ম\u09cbহন', 'ম\u09c7\u09beহন'],
  ['Tamil au of one sign and of two', 'க\u0bcc', 'க\u0bc6\u0bd7'],
  ['Malayalam chillu and its sequence', 'അനിൽ', 'അനില്‍'],
  ['Kannada oo of one sign and of three', 'ಮ\u0ccb', 'ಮ\u0cc6\u0cc2\u0cd5'],
  ['Gurmukhi nukta', '\u0a36', '\u0a38\u0a3c'],
])('[FIND-01] folds to the same text: %s', (_name, one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

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
  ['Mob. no. 98200 12345', '9820012345'],
  ['phone 98200 12345', '9820012345'],
  ['98200 12345, extn 042', '9820012345'],
  ['98200 12345 #12', '9820012345'],
  ['tel:+919820012345', '9820012345'],
  ['+91 (0) 98200-12345 ext 12', '9820012345'],
  ['plus 91 98200 12345', '9820012345'],
  ['मोबाइल नंबर: ९८२०० १२३४५', '9820012345'],
  ['போன் 98200 12345', '9820012345'],
  ['1234', '1234'],
])('[FIND-02] reads %j as the digits %s', (text, digits) => {
  expect(toSearchDigits(text)).toBe(digits);
});

it.each(['Ravi 98200', 'ravi@98200', '', '+'])('[FIND-02] does not read %j as a phone number', (text) => {
  expect(toSearchDigits(text)).toBeNull();
});

it.each([
  ['98200/12345', '9820012345'],
  ['98200, 12345', '9820012345'],
  ['+91 98200/12345 ext 12', '9820012345'],
  ['98200 12345 / 98300 54321', '9820012345', '9830054321'],
  ['Mob. 98200-12345, +91 98300 54321', '9820012345', '9830054321'],
  ['98200 12345 or 022 2567 8901', '9820012345', '2225678901'],
  ['022-25678901/02', '2225678901'],
  ['4/3/2026'],
  ['12,34,567'],
  ['Ravi, 98200 12345'],
])('[FIND-02] reads the phone numbers in %j', (text, ...numbers) => {
  expect(toSearchNumbers(text)).toEqual(numbers);
});

it('[FIND-02] finds a stored phone number in every notation', () => {
  for (const stored of ['+91 98200-12345', '०९८२००१२३४५', '98200 12345 ext 12', '9820\u200b012345'])
    expect([stored, phoneIncludes(stored, '9820012345')]).toEqual([stored, true]);
  expect(phoneIncludes(null, '98')).toBe(false);
});
