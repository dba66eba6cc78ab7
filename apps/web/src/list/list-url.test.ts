import { describe, expect, test } from 'vitest';
import { isCountable } from './list-queries.ts';
import { isDay, listUrl, parsePlainSearch, stringifyPlainSearch } from './list-url.ts';

const url = listUrl({ filters: { status: ['pending', 'completed'] }, details: 'booking', others: ['review'] });

/** The view of a URL without parameters. */
const UNCUT = { page: 1, rows: 10, search: '', sort: null, period: null, from: null, to: null, status: null };

describe('[NAV-09] the URL of a list', () => {
  test('contains the page, the search, the filter and the open details', () => {
    const given = { page: '2', search: ' ab12 ', status: 'pending', booking: '65f1c0ffee65f1c0ff0a1b2c' };
    expect(url.read(given)).toEqual({
      page: 2,
      search: 'ab12',
      status: 'pending',
      booking: '65f1c0ffee65f1c0ff0a1b2c',
    });
  });

  test('can contain other keys of a record, which are preserved and do not change the view', () => {
    expect(url.read({ review: ' 65f1 ', other: 'x' })).toEqual({ review: '65f1' });
    expect(url.view({ review: '65f1' })).toEqual(UNCUT);
  });

  test.each([
    { page: '0' },
    { page: '-3' },
    { page: '1.5' },
    { page: 'x' },
    { page: '99999999999' },
    { search: '   ' },
    { search: ['a'] },
    { status: 'nonsense' },
    { booking: '' },
    { unknown: 'key' },
    { page: '1' },
  ])('falls back to the defaults for %j', (given) => expect(url.read(given)).toEqual({}));

  test('[VIEW-04] ignores an invalid day', () => {
    expect([isDay('2026-02-30'), isDay('2026-02-28'), isDay('2028-02-29'), isDay('2027-02-29')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('[VIEW-04] has a row count unless its days are reversed or a record id is invalid', () => {
    const ours = listUrl({ filters: { customer: 'record' }, hasDays: true });
    const isCounted = (given: Record<string, unknown>) => isCountable(ours, ours.view(given));
    expect([{}, { customer: '65f1c0ffee65f1c0ff0a1b2c' }, { customer: 'zzz' }].map(isCounted)).toEqual([
      true,
      true,
      false,
    ]);
    const reversed = { ...ours.view({}), from: '2026-02-28', to: '2026-02-01' };
    expect(isCountable(ours, reversed)).toBe(false);
  });

  test('keeps a search that looks like a number as text', () => {
    expect(url.read({ search: '001234' })).toEqual({ search: '001234' });
  });

  test('can be reduced to the view without the open records', () => {
    expect(url.view({ booking: 'x', status: 'pending' })).toEqual({ ...UNCUT, status: 'pending' });
    expect(url.view({})).toEqual(UNCUT);
    expect(url.view({ page: '0', status: 'nonsense' })).toEqual(UNCUT);
  });
});

describe('[NAV-09] the query string', () => {
  test('reads and writes values as text', () => {
    expect(parsePlainSearch('?page=2&search=001&booking=65f1e5')).toEqual({
      page: '2',
      search: '001',
      booking: '65f1e5',
    });
    expect(stringifyPlainSearch({ page: 2, search: '001', flag: 'true' })).toBe('?page=2&search=001&flag=true');
  });
  test('omits empty values', () =>
    expect(stringifyPlainSearch({ page: undefined, search: '', id: null })).toBe(''));
  test('escapes reserved characters and reads them back', () => {
    const search = { search: 'a&b=c#d?e +₹' };
    expect(parsePlainSearch(stringifyPlainSearch(search))).toEqual(search);
  });
});
