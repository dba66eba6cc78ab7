import { defineConfig } from 'vitest/config';

/**
 * Three suites, one for each price of a test. `npm test` runs them beside each other; a single one runs
 * with `npx vitest run --project unit`.
 */
export default defineConfig({
  test: {
    allowOnly: false,
    projects: [
      {
        // Pure: no database, no browser, no network. A server test that needs none is named *.unit.test.ts.
        test: {
          name: 'unit',
          environment: 'node',
          // Other suites have the processors too.
          testTimeout: 30_000,
          include: [
            'packages/contract/src/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'apps/server/src/**/*.unit.test.ts',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        // Through HTTP on a real database, which the global set-up provides.
        test: {
          name: 'server',
          environment: 'node',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['apps/server/src/**/*.unit.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // Much of it waits for a database or a program: two share two cores well. What is tested keeps its state
          // in what it is given, so that its modules can stay from file to file.
          isolate: false,
          maxWorkers: Number(process.env['SERVER_TEST_WORKERS'] ?? 2),
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Real Chromium over the real, built server. Two at a time: each brings a server and a database; the browser and
        // what the tests are made of stay from file to file.
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/global-setup.ts'],
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A browser on a busy machine: what needs a second try is named at the end of `npm test`.
          retry: 1,
          // As patient as what waits for something to be seen.
          expect: { poll: { timeout: 5_000, interval: 30 } },
        },
      },
    ],
  },
});
