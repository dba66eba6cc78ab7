import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { applicationTest } from './support/application-test.ts';
import { expectHidden, expectText, expectValue, expectVisible } from './support/expectations.ts';
import { toast } from './support/toasts.ts';

const folder = await mkdtemp(join(tmpdir(), 'wayside-e2e-profiles-'));
await writeFile(
  join(folder, 'net.json'),
  JSON.stringify({
    ...{ name: 'net', label: 'Net report', kind: 'gateway', format: 'table', days: ['dd/mm/yyyy'] },
    types: { payment: 'payment' },
    columns: { type: 'transaction_entity', reference: 'entity_id', amount: 'credit', day: 'entity_created_at' },
  }),
);
afterAll(() => rm(folder, { recursive: true }));

const test = applicationTest({ environment: { SETTLEMENT_PROFILES: folder } });
let attempts = 0;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

describe('a file that was read with a wrong format', () => {
  test('[RECON-01, RECON-02] is read again with another format by a user who has not worked on its lines', async ({
    openSignedIn,
  }) => {
    attempts += 1;
    const name = `report-${attempts}.csv`;
    const content = [
      'transaction_entity,entity_id,amount,credit,entity_created_at',
      `payment,pay_again${attempts},100.00,98.00,01/03/2026`,
    ].join('\n');
    const page = await openSignedIn();
    await page.goto('/reconciliation/files');
    await expectVisible(page.getByRole('button', { name: 'Choose file', disabled: false }));
    await page.getByLabel('Settlement report or bank statement').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    });
    await expectVisible(toast(page, `${name}: 1 line`));
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: /View details/ })
      .click();
    const file = dialog(page, name);
    await expectText(file.getByRole('table', { name: 'Lines by state' }), /Missing here 1 ₹100\.00/);
    await file.getByRole('button', { name: 'Read again as…' }).click();

    // The form preselects matching columns and reports mismatches; opening it changes nothing.
    const again = dialog(page, 'Read this file again');
    await expectVisible(again.getByText('It was read as Razorpay.'));
    const format = again.getByRole('combobox', { name: 'Format' });
    await expectValue(format, 'net');
    await expectAccessible(page);
    await again.getByRole('button', { name: 'Parse again' }).click();
    await expectVisible(toast(page, 'Read again as Net report.'));
    await expectHidden(again);
    await expectText(file.getByRole('table', { name: 'Lines by state' }), /Missing here 1 ₹98\.00/);
    await expectVisible(file.getByText('Net report'));
    await expectAccessible(page);
  });
});
