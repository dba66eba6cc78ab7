import { afterAll, describe, expect, test, vi } from 'vitest';

const CATALOGUE = {
  '#day_closed_now': '{day} क्लोज़ हो गया।',
  '#run_unpayable': 'इस रन का कुछ भी चुकाया नहीं जा सकता: {reason}',
  '#rows_removed': ['{count} पंक्ति हटाई गई।', '{count} पंक्तियाँ हटाई गईं।'],
  '#settlement_file_read_again': '{format} के रूप में पढ़ा गया।',
  '#paid_to': '{payee}',
  '#image_format_unknown': '{formats}',
  '{bank} statement': '{bank} स्टेटमेंट',
  'mechanic {id}': 'मैकेनिक {id}',
};
vi.resetModules();
vi.doMock('../languages/language.ts', () => ({
  language: () => 'hi',
  locale: () => 'hi-IN-u-nu-latn',
  catalogue: () => CATALOGUE,
}));
const { sentenceText: said } = await import('./sentence-text.ts');

afterAll(() => {
  vi.doUnmock('../languages/language.ts');
  vi.resetModules();
});

const inHindi = (code: string, params: Readonly<Record<string, string | number>>) =>
  said({ code, params, message: 'English' });

describe('[LANG-02] a sentence from the server', () => {
  test('shows its dates in the chosen language', () => {
    expect(inHindi('day_closed_now', { day: '5 Nov 2026', 'day:day': '2026-11-05' })).toBe(
      '5 नव॰ 2026 क्लोज़ हो गया।',
    );
  });

  test('contains a nested sentence in the same language, with its own parameters', () => {
    const params = { reason: 'English', 'reason:code': 'day_closed_now', 'reason.day:day': '2026-11-05' };
    expect(inHindi('run_unpayable', params)).toBe('इस रन का कुछ भी चुकाया नहीं जा सकता: 5 नव॰ 2026 क्लोज़ हो गया।');
    expect(inHindi('run_unpayable', { reason: 'Unknown.', 'reason:code': 'no_such_code' })).toBe(
      'इस रन का कुछ भी चुकाया नहीं जा सकता: Unknown.',
    );
  });

  test('uses the plural form for its count', () => {
    expect([1, 1234].map((count) => inHindi('rows_removed', { count }))).toEqual([
      '1 पंक्ति हटाई गई।',
      '1,234 पंक्तियाँ हटाई गईं।',
    ]);
  });

  test('translates words from the catalogue and keeps the names of banks', () => {
    expect(inHindi('settlement_file_read_again', { format: 'HDFC Bank statement' })).toContain('HDFC Bank स्टेटमेंट');
    expect(inHindi('image_format_unknown', { formats: 'PNG, GIF or HEIC' })).toBe('PNG, GIF या HEIC');
    const id = '0123456789abcdef01234567';
    expect(inHindi('paid_to', { payee: `mechanic ${id}` })).toBe(`मैकेनिक ${id}`);
    expect(inHindi('paid_to', { payee: 'Ravi Kumar' })).toBe('Ravi Kumar');
  });

  test('is shown in English when there is no translation', () => {
    expect(inHindi('constructor', {})).toBe('English');
  });
});
