import { describe, expect, it } from 'vitest';
import { toPlainJson } from './extended-json.ts';

describe('[IMPO-01] Extended JSON', () => {
  it.each([
    ['an id', '{"$oid":"64b7f0c2a1d3e4f5a6b7c8d9"}', '64b7f0c2a1d3e4f5a6b7c8d9'],
    ['a date, relaxed', '{"$date":"2024-01-05T10:00:00Z"}', '2024-01-05T10:00:00Z'],
    ['a date, canonical', '{"$date":{"$numberLong":"1704448800000"}}', 1704448800000],
    ['a date of old', '{"$date":1704448800000}', 1704448800000],
    ['a date before 1970', '{"$date":{"$numberLong":"-86400000"}}', -86400000],
    ['an integer', '{"$numberInt":"42"}', 42],
    ['a long', '{"$numberLong":"9876543210"}', 9876543210],
    ['a long that a number cannot hold', '{"$numberLong":"9007199254740993"}', '9007199254740993'],
    ['a double', '{"$numberDouble":"10.5"}', 10.5],
    ['a double in powers of ten', '{"$numberDouble":"1.5E+2"}', 150],
    ['a double that is none', '{"$numberDouble":"NaN"}', Number.NaN],
    ['a decimal, to the digit', '{"$numberDecimal":"10.005"}', '10.005'],
    ['a decimal in powers of ten', '{"$numberDecimal":"1E+2"}', 100],
    ['undefined', '{"$undefined":true}', null],
    ['a symbol', '{"$symbol":"paid"}', 'paid'],
    ['a reference', '{"$ref":"users","$id":{"$oid":"64b7f0c2a1d3e4f5a6b7c8d9"}}', '64b7f0c2a1d3e4f5a6b7c8d9'],
    ['plain', '{"a":[1,"b",null,true]}', { a: [1, 'b', null, true] }],
    ['inside of lists and records', '{"a":[{"b":{"$numberInt":"1"}}]}', { a: [{ b: 1 }] }],
    [
      'what has no plain form',
      '{"$binary":{"base64":"AA==","subType":"00"}}',
      { $binary: { base64: 'AA==', subType: '00' } },
    ],
    ['what only looks like it', '{"$oid":"x","other":1}', { $oid: 'x', other: 1 }],
  ])('%s', (_, json, plain) => {
    expect(toPlainJson(JSON.parse(json))).toEqual(plain);
  });

  it('accepts a field named __proto__ like any other field', () => {
    const value = toPlainJson(JSON.parse('{"__proto__":{"$oid":"x"},"constructor":{"$numberInt":"1"}}'));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
