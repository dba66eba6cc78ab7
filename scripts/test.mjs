/**
 * `npm test`: installs what is missing, builds what is stale, runs every suite, and ends with one line that counts over
 * all of them. `npm test -- unit e2e` runs only those named.
 *
 * Suites run beside each other: each often waits for a program to start or a disk to write, and the others have the
 * processors meanwhile.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './installed.mjs';
import { tmpfsDir } from './tmpfs-dir.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
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
  'db/counters',
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
 * One run of vitest, named after its suite or by `name`, over all files of the suite if none are given.
 * @typedef {{ suite: string, name?: string, database?: string, files?: string[] }} Run
 */

/**
 * What runs one after the other in each lane, all lanes at once; as long as each other with two processors.
 * @type {Run[][]}
 */
const lanes = [
  [{ suite: 'e2e' }],
  [{ suite: 'server' }],
  [
    { suite: 'unit' },
    { suite: 'server', name: 'external', database: 'server', files: externalTests },
    { suite: 'server', name: 'fallback', database: 'fallback', files: fallbackTests },
  ],
];

/**
 * Runs one of our programs; each line that it says begins with a name, for others may speak at the same time.
 * @param {string} name
 * @param {string[]} command
 * @param {Record<string, string>} environment
 * @returns {Promise<boolean>} whether it succeeded
 */
function run(name, command, environment) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, ...environment } });
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => console.log(`${name} | ${line}`));
    child.on('close', (code) => resolve(code === 0));
  });
}

/** Whether there is a PostgreSQL besides our own: TEST_DATABASE_URL, or the system's programs, 15 or newer. */
function hasExternalServer() {
  if (process.env['TEST_DATABASE_URL']) return true;
  return existsSync(systemServers) && readdirSync(systemServers).some((version) => Number(version) >= 15);
}

/**
 * A suite that dies before it can count, or that finds nothing to run, is a failure and not a silence. One for another
 * PostgreSQL is skipped as a whole, and said so, where there is none.
 * @param {Run} run
 * @param {string} folder
 * @returns {Promise<SuiteSummary>}
 */
async function runSuite({ suite, name = suite, database, files = [] }, folder) {
  if (database === 'server' && !hasExternalServer()) {
    const reason = 'there is none here: set TEST_DATABASE_URL, or install PostgreSQL 15 or newer';
    return { ...nothing(), skipped: [{ title: 'server tests on an external PostgreSQL', reason }] };
  }
  const file = join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/test-reporter.mjs'];
  const words = ['run', '--project', suite, ...reporters, ...files];
  const succeeded = await run(name, ['node_modules/vitest/vitest.mjs', ...words], {
    TMPDIR: folder,
    SUITE_SUMMARY: file,
    // Beside the two workers of the browser's suite one is enough: more would only wait for a processor.
    ...(chosen.includes('e2e') ? { SERVER_TEST_WORKERS: '1' } : {}),
    ...(database === undefined ? {} : { WAYSIDE_TEST_DATABASE: database }),
  });
  /** @type {SuiteSummary} */
  const summary = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing();
  if (summary.failed > 0) return summary;
  if (!succeeded) return fail(summary, `suite ${name} did not come to its end`);
  if (summary.passed === 0) return fail(summary, `suite ${name} ran no test`);
  return summary;
}

/**
 * @param {Run[]} lane
 * @param {string} folder
 */
async function runLane(lane, folder) {
  /** @type {SuiteSummary[]} */
  const summaries = [];
  for (const each of lane) summaries.push(await runSuite(each, folder));
  return summaries;
}

/** @returns {SuiteSummary} */
function nothing() {
  return { passed: 0, failed: 0, skipped: [], failures: [], unsteady: [] };
}

/**
 * @param {SuiteSummary} summary
 * @param {string} message
 */
function fail(summary, message) {
  return { ...summary, failed: summary.failed + 1, failures: [...summary.failures, message] };
}

ensureInstalled();
const suites = lanes.flat().map(({ suite }) => suite);
const named = process.argv.slice(2).filter((word) => suites.includes(word));
const chosen = named.length > 0 ? named : suites;
const build = () => spawnSync(process.execPath, ['bin/wayside.cjs', 'build'], { cwd: root, stdio: 'inherit' });
const isBuilt = !chosen.includes('e2e') || build().status === 0;

const folder = mkdtempSync(join(tmpfsDir(), 'wayside-test-'));
// A database that root starts runs as somebody else, who must get to its data.
chmodSync(folder, 0o755);
const chosenOf = (/** @type {Run[]} */ lane) => lane.filter(({ suite }) => chosen.includes(suite));
const summaries = (await Promise.all(lanes.map((lane) => runLane(chosenOf(lane), folder)))).flat();
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
