import { expect, it } from 'vitest';
import { csvRow } from './export-table.ts';

it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '＝1', '＋1', '－1', '＠a', "=cmd|' /C calc'!A0"])(
  '[API-17] a CSV export puts an apostrophe before the formula %j',
  (text) => {
    expect(csvRow([text])).toBe(`'${text}\r\n`);
  },
);

it.each(['\r=1', '\n=1', '=1,2', '="a"'])(
  '[API-17] a CSV export puts an apostrophe before %j inside the quotes',
  (text) => {
    expect(csvRow([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
  },
);

it('[API-17] a CSV export leaves negative numbers, plain text and null unchanged', () => {
  expect(csvRow([-12.5, 0, 'Ravi - Kumar', 'a=b', '', null])).toBe('-12.5,0,Ravi - Kumar,a=b,,\r\n');
});
