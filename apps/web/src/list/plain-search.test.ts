import { describe, expect, test } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from './list-url.ts';

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
  test('escapes and reads back reserved characters', () => {
    const search = { search: 'a&b=c#d?e +₹' };
    expect(parsePlainSearch(stringifyPlainSearch(search))).toEqual(search);
  });
});
