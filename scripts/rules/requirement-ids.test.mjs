import { expect, it } from 'vitest';
import { findNamedIds, findUnknownIds, readRequirements } from './requirement-ids.mjs';

const document =
  '# Requirements\n\n- BOOK-05 the badge of a status\n- SOS-01 the table\nBOOK-06 not a line of the list\n';

/** @param {string} text */
const test = (text) => [{ path: 'apps/server/src/features/example/example.test.ts', text }];

it('reads one requirement per line', () => {
  expect(readRequirements(document).map(({ id }) => id)).toEqual(['BOOK-05', 'SOS-01']);
});

it('reads ids from titles, one or several, and not from comments', () => {
  const text =
    "it('[BOOK-05] x', f);\ndescribe('[BOOK-05, SOS-01] y', f);\n// [SOS-01] z\nit('[BOOK-05][SOS-01] w', f);";
  expect(findNamedIds(test(text)).map(({ id, line }) => `${id}:${line}`)).toEqual([
    'BOOK-05:1',
    'BOOK-05:2',
    'SOS-01:2',
    'BOOK-05:4',
    'SOS-01:4',
  ]);
});

it('finds an id that the document lacks, and one that it lists twice', () => {
  expect(findUnknownIds(document, test("it('[BOOK-99] x', f);"))).toHaveLength(1);
  expect(findUnknownIds(`${document}- SOS-01 again\n`, [])).toHaveLength(1);
});
