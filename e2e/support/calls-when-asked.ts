import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { recordCalls } from './call-log.ts';
import { expectHidden, expectVisible } from './expectations.ts';

/**
 * Asserts that a list is fetched once on load and once on Refresh (ERR-02): not because somebody comes back to the
 * window or gets their network back, and not for the details of a row.
 * @param open opens the list and waits until it is filled
 */
export async function expectCallsWhenAsked(
  page: Page,
  call: { readonly path: string },
  open: (page: Page) => Promise<void>,
): Promise<void> {
  const calls = recordCalls(page, call);
  await open(page);
  expect(calls).toHaveLength(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => calls.length).toBe(2);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page
    .getByRole('button', { name: /^View details of/ })
    .first()
    .click();
  await expectVisible(page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await expectHidden(page.getByRole('dialog'));
  expect(calls).toHaveLength(2);
}
