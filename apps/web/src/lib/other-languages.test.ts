import { afterAll, describe, expect, test, vi } from 'vitest';

const shown = { language: 'en' };
vi.resetModules();
vi.doMock('../languages/language.ts', () => ({
  language: () => shown.language,
  locale: () => `${shown.language}-IN-u-nu-latn`,
  catalogue: () => ({}),
}));
const { formatCount, formatDate, formatDateTime, formatDay, formatExactRupees } = await import('./format.ts');
const { relativeTime } = await import('./relative-time.ts');
const { parseTypedDay: readTypedDay } = await import('./typed-day.ts');

afterAll(() => {
  vi.doUnmock('../languages/language.ts');
  vi.resetModules();
});

const LANGUAGES = ['hi', 'mr', 'ta', 'te', 'kn', 'bn'];
const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

describe('[LANG-03] values in another display language', () => {
  test('show dates in the chosen language, even after a change', () => {
    const at = '2026-11-05T04:30:00Z';
    shown.language = 'en';
    expect(formatDate(at)).toBe('5 Nov 2026');
    shown.language = 'hi';
    expect(formatDate(at)).toBe('5 नव॰ 2026');
    expect(formatDateTime(at)).toMatch(/^5 नव॰ 2026, 10:00/);
    expect(relativeTime(at, Date.parse('2026-11-05T04:42:00Z'))).toBe('12 मि॰ पहले');
    shown.language = 'en';
    expect(relativeTime(at, Date.parse('2026-11-05T04:42:00Z'))).toBe('12 min ago');
  });

  test('keep amounts and counts in Indian English', () => {
    shown.language = 'bn';
    expect(formatExactRupees(123456750)).toBe('₹12,34,567.50');
    expect(formatCount(1234567)).toBe('12,34,567');
  });

  test.each(LANGUAGES)('accept the displayed form of a day in %s', (language) => {
    shown.language = language;
    const days = MONTHS.map((month) => `2026-${month}-05`);
    expect(days.map((day) => readTypedDay(formatDay(day), 2020).day)).toEqual(days);
  });

  test('accept a full month name and an English one', () => {
    shown.language = 'hi';
    expect(['5 नवंबर 2026', 'नवंबर 5', '5 nov'].map((typed) => readTypedDay(typed, 2026).day)).toEqual([
      '2026-11-05',
      '2026-11-05',
      '2026-11-05',
    ]);
    expect(readTypedDay('31 नवंबर 2026', 2026).error).toBe('31 नव॰ 2026 does not exist.');
    expect(readTypedDay('5 कल 2026', 2026).error).toBe('Enter a day, such as 5 नव॰ 2026.');
  });
});
