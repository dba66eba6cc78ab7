import { expect, it } from 'vitest';
import { findUntestedCommands } from './tested-commands.mjs';

/**
 * Returns the results for a document, except those about the table of tests.
 * @param {string} text
 */
const results = (text) =>
  findUntestedCommands([{ path: 'docs/a.md', text }], [])
    .filter(({ path }) => path === 'docs/a.md')
    .map(({ line, message }) => `${line} ${message}`);

it('finds a command that no test runs, in a block and in a sentence', () => {
  expect(results('Type:\n\n```sh\nnpm start\nrm -rf data\n```\n')).toEqual([
    '5 has the command "rm -rf data", which no test runs',
  ]);
  expect(results('Then `docker kill wayside`, or `npm run verify`.')).toEqual([
    '1 has the command "docker kill wayside", which no test runs',
  ]);
});

it('joins lines that belong together', () => {
  expect(results('```sh\ncurl "$WAYSIDE_URL/x" \\\n  -d \'[\n{}]\'\nnpm start\n```')).toEqual([]);
});

it('requires a test for each heading with commands for several machines', () => {
  expect(results('### Packages\n\n```sh\n# on every machine\nreboot\n```\n')).toEqual([]);
  expect(results('### A fire\n\n```sh\n# on machine 1\nreboot\n```\n')).toEqual([
    '4 has the command "# on machine 1: A fire", which no test runs',
  ]);
});

it('finds a block without a language', () => {
  expect(results('```\nnpm start\n```\n\n```text\n1\n```')).toEqual([
    '1 begins a block without its language: sh for commands, else text',
  ]);
});

it('finds a line of its table whose command or test no longer exists', () => {
  const [first] = findUntestedCommands([{ path: 'docs/a.md', text: '`npm start`' }], []);
  expect(first?.path).toBe('scripts/rules/tested-commands.mjs');
});
