import { expect, it } from 'vitest';
import { findBannedHabits } from './banned-habits.mjs';

/** @param {string} path @param {string} text */
const messages = (path, text) => findBannedHabits([{ path, text }]).map((result) => result.message);

it.each([
  'const a = b as unknown as string;',
  'await page.waitForTimeout(100);',
  '// TODO: later',
  '// @ts-expect-error',
  "it.skip('x', () => {});",
  'context.skip();',
  'await new Promise((resolve) => setTimeout(resolve, 100));',
])('finds %s in a test', (line) => {
  expect(messages('e2e/example.test.ts', line)).toHaveLength(1);
});

it.each([
  'apps/web/src/features/example/index.ts',
  'apps/web/src/lib/utils.ts',
  'apps/server/src/helpers/x.ts',
  'apps/web/src/common/x.ts',
  'e2e/support/date-helpers.ts',
])('finds the name %s', (path) => {
  expect(messages(path, '')).toHaveLength(1);
});

it('accepts an explained skip and a plain name', () => {
  expect(messages('e2e/example.test.ts', "// needs a second network card\nit.skip('x', () => {});")).toEqual([]);
  expect(messages('e2e/example.test.ts', "context.skip('no PostgreSQL server on this machine');")).toEqual([]);
  expect(messages('packages/contract/src/common-errors.ts', 'export const only = 1;')).toEqual([]);
});
