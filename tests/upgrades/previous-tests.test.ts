import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../apps/server/src/testing/database-server.ts';
import { migrateForTests } from '../../apps/server/src/testing/migrate-for-tests.ts';
import { withDatabase } from '../../apps/server/src/testing/test-database-names.ts';
import { checkOutRelease, findPreviousCommit, type Release } from './previous-release.ts';

const MIGRATIONS = fileURLToPath(new URL('../../apps/server/migrations', import.meta.url));
/** Tests of money, bookings and people. WAYSIDE_PREVIOUS_TESTS=all runs every server test of the release. */
const FEATURES = ['features/payouts/payouts.test', 'features/bookings/bookings.test', 'features/users/users.test'];
const isWhole = process.env['WAYSIDE_PREVIOUS_TESTS'] === 'all';
const LIMIT_MS = isWhole ? 3_600_000 : 900_000;

const previous = findPreviousCommit();
let release: Release | undefined;
let server: TestServer | undefined;
afterAll(async () => {
  await server?.stop();
  await release?.remove();
});

/** Opens a server on which every new database has the tables and functions of the current release. */
async function openMigratedServer(): Promise<TestServer> {
  const opened = await openTestServer({});
  await migrateForTests(withDatabase(opened.connectionString, 'template1'), opened);
  return opened;
}

it('[OPER-03] the tests of the previous release pass with the current tables and functions', {
  timeout: LIMIT_MS,
}, async ({ skip, signal }) => {
  if ('missing' in previous) return skip(previous.missing);
  release = await checkOutRelease(previous.commit);
  // The tests of the previous release find nothing to migrate. As in a rolling upgrade, the current release has
  // already migrated.
  server = await openMigratedServer();
  const theirs = join(release.folder, 'apps/server/migrations');
  await rm(theirs, { recursive: true });
  await cp(MIGRATIONS, theirs, { recursive: true });

  const report = join(release.folder, 'report.json');
  const words = ['--reporter=json', `--outputFile=${report}`, ...(isWhole ? [] : FEATURES)];
  const ours = Object.entries(process.env).filter(([name]) => !/^(VITEST|SUITE_SUMMARY|WAYSIDE_)/.test(name));
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...words],
    {
      cwd: release.folder,
      env: {
        ...Object.fromEntries(ours),
        SERVER_TEST_WORKERS: '1',
        WAYSIDE_TEST_DATABASE: 'server',
        TEST_DATABASE_URL: server.connectionString,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      // The process ends with this test, even if the test times out.
      signal,
    },
  );
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  await once(child, 'close');
  const found: Report = JSON.parse(await readFile(report, 'utf8').catch(() => '{"testResults": []}'));
  const failures = found.testResults.flatMap(({ name, message, assertionResults }) => [
    ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name} > ${fullName}`),
    ...(assertionResults.length === 0 ? [`${name}: ${message}`] : []),
  ]);
  expect(failures).toEqual([]);
  expect(found.numPassedTests, stderr).toBeGreaterThan(50);
});

interface Report {
  readonly numPassedTests?: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
