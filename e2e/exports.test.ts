import { exportPayments } from '@wayside/contract/exports';
import type { Download, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { servePartialTable } from './support/partial-table.ts';
import { signedInTest } from './support/signed-in-test.ts';
import { toast } from './support/toasts.ts';

const asha = aMechanic({ name: 'Asha', phone: '9000000001' });
const bala = aMechanic({ name: 'Bala', phone: '9000000002' });
const paid = [100_000, 50_000].map((amountPaise) =>
  aPayment({ mechanic: refTo(asha), amountPaise, method: 'upi', transactedAt: '2026-03-09T05:00:00.000Z' }),
);

const test = signedInTest({ mechanics: [asha, bala], payments: paid });

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' });

/** The lines of the file that a press brings, and its name. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const download = page.waitForEvent('download');
  await press();
  const file: Download = await download;
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  const text = Buffer.concat(parts).toString();
  expect(text.startsWith('\uFEFF')).toBe(true);
  return { name: file.suggestedFilename(), lines: text.slice(1).trim().split('\r\n') };
}

describe('an export', () => {
  test('[API-17, PAYO-02] of payouts keeps to search and balance, that of one mechanic has every row', async ({
    page,
  }) => {
    await page.goto('/payouts?balance=available&search=ash');
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)', exact: true }));
    const payouts = await downloaded(page, () => exportButton(page).click());
    expect(payouts.name).toMatch(/^payouts-\d{4}-\d\d-\d\d\.csv$/);
    expect(payouts.lines.slice(1)).toEqual([expect.stringContaining(`${asha.id},Asha,9000000001,1500`)]);

    await page.goto(`/payouts?mechanic=${asha.id}`);
    const statement = await downloaded(page, () =>
      page.getByRole('dialog').getByRole('button', { name: 'Export CSV' }).click(),
    );
    expect(statement.name).toMatch(new RegExp(`^statement-${asha.id}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    expect(statement.lines).toHaveLength(1 + paid.length);
    expect(statement.lines.at(-1)).toMatch(/,1500$/);
  });

  test('[API-17] shows how far it is; given up it says so, and leaves no file', async ({ page }) => {
    const table = await servePartialTable(page, exportPayments, { lines: 5, total: 19 });
    const files: Download[] = [];
    page.on('download', (file) => files.push(file));
    await page.goto('/payments');
    await exportButton(page).click();
    await expectVisible(page.getByText('25 %', { exact: true }));
    await expectVisible(page.getByRole('progressbar', { name: 'Export' }));
    await page.getByRole('button', { name: 'Cancel the export' }).click();
    await expectVisible(toast(page, 'Export cancelled'));
    await expectVisible(toast(page, 'No file was saved.'));
    await expectVisible(exportButton(page));
    expect(files).toEqual([]);
    table.close();
  });

  test('[API-17] whose connection breaks in the middle says so, leaves no file and can be repeated', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(request|console): /);
    const table = await servePartialTable(page, exportPayments, { lines: 5, total: 19 });
    const files: Download[] = [];
    page.on('download', (file) => files.push(file));
    await page.goto('/payments');
    await exportButton(page).click();
    await expectVisible(page.getByText('25 %', { exact: true }));
    table.breakOff();
    await expectVisible(toast(page, 'Export failed'));
    await expectVisible(toast(page, 'The table did not come whole. Please try again. No file was saved.'));
    await expectHidden(page.getByRole('progressbar', { name: 'Export' }));
    expect(files).toEqual([]);
    table.close();
    await page.unrouteAll();
    const { lines } = await downloaded(page, () => exportButton(page).click());
    expect(lines).toHaveLength(1 + paid.length);
  });
});
