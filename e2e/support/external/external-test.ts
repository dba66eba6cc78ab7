import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { applicationTest } from '../application-test.ts';
import { beginWithToken } from '../session.ts';
import { startExternalMarketplace } from './marketplace.ts';
import type { ExternalApi } from './provider.ts';
import { theirToken } from './session.ts';

/**
 * The `test` of a file before another provider: the web alone, on an origin of its own, and a stranger's back end.
 * After every test nothing was asked that the stranger does not know (API-17), and every call but an upload was of JSON.
 */
export async function externalTest(
  environment: Record<string, string> = {},
  alter?: Parameters<typeof startExternalMarketplace>[0],
) {
  const provider: ExternalApi = await startExternalMarketplace(alter);
  afterAll(() => provider.stop());
  afterEach(() => {
    const [unknown, ofOtherType] = [provider.unknown(), provider.ofOtherType()];
    provider.forget();
    expect(unknown, 'what the stranger was asked and does not know').toEqual([]);
    expect(ofOtherType, 'what came with another content type').toEqual([]);
  });
  const test = applicationTest({
    environment: { API_HOST: provider.url, FILE_HOST: provider.fileUrl, UPDATE_METHOD: 'PUT', ...environment },
  });
  return { provider, test };
}

/** Makes a page begin with the stranger's session. */
export function beginWithTheirToken(page: Page): Promise<void> {
  return beginWithToken(page, theirToken);
}
