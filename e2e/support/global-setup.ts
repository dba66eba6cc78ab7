import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeTemplate } from './application.ts';
import { findBrowser } from './browser.ts';
import type { BrowserBinary } from './bundled-chromium.ts';

/** Folders of data that applications under test begin with a copy of. */
export interface Templates {
  readonly empty: string;
  readonly demo: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    browserBinary: BrowserBinary;
    templates: Templates;
  }
}

/** Once for all test files: finds the browser, unpacks it where it must be, and makes the databases to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('browserBinary', await findBrowser());
  const folder = await mkdtemp(join(tmpdir(), 'wayside-e2e-templates-'));
  const templates = { empty: join(folder, 'empty'), demo: join(folder, 'demo') };
  await Promise.all([makeTemplate(templates.empty, {}), makeTemplate(templates.demo, { demo: true })]);
  project.provide('templates', templates);
  return () => rm(folder, { recursive: true, force: true });
}
