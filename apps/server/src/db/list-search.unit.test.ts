import { describe, expect, it } from 'vitest';
import { readSearch } from './list-search.ts';

const PEOPLE = { searchColumns: ['phone', 'name', 'email'], digitsColumn: 'phone_digits' };

describe('[USER-01, MECH-01] readSearch', () => {
  it.each([
    ['98200 12345', '9820012345'],
    ['+91 98200-12345', '9820012345'],
    ['919820012345', '9820012345'],
    ['0 98200 12345', '9820012345'],
    ['(98200) 12', '9820012'],
    ['0982', '0982'],
    ['9198', '9198'],
    ['+91', '91'],
  ])('reads %j as the phone number %s', (text, digits) => {
    expect(readSearch(PEOPLE, text)).toMatchObject({ kind: 'phone', values: [`%${digits}%`, `%${text}%`] });
  });

  it.each([
    ['ravi.kumar77@example.in', 'email', 'umar77@'],
    ['ravi@', 'email', 'ravi@'],
    ['ra@example.in', 'text', 'ra@example.in'],
    ['@example.in', 'text', '@example.in'],
    ['Ravi 2', 'text', 'Ravi 2'],
    ['+', 'text', '+'],
  ])('reads %j as %s and searches for %j', (text, kind, found) => {
    const { kind: read, values } = readSearch(PEOPLE, text);
    expect([read, values[0]]).toEqual([kind, `%${found}%`]);
  });

  it('reads fewer than three digits as too short for an index', () => {
    expect(readSearch(PEOPLE, '+91 9').isShort).toBe(true);
    expect(readSearch(PEOPLE, '98 2').isShort).toBe(false);
  });

  it('[BOOK-01] reads a text as a part of an id where ids are searched', () => {
    expect(readSearch({ searchColumns: ['id'] }, 'A1B2C3')).toEqual({
      kind: 'id',
      isShort: false,
      values: ['%a1b%2c3%', 'a1b2c3'],
    });
  });
});
