import { expect, test } from 'vitest';
import { compileLanguage, markTexts } from '../../build/catalogues.ts';
import { FIRST_MARK } from './marked-text.ts';

const mark = (number: number): string => String.fromCharCode(FIRST_MARK + number);

test('[LANG-04] the build writes the number of a text before it, and leaves out its context', () => {
  const numbers = new Map([
    ['Split', 0],
    ['Split | verb', 1],
    ['{count} rows', 2],
  ]);
  const code = "f(t('Split'), msg('Split | verb'), plural(n, '{count} row', '{count} rows'));";
  expect(markTexts('example.ts', code, numbers)).toBe(
    `f(t("${mark(0)}Split"), "${mark(1)}Split", plural(n, '{count} row', "${mark(2)}{count} rows"));`,
  );
});

test('[LANG-04] a file of a language has its texts by number', () => {
  const translations = { Split: 'बाँटा', 'Split | verb': 'बाँटें', '#code': 'वाक्य' };
  const compiled = compileLanguage(translations, { core: ['Split', 'Split | verb'], rest: [] }, false);
  expect(compiled).toContain('["बाँटा","बाँटें"]');
  expect(compiled).toContain('{"#code":"वाक्य"}');
});
