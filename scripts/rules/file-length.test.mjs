import { expect, it } from 'vitest';
import { findLongFiles, longestFile } from './file-length.mjs';

it('finds a file of one line too many and takes one that is just right', () => {
  const text = 'x;\n'.repeat(longestFile);
  expect(findLongFiles([{ path: 'a.ts', text }])).toEqual([]);
  expect(findLongFiles([{ path: 'a.ts', text: `${text}x;\n` }])).toHaveLength(1);
});
