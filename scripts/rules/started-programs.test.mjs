import { expect, it } from 'vitest';
import { findStartedPrograms, startedPrograms } from './started-programs.mjs';

const IMPORT = "import { execFile, spawn, spawnSync } from 'node:child_process';\n";
const listed = [{ path: 'a.ts', argument: "'git'", why: 'it reads the tree', without: 'it ends' }];

/** @param {string} text */
const messages = (text, path = 'a.ts') =>
  findStartedPrograms([{ path, text }], path === 'a.ts' ? listed : []).map(
    ({ line, message }) => `${line} ${message}`,
  );

it.each([
  "spawnSync('ps', ['-o', 'pid=']);",
  'spawn(`ps`);',
  "await promisify(execFile)(\n  'ps',\n  [],\n);",
  'spawn(program, words);',
  "execFile('/usr/bin/ps');",
])('finds a program that is not listed: %s', (start) => {
  expect(messages(`${IMPORT}spawnSync('git');\n${start}\n`)).toEqual([
    expect.stringMatching(/^3 starts .*: list it in scripts\/rules\/started-programs.mjs/),
  ]);
});

it('finds a listed program in a file that it is not listed for', () => {
  expect(messages(`${IMPORT}spawnSync('git');\n`, 'b.ts')).toHaveLength(1);
});

it('finds a listed program that is not started', () => {
  expect(messages('export const a = 1;\n')).toEqual(["1 is listed as starting 'git' and does not"]);
});

it.each([
  "import * as processes from 'node:child_process';",
  "import { spawn as begin } from 'node:child_process';",
  "import { spawn } from 'child_process';",
  "const { spawn } = await import('node:child_process');",
  "const { spawn } = require('child_process');",
])('finds an import that would hide a start: %s', (line) => {
  expect(messages(`${IMPORT}spawnSync('git');\n${line}\n`)).toEqual([
    expect.stringMatching(/^3 imports child_process/),
  ]);
});

it('accepts Node itself, listed programs, and other functions of the same name', () => {
  const text = `${IMPORT}import type { ChildProcess } from 'node:child_process';
    spawnSync('git', ['ls-files']);
    spawn(process.execPath, [main]);
    await once(child, 'spawn');
    pattern.exec(text);
    fork(program);\n`;
  expect(messages(text)).toEqual([]);
});

it('lists every program with a reason and the behaviour without it', () => {
  for (const { why, without } of startedPrograms)
    for (const words of [why, without]) expect(words).toMatch(/\S{3} \S/);
});
