import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { applicationTest } from '../application-test.ts';
import { beginWithToken } from '../session.ts';
import { type ExternalApi, startExternalApi } from './provider.ts';
import { UNREADABLE_CALLS } from './records.ts';
import { externalToken } from './routes.ts';

const UNREADABLE = new RegExp(`^warning: (${UNREADABLE_CALLS.join('|')}): `);

/**
 * The `test` of a file in front of an external API: the web alone, on an origin of its own. It fails a test that sends a
 * call which the API does not implement (API-17) or with another content type than JSON (uploads aside), or that meets a
 * warning of the lenient decoder other than those for the odd records.
 */
export async function externalTest(environment: Record<string, string> = {}) {
  const provider: ExternalApi = await startExternalApi();
  afterAll(() => provider.stop());
  afterEach(() => {
    const [unknown, ofOtherContentType] = [provider.unknownRequests(), provider.ofOtherContentType()];
    provider.forget();
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

/** Makes a page begin with a session of the external API. */
export function beginExternalSession(page: Page): Promise<void> {
  return beginWithToken(page, externalToken);
}
