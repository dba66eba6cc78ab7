import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { applicationTest } from '../application-test.ts';
import { beginWithToken } from '../session.ts';
import { type ExternalApi, startExternalApi } from './provider.ts';
import { UNREADABLE_CALLS } from './records.ts';
import { externalToken } from './routes.ts';

const UNREADABLE = new RegExp(`^warning: (${UNREADABLE_CALLS.join('|')}): `);

/**
 * Creates the `test` of a file with an external API. It runs only the web app, on its own origin. A test fails if it
 * sends a call that the API does not implement (API-17), a request other than an upload that is not JSON, or if the
 * lenient decoder logs an unexpected warning.
 */
export async function externalTest(environment: Record<string, string> = {}) {
  const provider: ExternalApi = await startExternalApi();
  afterAll(() => provider.stop());
  afterEach(() => {
    const [unknown, ofOtherContentType] = [provider.unknownRequests(), provider.requestsWithWrongContentType()];
    provider.reset();
    expect(unknown, 'calls that the external API does not implement').toEqual([]);
    expect(ofOtherContentType, 'calls with another content type').toEqual([]);
  });
  const test = applicationTest({
    environment: { API_HOST: provider.url, FILE_HOST: provider.fileUrl, UPDATE_METHOD: 'PUT', ...environment },
  });
  return {
    provider,
    test: test.extend('unreadable', { auto: true }, ({ pageErrors }) => pageErrors.allow(UNREADABLE)),
  };
}

/** Starts the page with a session of the external API. */
export function beginExternalSession(page: Page): Promise<void> {
  return beginWithToken(page, externalToken);
}
