import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './tree.mjs';

it('[LANG-02] does not change a complete language file, and counts untranslated texts', () => {
  const path = join(root, 'apps/web/src/languages/hi.json');
  const before = readFileSync(path, 'utf8');
  const output = execFileSync(process.execPath, ['scripts/collect-texts.mjs', 'hi'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(output).toMatch(/^hi\.json: \d{4} texts, \d+ not translated\n/);
  expect(readFileSync(path, 'utf8')).toBe(before);
});
