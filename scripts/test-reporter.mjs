import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MAX_REASON_LENGTH = 1_000;

/** @import { Reporter } from 'vitest/reporters' */

/**
 * The result of a suite, written to the file named by SUITE_SUMMARY for scripts/test.mjs. `flaky` lists the tests
 * that passed only on the second attempt.
 * @typedef {{ passed: number, failed: number, skipped: { title: string, reason: string }[], failures: string[],
 *   flaky: string[], files: { file: string, seconds: number }[] }} SuiteSummary
 */

/** @implements {Reporter} */
export default class SuiteReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {SuiteSummary} */
    const summary = { passed: 0, failed: 0, skipped: [], failures: [], flaky: [], files: [] };
    for (const module of modules) count(module, summary);
    if (unhandledErrors.length > 0) {
      summary.failed += unhandledErrors.length;
      summary.failures.push(`${unhandledErrors.length} errors outside any test`);
    }
    const file = process.env['SUITE_SUMMARY'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(summary));
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @param {SuiteSummary} summary
 */
function count(module, summary) {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  summary.files.push({
    file: module.relativeModuleId,
    seconds: (setupDuration + collectDuration + duration) / 1000,
  });
  for (const test of module.children.allTests()) {
    const result = test.result();
    const title = `${module.relativeModuleId} > ${test.fullName}`;
    if (test.diagnostic()?.flaky === true) summary.flaky.push(withReason(title, result.errors));
    if (result.state === 'passed') summary.passed += 1;
    else if (result.state === 'skipped')
      summary.skipped.push({ title, reason: result.note ?? 'see the comment beside it' });
    else {
      summary.failed += 1;
      summary.failures.push(withReason(title, result.errors));
    }
  }
  // If a file cannot be loaded or a hook of a suite fails, no individual test is reported as failed.
  const broken = [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0);
  summary.failed += broken.length;
  summary.failures.push(
    ...broken.map((part) => withReason(`${module.relativeModuleId} (${part.type})`, part.errors())),
  );
}

/**
 * Returns a title with the start and the location of its error.
 * @param {string} title
 * @param {ReadonlyArray<import('vitest').TestError> | undefined} errors
 */
function withReason(title, errors) {
  const [error] = errors ?? [];
  const place = error?.stacks?.[0];
  const words = stripVTControlCharacters([error?.message, error?.diff].filter(Boolean).join('\n')).slice(
    0,
    MAX_REASON_LENGTH,
  );
  const lines = [...words.split('\n'), ...(place ? [`${relative(process.cwd(), place.file)}:${place.line}`] : [])];
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}
