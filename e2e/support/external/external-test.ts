import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { applicationTest } from '../application-test.ts';
import { expectTexts } from '../expectations.ts';
import { rowWith } from '../locators.ts';
import { beginWithToken } from '../session.ts';
import { startExternalMarketplace } from './marketplace.ts';
import type { ExternalApi } from './provider.ts';
import { UNREADABLE_CALLS } from './records.ts';
import { externalToken } from './routes.ts';

const UNREADABLE = new RegExp(`^warning: (${UNREADABLE_CALLS.join('|')}): `);

/**
 * The `test` of a file in front of an external API: the web alone, on an origin of its own. It fails a test that sends a
 * call which the API does not implement (API-17) or with another content type than JSON (uploads aside), or that meets a
 * warning of the lenient decoder other than those for the odd records.
 */
export async function externalTest(
  environment: Record<string, string> = {},
  alter?: Parameters<typeof startExternalMarketplace>[0],
) {
  const provider: ExternalApi = await startExternalMarketplace(alter);
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

/** As externalTest, with a `page` that is signed in. */
export async function signedInExternalTest() {
  const { provider, test } = await externalTest();
  return { provider, test: test.extend('signedIn', { auto: true }, ({ page }) => beginExternalSession(page)) };
}

/** Makes a page begin with a session of the external API. */
export function beginExternalSession(page: Page): Promise<void> {
  return beginWithToken(page, externalToken);
}

/** The line that counts the records which could not be read: "3 users". */
export const unreadableLine = (page: Page, count: string): Locator =>
  page.getByRole('status').getByText(`${count} could not be read whole. The browser’s console names the fields.`);

/** Waits until the cells of a row, except its actions, have these texts. */
export async function expectRow(page: Page, text: string, cells: readonly string[]): Promise<void> {
  await expectTexts(rowWith(page, text).getByRole('cell'), [...cells, '']);
}
