import { describe, expect, it } from 'vitest';
import { isCompleteDay, parseTypedDay } from './typed-day.ts';

const read = (typed: string) => parseTypedDay(typed, 2026);

describe('[TOUGH-07] a day typed by a user', () => {
  it.each([
    '1/11/2026',
    '01/11/2026',
    '1.11.2026',
    '1-11-26',
    '1 11 2026',
    '1/11',
    '01112026',
    '1 Nov 2026',
    '1 nov',
    '1st November 2026',
    '1-Nov-26',
    'Nov 1, 2026',
    'november 1',
    ' 2026-11-01 ',
    '2026-11-1',
    '2026-11-01T09:30:00Z',
    '１/１１/２０２６',
    '१/११/२०२६',
    '௧.௧௧.௨௦௨௬',
  ])('is 1 November for "%s"', (typed) => {
    expect(read(typed)).toEqual({ day: '2026-11-01', error: null });
  });

  it.each([
    ['31 Feb 2026', '31 Feb 2026 does not exist.'],
    ['29/2/2026', '29 Feb 2026 does not exist.'],
    ['0/1/2026', '0 Jan 2026 does not exist.'],
    ['11/13/2026', 'There is no month 13.'],
    ['1/1/1026', 'The year must be from 1900 to 2999.'],
    ['soon', 'Enter a day, such as 5 Nov 2026.'],
    ['1 Foo 2026', 'Enter a day, such as 5 Nov 2026.'],
    ['1/11/2026 or later', 'Enter a day, such as 5 Nov 2026.'],
    ['1', 'Enter a day, such as 5 Nov 2026.'],
  ])('is rejected as "%s"', (typed, error) => {
    expect(read(typed)).toEqual({ day: null, error });
  });

  it('is empty when nothing is typed', () => {
    expect(read('  ')).toEqual({ day: null, error: null });
    expect(read('29 Feb 2028').day).toBe('2028-02-29');
    expect(read('5 Sept 2026').day).toBe('2026-09-05');
  });

  it('is complete when no further digit can follow', () => {
    const texts = [
      '1/11/2',
      '1/11/20',
      '1/11/202',
      '1/11/2026',
      '2026-11-1',
      '2026-11-01',
      '1 Nov',
      '1 Nov 2026',
      '01112026',
    ];
    expect(texts.filter(isCompleteDay)).toEqual(['1/11/2026', '2026-11-01', '1 Nov 2026', '01112026']);
  });
});
