/**
 * `npm test`: installs missing packages, builds what is outdated, runs the fast suites in parallel and prints the
 * number of tests. With `--slow`, it runs the slow suites. `npm test -- unit e2e` runs only those suites. Server
 * tests that are repeated on another database are counted separately.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled } from './installed.mjs';
import { root } from './tree.mjs';

const systemServers = '/usr/lib/postgresql';
const MEMORY_FOLDER = '/dev/shm';
/**
 * Server tests that are repeated on an external PostgreSQL, because its version, collation, locks and connections may
 * differ.
 */
const externalTests = [
  'platform/db/counters',
  'platform/db/open-database',
  'platform/db/statement',
  'features/bookings/list-bookings',
  'features/loyalty',
  'features/payouts',
  'features/session/session.test',
  'features/users/list-users',
  'sync/import/repeated-import',
  'sync/import/import-records',
  'money/ledger',
].map((place) => `apps/server/src/${place}`);
/**
 * Server tests that are repeated on PGlite, which has one connection and replaces PostgreSQL on machines that cannot
 * run it (RUN-01).
 */
const fallbackTests = [
  'platform/db/statement',
  'features/bookings/bookings.test',
  'features/session/session.test',
  'sync/import/import-records',
].map((place) => `apps/server/src/${place}`);
/** @typedef {import('./test-reporter.mjs').SuiteSummary} SuiteSummary */
/**
 * A vitest run, named after its suite or by `name`. It runs all files of the suite if none are given. A run with a
 * `database` repeats tests of the suite.
 * @typedef {{ suite: string, name?: string, database?: string, files?: string[] }} Run
 */

/**
 * The lanes run in parallel; the runs within a lane run one after the other. On two processors, the lanes take about
 * the same time, because browser tests spend half of their time waiting.
 * @type {Run[][]}
 */
const fastLanes = [[{ suite: 'e2e' }, { suite: 'unit' }], [{ suite: 'server' }], [{ suite: 'screens' }]];
/** @type {Run[][]} */
const slowLanes = [
  [
    { suite: 'e2e-slow' },
    { suite: 'screens-slow' },
    { suite: 'server', name: 'external', database: 'server', files: externalTests },
    { suite: 'server', name: 'fallback', database: 'fallback', files: fallbackTests },
    { suite: 'server-slow' },
  ],
  [{ suite: 'programs' }],
];
const lanes = process.argv.includes('--slow') ? slowLanes : fastLanes;

/** The number of slowest files to print; TEST_SLOWEST=1000 prints all. */
const SLOWEST = Number(process.env['TEST_SLOWEST'] ?? 10);
/** The number of output lines to include in the failure of a suite that ends early. */
const LAST_LINES = 20;

/** Much more space than the databases of all concurrent tests need. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Checks whether tests can use an in-memory folder, which is faster than writing about fifty database copies to disk.
 */
function hasSpace(/** @type {string} */ folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freemem()) > NEEDED_BYTES;
  } catch {
    // Some systems have no /dev/shm.
    return false;
  }
}

/** Creates the folder for temporary test data, or exits with a message. */
function makeTestFolder() {
  const parents = [...(hasSpace(MEMORY_FOLDER) ? [MEMORY_FOLDER] : []), tmpdir(), '/tmp'];
  for (const parent of parents)
    try {
      const made = mkdtempSync(join(parent, 'wayside-test-'));
      // When root runs the tests, the database runs as another user, who must be able to read its data.
      chmodSync(made, 0o755);
      return made;
    } catch {
      // The folder does not exist, is full, or belongs to another user. Try the next one.
    }
  console.error(
    `The tests cannot write temporary data to ${[...new Set(parents)].join(', ')}. Set TMPDIR to a folder that can be written to.`,
  );
  process.exit(1);
}

/**
 * Runs a program of the repository and prefixes each line of its output, because other programs print at the same
 * time.
 * @param {string} name
 * @param {string[]} command
 * @param {Record<string, string>} environment
 * @returns {Promise<{ succeeded: boolean, ending: string }>} `ending`: the exit code or signal, and the last lines
 */
function run(name, command, environment) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, ...environment } });
    /** @type {string[]} */
    const last = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        console.log(`${name} | ${line}`);
        last.push(`    ${line}`);
        if (last.length > LAST_LINES) last.shift();
      });
    child.on('close', (code, signal) =>
      resolve({ succeeded: code === 0, ending: [`${signal ?? `exit code ${code}`}:`, ...last].join('\n') }),
    );
  });
}

/**
 * Checks whether an external PostgreSQL is available, either through TEST_DATABASE_URL or as an installed version 15
 * or newer.
 */
function hasExternalServer() {
  if (process.env['TEST_DATABASE_URL']) return true;
  return existsSync(systemServers) && readdirSync(systemServers).some((version) => Number(version) >= 15);
}

/**
 * Runs a suite. A suite that ends early or runs no test counts as a failure. A run that needs an external PostgreSQL
 * is skipped with a message if there is none.
 * @param {Run} run
 * @param {string} folder
 * @returns {Promise<SuiteSummary>}
 */
async function runSuite({ suite, name = suite, database, files = [] }, folder) {
  if (database === 'server' && !hasExternalServer()) {
    const reason = 'there is none: set TEST_DATABASE_URL, or install PostgreSQL 15 or newer';
    return { ...nothing(), skipped: [{ title: 'server tests on an external PostgreSQL', reason }] };
  }
  const file = join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/test-reporter.mjs'];
  const projects = database === undefined ? [suite] : [suite, `${suite}-slow`];
  const words = ['run', ...projects.flatMap((each) => ['--project', each]), ...reporters, ...files];
  const { succeeded, ending } = await run(name, ['node_modules/vitest/vitest.mjs', ...words], {
    TMPDIR: folder,
    SUITE_SUMMARY: file,
    // One worker, because the browser suite has two.
    ...(chosen.some((each) => each.startsWith('e2e')) ? { SERVER_TEST_WORKERS: '1' } : {}),
    ...(database === undefined ? {} : { WAYSIDE_TEST_DATABASE: database }),
  });
  /** @type {SuiteSummary} */
  const summary = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing();
  if (summary.failed > 0) return summary;
  if (!succeeded) return fail(summary, `suite ${name} ended early, with ${ending}`);
  if (summary.passed === 0) return fail(summary, `suite ${name} ran no test`);
  return summary;
}

/**
 * @param {Run[]} lane
 * @param {string} folder
 */
async function runLane(lane, folder) {
  /** @type {(Run & { summary: SuiteSummary })[]} */
  const runs = [];
  for (const each of lane) runs.push({ ...each, summary: await runSuite(each, folder) });
  return runs;
}

/** @returns {SuiteSummary} */
function nothing() {
  return { passed: 0, failed: 0, skipped: [], failures: [], flaky: [], files: [] };
}

/**
 * @param {SuiteSummary} summary
 * @param {string} message
 */
function fail(summary, message) {
  return { ...summary, failed: summary.failed + 1, failures: [...summary.failures, message] };
}

ensureInstalled();
const folder = makeTestFolder();
const suites = lanes.flat().map(({ suite }) => suite);
const named = process.argv.slice(2).filter((word) => suites.includes(word));
const chosen = named.length > 0 ? named : suites;
const build = () => spawnSync(process.execPath, ['bin/wayside.cjs', 'build'], { cwd: root, stdio: 'inherit' });
const isBuilt = !chosen.some((each) => each.startsWith('e2e')) || build().status === 0;

const chosenOf = (/** @type {Run[]} */ lane) => lane.filter(({ suite }) => chosen.includes(suite));
const runs = (await Promise.all(lanes.map((lane) => runLane(chosenOf(lane), folder)))).flat();
const summaries = runs.map(({ summary }) => summary);
rmSync(folder, { recursive: true, force: true });

const skipped = summaries.flatMap((summary) => summary.skipped);
const failures = summaries.flatMap((summary) => summary.failures);
if (!isBuilt) failures.push('the build failed');
const passed = runs.reduce((sum, { database, summary }) => sum + (database === undefined ? summary.passed : 0), 0);
const failed = summaries.reduce((sum, summary) => sum + summary.failed, 0) + (isBuilt ? 0 : 1);

console.log(skipped.length === 0 ? '\nNo test was skipped.' : `\n${skipped.length} skipped:`);
for (const { title, reason } of skipped) console.log(`  ${title}: ${reason}`);
const flaky = summaries.flatMap((summary) => summary.flaky);
if (flaky.length > 0) console.log(`${flaky.length} passed only at the second attempt:`);
for (const title of flaky) console.log(`  ${title}`);
if (failures.length > 0) console.log('Failed:');
for (const failure of failures) console.log(`  ${failure}`);
const files = summaries.flatMap((summary) => summary.files).sort((a, b) => b.seconds - a.seconds);
console.log(`The slowest ${Math.min(SLOWEST, files.length)} of ${files.length} files:`);
for (const { file, seconds } of files.slice(0, SLOWEST)) console.log(`  ${seconds.toFixed(1)} s  ${file}`);
const repeated = runs.filter(({ database }) => database !== undefined);
for (const { name, summary } of repeated)
  console.log(`Repeated on the ${name} database: ${summary.passed} passed, ${summary.failed} failed`);
// Repeated tests count only once, but failures count in every run.
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
