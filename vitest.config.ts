import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { definedEnvironment, findBrowser, launchArguments } from './e2e/support/browser.ts';

// Only the screen suites need a browser here; they report if there is none.
const browser = await findBrowser().catch(() => null);

// React's production build reduces the time by a quarter.
if (process.argv.some((word) => word.startsWith('screens'))) process.env['NODE_ENV'] = 'production';

/** Tests that start and kill programs. They belong to the slow suites and wait more than they compute. */
const PROGRAM_TESTS = [
  'apps/server/src/commands/**/*.test.ts',
  'apps/server/src/platform/db/embedded/**/*.test.ts',
  'apps/server/src/platform/live/**/*.test.ts',
  'tests/**/*.test.ts',
];
/**
 * Tests that run only with `npm run test:slow`: every state of a screen, every hostile value, long random sequences.
 */
const SLOW_TESTS = '**/*.slow.test.ts';
const UNIT_TESTS = ['apps/server/src/**/*.unit.test.ts', 'packages/demo/src/**/*.unit.test.ts'];
/**
 * Tests that are not repeated on another database, because they follow a seed over one connection. Other repeated
 * tests run the same statements.
 */
const SEEDED_TESTS = 'apps/server/src/**/random-operations.slow.test.ts';
const isRepetition = ['server', 'fallback'].includes(process.env['WAYSIDE_TEST_DATABASE'] ?? '');

/** The settings shared by the two server suites. */
const onDatabase = {
  environment: 'node',
  globalSetup: ['apps/server/src/testing/global-setup.ts'],
  // Modules have no state of their own, so they stay loaded between files.
  isolate: false,
  maxWorkers: Number(process.env['SERVER_TEST_WORKERS'] ?? 2),
  testTimeout: 120_000,
  hookTimeout: 300_000,
};

/**
 * Chromium with the built server. Each file has fresh data; the server, browser and modules are reused between files.
 */
const inBrowser = {
  environment: 'node',
  globalSetup: ['e2e/support/global-setup.ts'],
  isolate: false,
  maxWorkers: 2,
  testTimeout: 180_000,
  hookTimeout: 300_000,
  // A browser on a busy machine needs a retry. The scripts list the tests that passed only when retried.
  retry: 1,
  // Equals the timeout of the other assertions.
  expect: { poll: { timeout: 15_000, interval: 30 } },
};

/** The Vite plugins of the web app. */
const inWeb = {
  extends: './apps/web/vite.config.ts',
  root: '.',
  // All dependencies are optimized at startup, because a dependency that is found later reloads the page.
  optimizeDeps: { entries: ['apps/web/src/**/*.{ts,tsx}', 'e2e/screens/*.ts'] },
};

/** Screens in Chromium without a server. The responses are values of the contract. */
const onScreens = {
  testTimeout: 60_000,
  retry: inBrowser.retry,
  expect: inBrowser.expect,
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({
      // Tests do not have to wait for animations.
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

/**
 * The suites, grouped by the cost of a test. `npm test` runs unit, server, screens and e2e; `npm run test:slow` runs
 * the others; `npx vitest run --project unit` runs one.
 */
export default defineConfig({
  test: {
    allowOnly: false,
    // The output of a test matters only if the test fails.
    silent: 'passed-only',
    projects: [
      {
        // Tests without a database, browser or network. Server tests of this kind are named *.unit.test.ts.
        test: {
          name: 'unit',
          environment: 'node',
          // Reloading the contract for each of fifty files took two thirds of the suite's processor time.
          isolate: false,
          // The timeout is long, because other suites use the processors at the same time.
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
        // Tests that use HTTP on a real database from the global setup.
        test: {
          ...onDatabase,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'packages/demo/src/**/*.test.ts'],
          exclude: [...UNIT_TESTS, ...PROGRAM_TESTS, SLOW_TESTS],
        },
      },
      {
        // Tests that run the built server and its commands as separate processes.
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
