import type { TestProject } from 'vitest/node';
import { findBrowser } from './browser.ts';
import type { BrowserBinary } from './bundled-chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserBinary: BrowserBinary;
  }
}

/** Finds the browser once for all test files, and unpacks it where it must be. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('browserBinary', await findBrowser());
}
