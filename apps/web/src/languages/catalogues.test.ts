import { expect, test } from 'vitest';
import { compileLanguage, replaceTexts } from '../../build/catalogues.ts';
import { FIRST_MARK } from './marked-text.ts';

const mark = (number: number): string => String.fromCharCode(FIRST_MARK + number);

test('[LANG-04] the build puts the number of a text before the text, and removes its context', () => {
  const numbers = new Map([
    ['Split', 0],
    ['Split | verb', 1],
    ['{count} rows', 2],
  ]);
  const code = "f(t('Split'), msg('Split | verb'), plural(n, '{count} row', '{count} rows'));";
  expect(replaceTexts('example.ts', code, numbers)).toBe(
    `f(t("${mark(0)}Split"), "${mark(1)}Split", plural(n, '{count} row', "${mark(2)}{count} rows"));`,
  );
});

test('[LANG-04] a language file contains texts by number and sentences by code', () => {
  const translations = { Split: 'बाँटा', 'Split | verb': 'बाँटें', '#no_user': 'वाक्य', '#nothing_owed': 'कारण' };
  const [core, rest] = [false, true].map((isRest) =>
    compileLanguage(translations, { core: ['Split'], rest: ['Split | verb'] }, isRest),
  );
  expect(core).toContain('["बाँटा"]');
  expect(core).toContain('{"#no_user":"वाक्य"}');
  expect(rest).toContain('["बाँटें"]');
  expect(rest).toContain('{"#nothing_owed":"कारण"}');
});
