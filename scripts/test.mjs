/**
 * `npm test`: installs what is missing, builds what is stale, runs every suite, and ends with one line that counts over
 * all of them. `npm test -- unit e2e` runs only those named.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './installed.mjs';
import { roomyFolder } from './roomy-folder.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const suites = ['unit', 'server', 'e2e'];
const systemServers = '/usr/lib/postgresql';
/** What asks the database something, once more on a PostgreSQL that is not the one we bring along. */
const externalTests = [
  'features/bookings',
  'features/dashboard',
  'features/loyalty',
  'features/mechanics',
  'features/notifications',
  'features/payments',
  'features/payouts',
  'features/session',
  'features/users',
  'import/import-again',
  'import/import-records',
  'ledger',
  'db/tallies',
  'db/open-database',
].map((place) => `apps/server/src/${place}`);
/** What a person does all day, once more on PGlite, which takes over where no PostgreSQL can run (RUN-01). */
const fallbackTests = [
  'features/bookings/bookings.test',
  'features/dashboard',
  'features/session',
  'import/import-records',
].map((place) => `apps/server/src/${place}`);
/** @typedef {import('./test-reporter.mjs').SuiteSummary} SuiteSummary */

/**
 * Runs one of our programs with its words on the terminal.
 * @param {string[]} command
 * @param {Record<string, string>} [environment]
 */
function run(command, environment = {}) {
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status === 0;
}

/** Whether there is a PostgreSQL besides our own: TEST_DATABASE_URL, or the system's programs, 15 or newer. */
function hasExternalServer() {
  if (process.env['TEST_DATABASE_URL']) return true;
  return existsSync(systemServers) && readdirSync(systemServers).some((version) => Number(version) >= 15);
}

/** The tests of the server again, on another PostgreSQL; skipped as a whole, and said so, where there is none. */
function runExternal(/** @type {string} */ folder) {
  const title = 'server tests on an external PostgreSQL';
  if (hasExternalServer()) return runSuite('server', folder, externalTests, { WAYSIDE_TEST_DATABASE: 'server' });
  const reason = 'there is none here: set TEST_DATABASE_URL, or install PostgreSQL 15 or newer';
  return { passed: 0, failed: 0, skipped: [{ title, reason }], failures: [], unsteady: [] };
}

function runFallback(/** @type {string} */ folder) {
  return runSuite('server', folder, fallbackTests, { WAYSIDE_TEST_DATABASE: 'fallback' });
}

/**
 * A suite that dies before it can count, or that finds nothing to run, is a failure and not a silence.
 * @param {string} name
 * @param {string} folder
 * @param {string[]} files all of the suite's when there are none
 * @param {Record<string, string>} environment
 * @returns {SuiteSummary}
 */
function runSuite(name, folder, files = [], environment = {}) {
  console.log(`\n== ${[name, ...Object.values(environment)].join(', ')}`);
  const file = join(folder, `${[name, ...Object.values(environment)].join('-')}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/test-reporter.mjs'];
  const words = ['run', '--project', name, ...reporters, ...files];
  const places = { TMPDIR: folder, SUITE_SUMMARY: file };
  const succeeded = run(['node_modules/vitest/vitest.mjs', ...words], { ...environment, ...places });
  /** @type {SuiteSummary} */
  const summary = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0, skipped: [], failures: [], unsteady: [] };
  if (summary.failed > 0) return summary;
  if (!succeeded) return fail(summary, `suite ${name} did not come to its end`);
  if (summary.passed === 0) return fail(summary, `suite ${name} ran no test`);
  return summary;
}

/**
 * @param {SuiteSummary} summary
 * @param {string} message
 */
function fail(summary, message) {
  return { ...summary, failed: summary.failed + 1, failures: [...summary.failures, message] };
}

ensureInstalled();
const named = process.argv.slice(2).filter((word) => suites.includes(word));
const chosen = named.length > 0 ? named : suites;
const needsBuild = chosen.includes('e2e');
const isBuilt = !needsBuild || run(['bin/wayside.cjs', 'build']);

const folder = mkdtempSync(join(roomyFolder(), 'wayside-test-'));
// A database that root starts runs as somebody else, who must get to its data.
chmodSync(folder, 0o755);
const summaries = chosen.flatMap((name) =>
  name === 'server' ? [runSuite(name, folder), runExternal(folder), runFallback(folder)] : [runSuite(name, folder)],
);
rmSync(folder, { recursive: true, force: true });

const skipped = summaries.flatMap((summary) => summary.skipped);
const failures = summaries.flatMap((summary) => summary.failures);
if (!isBuilt) failures.push('the build failed');
const passed = summaries.reduce((sum, summary) => sum + summary.passed, 0);
const failed = summaries.reduce((sum, summary) => sum + summary.failed, 0) + (isBuilt ? 0 : 1);

console.log(skipped.length === 0 ? '\nNo test was skipped.' : `\n${skipped.length} skipped:`);
for (const { title, reason } of skipped) console.log(`  ${title}: ${reason}`);
const unsteady = summaries.flatMap((summary) => summary.unsteady);
if (unsteady.length > 0) console.log(`${unsteady.length} passed at the second try alone:`);
for (const title of unsteady) console.log(`  ${title}`);
if (failures.length > 0) console.log('Failed:');
for (const failure of failures) console.log(`  ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
