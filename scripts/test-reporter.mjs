import { writeFileSync } from 'node:fs';

/** @import { Reporter } from 'vitest/reporters' */

/**
 * What a suite came to, written to the file that SUITE_SUMMARY names, for scripts/test.mjs to add up.
 * `unsteady` names those that passed at their second try alone.
 * @typedef {{ passed: number, failed: number, skipped: { title: string, reason: string }[], failures: string[], unsteady: string[] }} SuiteSummary
 */

/** @implements {Reporter} */
export default class SuiteReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {SuiteSummary} */
    const summary = { passed: 0, failed: 0, skipped: [], failures: [], unsteady: [] };
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
  for (const test of module.children.allTests()) {
    const result = test.result();
    const title = `${module.relativeModuleId} > ${test.fullName}`;
    if (test.diagnostic()?.flaky === true) summary.unsteady.push(title);
    if (result.state === 'passed') summary.passed += 1;
    else if (result.state === 'skipped')
      summary.skipped.push({ title, reason: result.note ?? 'see the comment beside it' });
    else {
      summary.failed += 1;
      summary.failures.push(title);
    }
  }
  // A file that could not be read, or a hook around all its tests, fails without any test of it failing.
  const broken = [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0);
  summary.failed += broken.length;
  summary.failures.push(...broken.map((part) => `${module.relativeModuleId} (${part.type})`));
}
