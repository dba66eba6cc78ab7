import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { definedEnvironment, findBrowser, launchArguments } from './e2e/support/browser.ts';

// The suites of screens alone need it here, and say so if there is none.
const browser = await findBrowser().catch(() => null);

// React's production build takes a quarter less.
if (process.argv.some((word) => word.startsWith('screens'))) process.env['NODE_ENV'] = 'production';

/** Tests that start and kill programs: they wait more than they compute. They belong to the slow suites. */
const PROGRAM_TESTS = [
  'apps/server/src/commands/**/*.test.ts',
  'apps/server/src/platform/db/embedded/**/*.test.ts',
  'apps/server/src/platform/live/**/*.test.ts',
  'tests/**/*.test.ts',
];
/** Tests that `npm run test:slow` runs: every state of a screen, every hostile value, long random sequences. */
const SLOW_TESTS = '**/*.slow.test.ts';
const UNIT_TESTS = ['apps/server/src/**/*.unit.test.ts', 'packages/demo/src/**/*.unit.test.ts'];
/** Not repeated on another database: they follow a seed over one connection, and the tests beside them run the same statements there. */
const SEEDED_TESTS = 'apps/server/src/**/random-operations.slow.test.ts';
const isRepetition = ['server', 'fallback'].includes(process.env['WAYSIDE_TEST_DATABASE'] ?? '');

/** Settings shared by the two server suites. */
const onDatabase = {
  environment: 'node',
  globalSetup: ['apps/server/src/testing/global-setup.ts'],
  // No module has state of its own, so modules stay loaded from file to file.
  isolate: false,
  maxWorkers: Number(process.env['SERVER_TEST_WORKERS'] ?? 2),
  testTimeout: 120_000,
  hookTimeout: 300_000,
};

/** Chromium in front of the built server. Each file has fresh data; server, browser and modules stay loaded from file to file. */
const inBrowser = {
  environment: 'node',
  globalSetup: ['e2e/support/global-setup.ts'],
  isolate: false,
  maxWorkers: 2,
  testTimeout: 180_000,
  hookTimeout: 300_000,
  // For a browser on a busy machine; the scripts list the tests that passed only when retried.
  retry: 1,
  // The same timeout as the other assertions.
  expect: { poll: { timeout: 15_000, interval: 30 } },
};

/** The plugins of the web. */
const inWeb = {
  extends: './apps/web/vite.config.ts',
  root: '.',
  // All at once: a dependency that is found later reloads the page.
  optimizeDeps: { entries: ['apps/web/src/**/*.{ts,tsx}', 'e2e/screens/*.ts'] },
};

/** Screens in Chromium without a server: the answers are values of the contract. */
const onScreens = {
  testTimeout: 60_000,
  retry: inBrowser.retry,
  expect: inBrowser.expect,
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({
      // Tests need not wait for animations.
      contextOptions: { reducedMotion: 'reduce' },
      launchOptions: {
        ...(browser === null ? {} : { executablePath: browser.executablePath }),
        args: [...launchArguments],
        env: { ...definedEnvironment(), ...browser?.environment },
      },
    }),
    instances: [{ browser: 'chromium' as const, viewport: { width: 1280, height: 800 } }],
  },
};

/** Suites by the cost of a test. `npm test` runs unit, server, screens and e2e; `npm run test:slow` the others; `npx vitest run --project unit` one. */
export default defineConfig({
  test: {
    allowOnly: false,
    // What a test prints matters when it fails.
    silent: 'passed-only',
    projects: [
      {
        // Without database, browser or network. Such a server test is named *.unit.test.ts.
        test: {
          name: 'unit',
          environment: 'node',
          // Loading the contract again for each of fifty files took two thirds of the suite's processor time.
          isolate: false,
          // Other suites use the processors at the same time.
          testTimeout: 120_000,
          include: [
            'packages/contract/src/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            ...UNIT_TESTS,
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        // Through HTTP on a real database from the global setup.
        test: {
          ...onDatabase,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'packages/demo/src/**/*.test.ts'],
          exclude: [...UNIT_TESTS, ...PROGRAM_TESTS, SLOW_TESTS],
        },
      },
      {
        // The built server and its commands as processes of their own.
        test: { ...onDatabase, name: 'programs', include: PROGRAM_TESTS, exclude: UNIT_TESTS },
      },
      {
        test: {
          ...onDatabase,
          name: 'server-slow',
          include: ['apps/server/src/**/*.slow.test.ts', 'packages/demo/src/**/*.slow.test.ts'],
          exclude: [...PROGRAM_TESTS, ...(isRepetition ? [SEEDED_TESTS] : [])],
        },
      },
      {
        ...inWeb,
        test: { ...onScreens, name: 'screens', include: ['e2e/screens/*.test.ts'], exclude: [SLOW_TESTS] },
      },
      { ...inWeb, test: { ...onScreens, name: 'screens-slow', include: ['e2e/screens/*.slow.test.ts'] } },
      { test: { ...inBrowser, name: 'e2e', include: ['e2e/*.test.ts'], exclude: [SLOW_TESTS] } },
      { test: { ...inBrowser, name: 'e2e-slow', include: ['e2e/*.slow.test.ts'] } },
    ],
  },
});
