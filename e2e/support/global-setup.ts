import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type ApplicationAddress, makeTemplate, startApplication } from './application.ts';
import { findBrowser } from './browser.ts';
import type { BrowserBinary } from './bundled-chromium.ts';
import { shareApplication } from './shared-applications.ts';

/** Data folders of which applications under test start with a copy. */
export interface Templates {
  readonly empty: string;
  readonly demo: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    browserBinary: BrowserBinary;
    templates: Templates;
    applications: ApplicationAddress[];
  }
}

/**
 * Runs once for all test files. It finds the browser and unpacks it if necessary, creates the template databases, and
 * starts an application for each worker.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('browserBinary', await findBrowser());
  const folder = await mkdtemp(join(tmpdir(), 'wayside-e2e-templates-'));
  const templates = { empty: join(folder, 'empty'), demo: join(folder, 'demo') };
  await Promise.all([makeTemplate(templates.empty, {}), makeTemplate(templates.demo, { demo: true })]);
  project.provide('templates', templates);
  // A run of a single file needs only one application.
  const count = Math.min(Number(project.config.maxWorkers), project.vitest.state.getPaths().length);
  const applications = await Promise.all(
    Array.from({ length: count }, () => startApplication({ template: templates.empty })),
  );
  await Promise.all(applications.map(shareApplication));
  project.provide(
    'applications',
    applications.map(({ url, dataFolder, pid }) => ({ url, dataFolder, pid })),
  );
  return async () => {
    await Promise.all(applications.map((application) => application.stop()));
    await rm(folder, { recursive: true, force: true });
  };
}
