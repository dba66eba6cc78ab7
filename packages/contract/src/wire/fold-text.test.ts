import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

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
])('[FIND-01] folds alike: %s', (_name, one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});
