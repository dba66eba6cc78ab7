import { describe, expect, it } from 'vitest';
import { readSearch } from './read-search.ts';

/** Returns the kinds and values of all readings. */
function readingsOf(...given: Parameters<typeof readSearch>) {
  const { readings, isShort } = readSearch(...given);
  return {
    kinds: readings.map(({ kind }) => kind),
    values: readings.flatMap(({ values }) => values),
    isShort,
  };
}

const PEOPLE = { searchColumns: ['fold_text(name)', 'fold_text(email)'], isOfPeople: true };

describe('[USER-01, MECH-01] readSearch', () => {
  it.each([
    ['98200 12345', '9820012345'],
    ['+91 98200-12345', '9820012345'],
    ['0091 98200 12345', '9820012345'],
    ['919820012345', '9820012345'],
    ['0 98200 12345', '9820012345'],
    ['(98200) 12', '9820012'],
    ['0982', '0982'],
    ['9198', '9198'],
    ['+91', '91'],
    ['+91 (0)98200 12345', '9820012345'],
    ['+91-0-9820012345', '9820012345'],
    ['091 98200 12345', '9820012345'],
    ['+91 (0)982', '982'],
  ])('reads %j as the phone number %s', (text, digits) => {
    expect(readingsOf(PEOPLE, text)).toMatchObject({ kinds: ['phone'], values: [`%${digits}%`, `%${text}%`] });
  });

  it.each([
    ['ravi.kumar77@example.in', 'email', 'umar77@'],
    ['ravi@', 'email', 'ravi@'],
    ['ra@example.in', 'text', 'ra@example.in'],
    ['@example.in', 'text', '@example.in'],
    ['Ravi', 'text', 'ravi'],
    ['2 Ravi', 'words', 'ravi'],
    ['Kumar, Ravi', 'words', 'kumar'],
    ['Al 2', 'text', 'al 2'],
    ['+', 'text', '+'],
  ])('reads %j as %s and searches for %j', (text, kind, found) => {
    const { kinds, values } = readingsOf(PEOPLE, text);
    expect([kinds.join(), values[0]]).toEqual([kind, `%${found}%`]);
  });

  it.each(['tel:+919820012345', '९८२०० १२३४५'])('reads %j as a phone number', (text) => {
    expect(readingsOf(PEOPLE, text)).toMatchObject({
      kinds: ['phone'],
      values: ['%9820012345%', expect.anything()],
    });
  });

  it('reads each number of a text', () => {
    const text = '98200 12345 / 98300 54321';
    expect(readingsOf(PEOPLE, text)).toMatchObject({
      kinds: ['phone', 'phone'],
      values: ['%9820012345%', `%${text}%`, '%9830054321%', `%${text}%`],
    });
  });

  it('reports fewer than three digits as too short for an index', () => {
    expect(readingsOf(PEOPLE, '+91 9').isShort).toBe(true);
    expect(readingsOf(PEOPLE, '98 2').isShort).toBe(false);
  });

  it('[BOOK-01] reads a text as part of an id when ids are searched', () => {
    expect(readingsOf({ searchColumns: ['id'] }, 'A1B2C3')).toEqual({
      kinds: ['id'],
      isShort: false,
      values: ['%a1b%2c3%', 'a1b2c3'],
    });
  });
});

const CALLER = { searchColumns: ['id'], callerSearch: { byIdPart: () => [], byAmount: () => [] } };

describe('[BOOK-15] readSearch for the words of a caller', () => {
  it.each([
    ['#21558A08', 'id', ['%558%a08%', '21558a08']],
    ['65F1C0FFEE65F1C0FF0A1B2C', 'key', ['65f1c0ffee65f1c0ff0a1b2c']],
    ['+91 98200-12345', 'digits', ['%9820012345%']],
    ['098200 12345', 'digits amount', ['%9820012345%', 982001234500, 982001234599]],
    ['abc', 'id name', ['%abc%', 'abc', '%abc%']],
    ['1234', 'id digits amount', ['%1234%', '1234', '%1234%', 123400, 123499]],
    ['₹3,614', 'amount', [361400, 361499]],
    ['Rs. 3 614.2', 'amount', [361420, 361429]],
    ['3614.20', 'amount', [361420, 361420]],
    ['₹5', null, ['%₹5%', '₹5']],
    ['Kumar R', 'words', ['%kumar%', '%kumar%', ['%kumar%', '% r%']]],
    ['रवि कुमार', 'words', ['%कुमार%', '%रवि%', ['%रवि%', '%कुमार%']]],
    ['₹2811/-', 'amount', [281100, 281199]],
    ['Om Jo', 'short', ['om', 'om %', '% om', '% om %', ['% om %', '% jo %']]],
    ['जय', 'short', ['जय', 'जय %', '% जय', '% जय %', ['% जय %']]],
    [
      ...(['ganesh.shinde6506', 'email words'] as const),
      ['%ganesh.shinde6506%', 'ganesh.shinde6506', '%shinde6506%', '%ganesh%', ['%ganesh%', '%shinde6506%']],
    ],
    ['JP Rao', 'words words', ['%rao%', '%rao%', ['% jp%', '%rao%'], '%rao%', '%rao%', ['% j%', '% p%', '%rao%']]],
    ['ravi.kumar@example.in', 'email', ['%.kumar@%', 'ravi.kumar@example.in']],
    ['UTR/2026/0012', 'name', ['%utr/2026/0012%']],
    ['26/0012', '', []],
    ['booking no. 2155 8a08', 'id', ['%558%a08%', '21558a08']],
    ['ID: 21-55-81-08', 'id digits', ['%558%108%', '21558108', '%21558108%']],
    ['98765/43210', 'digits', ['%9876543210%']],
    ['98200 12345, 98300 54321', 'digits digits', ['%9820012345%', '%9830054321%']],
    ['ab', null, ['%ab%', 'ab']],
  ])('reads %j as %s', (text, kinds, values) => {
    const found = readingsOf(CALLER, text);
    if (kinds === null) return expect(found).toEqual({ kinds: ['id'], isShort: true, values });
    expect(found.kinds).toEqual([...kinds.split(' ').filter(Boolean), 'transaction']);
    expect(found.values.slice(0, -1)).toEqual(values);
    return undefined;
  });

  it('[WORK-03] matches the payee of a transaction id, only for users who may read payouts', () => {
    const { kinds, values } = readingsOf(CALLER, '26/0012', true);
    expect([kinds, values]).toEqual([['hidden'], []]);
  });
});
