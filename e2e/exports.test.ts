import { readXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { captureDownload, chooseExport } from './support/files.ts';

const asha = aMechanic({ name: 'Asha', phone: '9000000001' });
const bala = aMechanic({ name: 'Bala', phone: '9000000002' });
const paid = [100_000, 50_000].map((amountPaise) =>
  aPayment({ mechanic: refTo(asha), amountPaise, method: 'upi', transactedAt: '2026-03-09T05:00:00.000Z' }),
);

const test = signedInTest({ mechanics: [asha, bala], payments: paid });

/** Returns the name and the lines of the file that an action downloads. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const { name, bytes } = await captureDownload(page, act);
  const text = bytes.toString();
  expect(text.startsWith('\uFEFF')).toBe(true);
  return { name, lines: text.slice(1).trim().split('\r\n') };
}

describe('an export', () => {
  test('[API-17, PAYO-02] applies the search and the balance filter of payouts, and contains every row for one mechanic', async ({
    page,
  }) => {
    await page.goto('/payouts?balance=available&search=ash');
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)', exact: true }));
    const payouts = await downloaded(page, () => chooseExport(page, 'CSV'));
    expect(payouts.name).toMatch(/^payouts-\d{4}-\d\d-\d\d\.csv$/);
    expect(payouts.lines.slice(1)).toEqual([expect.stringContaining(`${asha.id},Asha,9000000001,1500`)]);

    await page.goto(`/payouts?mechanic=${asha.id}`);
    const statement = await downloaded(page, () => chooseExport(page.getByRole('dialog'), 'CSV'));
    expect(statement.name).toMatch(/^statement-asha-\d{4}-\d\d-\d\d\.csv$/);
    expect(statement.lines).toHaveLength(1 + paid.length);
    expect(statement.lines.at(-1)).toMatch(/,1500,$/);
  });

  test('[API-17, VIEW-08] contains the filtered payments of all pages, as CSV and as a workbook', async ({
    page,
  }) => {
    await page.goto('/payments?status=paid&method=upi');
    const { name, lines } = await downloaded(page, () => chooseExport(page, 'CSV'));
    expect(name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines).toHaveLength(1 + paid.length);
    for (const { id } of paid) expect(lines.join()).toContain(id);
    await page.goto('/payments');
    const workbook = await captureDownload(page, () => chooseExport(page, 'Excel (XLSX)'));
    expect(workbook.name).toMatch(/^payments-\d{4}-\d\d-\d\d\.xlsx$/);
    const [sheet] = (await readXlsx(workbook.bytes)).sheets;
    expect(sheet?.rows).toHaveLength(1 + paid.length);
  });
});
