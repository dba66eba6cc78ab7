import { expect, it } from 'vitest';
import { csvRow } from './csv.ts';

it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '＝1', '＋1', '－1', '＠a', "=cmd|' /C calc'!A0"])(
  '[API-17] %j would be reckoned with, and is preceded by an apostrophe',
  (text) => {
    expect(csvRow([text])).toBe(`'${text}\r\n`);
  },
);

it.each(['\r=1', '\n=1', '=1,2', '="a"'])('[API-17] %j is preceded by an apostrophe inside its quotes', (text) => {
  expect(csvRow([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
});

it('[API-17] numbers below 0, plain text and nothing stay as they are', () => {
  expect(csvRow([-12.5, 0, 'Ravi - Kumar', 'a=b', '', null])).toBe('-12.5,0,Ravi - Kumar,a=b,,\r\n');
});
