import { exportPayouts } from '@wayside/contract/exports';
import { createPayout } from '@wayside/contract/payouts';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { administrator } from './support/application.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, mockResponses } from './support/calls.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { captureDownload, chooseExport } from './support/files.ts';
import { dialogByName } from './support/locators.ts';
import { toast } from './support/toasts.ts';

const [deepa, esha] = [aMechanic({ name: 'Deepa' }), aMechanic({ name: 'Esha' })];
const earned = (mechanic: typeof deepa) =>
  aPayment({
    mechanic: refTo(mechanic),
    amountPaise: 50_000,
    method: 'upi',
    transactedAt: '2026-03-05T05:00:00.000Z',
  });

const test = signedInTest({ mechanics: [deepa, esha], payments: [deepa, esha].map(earned) });

/**
 * The response if the last proof is too old. apps/server/src/features/session/recent-proof.test.ts tests the expiry of a
 * proof.
 */
const PROOF_NEEDED = {
  status: 403,
  json: { status: false, message: 'Please confirm your identity.', proofNeeded: ['password'] },
} as const;

const asking = (page: Page) => dialogByName(page, 'Confirm your identity');
const paying = (page: Page) => dialogByName(page, 'Process Payout');

/** Opens the form of a payout and types a transaction id. */
async function typePayout(page: Page, { name }: { readonly name: string | null }, typed: string): Promise<void> {
  await page.getByRole('button', { name: `Process payout to ${name}`, exact: true }).click();
  await paying(page).getByLabel('Transaction ID').fill(typed);
}
const pay = (page: Page) => paying(page).getByRole('button', { name: 'Process Payout', exact: true }).click();

describe('[TEAM-05] identity confirmation', () => {
  test('is requested once for several calls, including an export, and all of them continue', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn();
    await mockResponses(page, createPayout, PROOF_NEEDED, 'real');
    await mockResponses(page, exportPayouts, PROOF_NEEDED, 'real');
    const answerPayout = await holdCall(page, callPattern(createPayout));
    const answerExport = await holdCall(page, callPattern(exportPayouts));
    await page.goto('/payouts');
    const file = await captureDownload(page, async () => {
      await chooseExport(page, 'CSV');
      await typePayout(page, deepa, '630900000004');
      await pay(page);
      answerExport();
      await expectVisible(asking(page));
      const refused = page.waitForResponse(callPattern(createPayout));
      answerPayout();
      await refused;
      expect(await asking(page).count()).toBe(1);
      await asking(page).getByLabel('Password').fill(administrator.password);
      await page.keyboard.press('Enter');
      await expectHidden(asking(page));
    });
    expect(file.name).toMatch(/^payouts-.*\.csv$/);
    await expectVisible(toast(page, '₹500 paid to Deepa'));
  });

  test('is not requested for an external provider, whose 403 is an error', async ({ openSignedIn }) => {
    const page = await openSignedIn();
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch();
      const config = await response.json();
      await route.fulfill({ response, json: { ...config, extensions: {} } });
    });
    await mockResponses(page, createPayout, PROOF_NEEDED);
    await page.goto('/payouts');
    await typePayout(page, esha, '630900000005');
    await pay(page);
    await expectVisible(paying(page).getByText('Please confirm your identity.', { exact: true }));
    await expectHidden(asking(page));
  });
});
