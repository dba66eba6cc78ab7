import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportPayments } from '@wayside/contract/exports';
import { TOTAL_ROWS_HEADER } from '@wayside/contract/wire/list-endpoints';
import { readXlsx } from 'hucre';
import type { Download, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { callPattern } from './support/calls.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { chooseExport, downloadOf } from './support/files.ts';
import { pushPath, visit } from './support/navigation.ts';
import { toast } from './support/toasts.ts';

const asha = aMechanic({ name: 'Asha', phone: '9000000001' });
const bala = aMechanic({ name: 'Bala', phone: '9000000002' });
const paid = [100_000, 50_000].map((amountPaise) =>
  aPayment({ mechanic: refTo(asha), amountPaise, method: 'upi', transactedAt: '2026-03-09T05:00:00.000Z' }),
);

const test = signedInTest({ mechanics: [asha, bala], payments: paid });

/** Every list, and what the file of its export is named after. */
const LISTS = [
  ['Bookings', 'bookings'],
  ['Users', 'users'],
  ['Mechanics', 'mechanics'],
  ['Payments', 'payments'],
  ['Payouts', 'payouts'],
  ['Notifications', 'notifications'],
  ['Activity', 'activity'],
  ['Services', 'services'],
  ['SOS Services', 'sos-services'],
  ['Slots', 'slots'],
  ['Vehicle Models', 'vehicle-models'],
] as const;

/** An export whose answer stalls in the middle. */
interface PartialTable {
  breakOff(): void;
  close(): void;
}

/** Answers an export with the first lines of a table of `total` rows, and stalls. */
async function servePartialTable(
  page: Page,
  endpoint: { readonly path: string },
  { lines, total }: { readonly lines: number; readonly total: number },
): Promise<PartialTable> {
  const answers: ServerResponse[] = [];
  const server = createServer((_, answer) => {
    answers.push(answer);
    answer.writeHead(200, { 'content-type': 'text/csv; charset=utf-8', [TOTAL_ROWS_HEADER]: String(total) });
    answer.write('a,b,c\r\n'.repeat(lines));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await page.route(callPattern(endpoint), (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
  const breakOff = () => {
    for (const answer of answers) answer.destroy();
  };
  return {
    breakOff,
    close: () => {
      breakOff();
      server.close();
    },
  };
}

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export', exact: true });

/** The name and the lines of the file that an action downloads. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const { name, bytes } = await downloadOf(page, act);
  const text = bytes.toString();
  expect(text.startsWith('\uFEFF')).toBe(true);
  return { name, lines: text.slice(1).trim().split('\r\n') };
}

describe('an export', () => {
  test('[API-17, PAYO-02] of payouts applies search and balance, and that of one mechanic has every row', async ({
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

  test('[API-17] shows its progress, and cancelled it leaves no file', async ({ page }) => {
    const table = await servePartialTable(page, exportPayments, { lines: 5, total: 19 });
    const files: Download[] = [];
    page.on('download', (file) => files.push(file));
    await page.goto('/payments');
    await chooseExport(page, 'CSV');
    await expectVisible(page.getByText('25 %', { exact: true }));
    await expectVisible(page.getByRole('progressbar', { name: 'Export' }));
    await page.getByRole('button', { name: 'Cancel the export' }).click();
    await expectVisible(toast(page, 'Export cancelled'));
    await expectVisible(toast(page, 'No file was saved.'));
    await expectVisible(exportButton(page));
    expect(files).toEqual([]);
    table.close();
  });

  test('[API-17] whose connection breaks shows the failure, leaves no file and can be repeated', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(request|console): /);
    const table = await servePartialTable(page, exportPayments, { lines: 5, total: 19 });
    const files: Download[] = [];
    page.on('download', (file) => files.push(file));
    await page.goto('/payments');
    await chooseExport(page, 'CSV');
    await expectVisible(page.getByText('25 %', { exact: true }));
    table.breakOff();
    await expectVisible(toast(page, 'Export failed'));
    await expectVisible(toast(page, 'The export was interrupted. Please try again. No file was saved.'));
    await expectHidden(page.getByRole('progressbar', { name: 'Export' }));
    expect(files).toEqual([]);
    table.close();
    await page.unrouteAll();
    const { lines } = await downloaded(page, () => chooseExport(page, 'CSV'));
    expect(lines).toHaveLength(1 + paid.length);
  });

  test('[VIEW-08] of every list is offered as CSV and as a workbook, with the number of rows that it will have', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    for (const [link, name] of LISTS) {
      if (link === 'Activity') await pushPath(page, '/activity');
      else await visit(page, link);
      await expectVisible(page.getByRole('heading', { name: link === 'Slots' ? 'Time Slots' : link, level: 1 }));
      await exportButton(page).click();
      const menu = page.getByRole('menu', { name: 'Export' });
      await expectVisible(menu.getByText(/^\d+ rows?$/));
      const { name: saved, bytes } = await downloadOf(page, () =>
        menu.getByRole('menuitem', { name: 'Excel (XLSX)', exact: true }).click(),
      );
      expect(saved).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.xlsx$`));
      const [sheet] = (await readXlsx(bytes)).sheets;
      expect(sheet?.rows[0]?.[0]).toEqual(expect.stringMatching(/ID$|^Number$/));
    }
  });

  test('[API-17] of payments contains the filtered rows of all pages', async ({ page }) => {
    await page.goto('/payments?status=paid&method=upi');
    const { name, lines } = await downloaded(page, () => chooseExport(page, 'CSV'));
    expect(name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines).toHaveLength(1 + paid.length);
    for (const { id } of paid) expect(lines.join()).toContain(id);
  });
});
