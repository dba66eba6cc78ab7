import { expect, it } from 'vitest';
import { findLongFiles, longestFile } from './file-length.mjs';

it('finds a file with one line too many and accepts the longest allowed one', () => {
  const text = 'x;\n'.repeat(longestFile);
  expect(findLongFiles([{ path: 'a.ts', text }])).toEqual([]);
  expect(findLongFiles([{ path: 'a.ts', text: `${text}x;\n` }])).toHaveLength(1);
});
