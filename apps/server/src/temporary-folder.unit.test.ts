import { tmpdir } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { findTemporaryFolder } from './temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

it('[RUN-02] the temporary folder is TMPDIR or another usable folder, and otherwise an error names all of them', () => {
  const usual = tmpdir();
  expect(findTemporaryFolder()).toBe(usual);
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  expect(findTemporaryFolder([usual])).toBe(usual);
  expect(() => findTemporaryFolder(['/nowhere/else'])).toThrow(
    'Temporary files cannot be written: none of /nowhere/at/all, /nowhere/else is usable. Set TMPDIR to a writable folder.',
  );
});
