import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { FIRST_MARK } from './marked-text.ts';

const shown: { language: string; catalogue: Record<string, string | readonly string[]> } = {
  language: 'en',
  catalogue: {},
};
vi.resetModules();
vi.doMock('./language.ts', () => ({
  language: () => shown.language,
  locale: () => `${shown.language}-IN-u-nu-latn`,
  catalogue: () => shown.catalogue,
}));
const { englishOf, msg, plural, sentenceByCode, t, verbatim } = await import('./text.ts');

afterAll(() => {
  vi.doUnmock('./language.ts');
  vi.resetModules();
});
afterEach(() => {
  shown.language = 'en';
  shown.catalogue = {};
});

function speak(language: string, catalogue: typeof shown.catalogue): void {
  shown.language = language;
  shown.catalogue = catalogue;
}

describe('[LANG-02] a translatable text', () => {
  test('is shown translated, or in English if there is no translation', () => {
    speak('hi', { Save: 'सहेजें', Open: '' });
    expect([t('Save'), t('Open'), t('Close'), t(msg('Save'))]).toEqual(['सहेजें', 'Open', 'Close', 'सहेजें']);
  });

  test('contains the values of its placeholders, with Indian digit grouping, and a value is never treated as a placeholder', () => {
    speak('hi', { '{name} has {count}': '{name} के पास {count}' });
    expect(t('{name} has {count}', { name: '{count} $& $1', count: 1_234_567 })).toBe(
      '{count} $& $1 के पास 12,34,567',
    );
    expect(t('Only {unknown}', { name: 'a' })).toBe('Only {unknown}');
  });

  test('is found by the number that the build adds, and is shown unchanged without a number', () => {
    const numbered = (place: number, text: string) =>
      verbatimLiteral(String.fromCharCode(FIRST_MARK + place) + text);
    speak('hi', { 3: 'सहेजें' });
    expect([t(numbered(3, 'Save')), t(numbered(4, 'Close'))]).toEqual(['सहेजें', 'Close']);
  });

  test('is shown unchanged when it is not from the catalogue, even if it looks like one that is', () => {
    speak('hi', { 0: 'गलत', '#code': 'x', constructor: 'x' });
    const hostile = `${String.fromCharCode(FIRST_MARK)}name`;
    const texts = [hostile, '0', '#code', '__proto__', 'toString', ''];
    expect(texts.map((text) => t(verbatim(text)))).toEqual(texts);
    expect(texts.map((text) => englishOf(verbatim(text)))).toEqual(texts);
  });

  test('can have a context for a second meaning, which is never shown', () => {
    speak('hi', { Split: 'बाँटा', 'Split | verb': 'बाँटें', '{count} jobs | work': ['{count} काम', '{count} काम'] });
    expect([t('Split'), t('Split | verb'), plural(2, '{count} job', '{count} jobs | work')]).toEqual([
      'बाँटा',
      'बाँटें',
      '2 काम',
    ]);
    speak('en', {});
    expect([t('Split | verb'), englishOf(msg('Split | verb')), t(verbatim('a | b'))]).toEqual([
      'Split',
      'Split',
      'a | b',
    ]);
    expect(plural(2, '{count} job', '{count} jobs | work')).toBe('2 jobs');
  });

  test('is found by its code when it comes from the server', () => {
    speak('hi', { '#no_user': 'ऐसा कोई यूज़र नहीं है: {id}।' });
    expect(sentenceByCode('no_user', { id: 'a1' })).toBe('ऐसा कोई यूज़र नहीं है: a1।');
    expect(sentenceByCode('unknown', {})).toBeNull();
  });
});

test.each([
  ['en', ['0 rows', '1 row', '2 rows']],
  ['hi', ['0 पंक्ति', '1 पंक्ति', '2 पंक्तियाँ']],
  ['mr', ['0 ओळी', '1 ओळ', '2 ओळी']],
  ['ta', ['0 வரிசைகள்', '1 வரிசை', '2 வரிசைகள்']],
  ['kn', ['0 ಸಾಲು', '1 ಸಾಲು', '2 ಸಾಲುಗಳು']],
  ['bn', ['0 সারি', '1 সারি', '2 সারিগুলি']],
])('[LANG-03] counts in %s use the CLDR plural forms', (language, expected) => {
  const [, one = '', other = ''] = expected.map((text) => text.replace(/^\d/, '{count}'));
  speak(language, language === 'en' ? {} : { '{count} rows': [one, other] });
  expect([0, 1, 2].map((count) => plural(count, '{count} row', '{count} rows'))).toEqual(expected);
});

/** Casts a text to a message, because the build writes the number into the literal itself. */
function verbatimLiteral(text: string) {
  const literal: unknown = text;
  return literal as ReturnType<typeof msg>;
}
