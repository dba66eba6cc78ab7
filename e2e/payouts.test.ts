import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectText, expectVisible, readDescriptionList } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { dialogByName as dialog, press } from './support/locators.ts';
import { toast } from './support/toasts.ts';

const mechanic = (name: string, index: number) => aMechanic({ name, phone: `900000000${index}` });
const asha = mechanic('Asha', 1);
const bala = mechanic('Bala Owes', 2);
const deepa = mechanic('Deepa Waits', 3);
const paidTo = (payee: typeof asha, amountPaise: number, method: string, day: number) =>
  aPayment({ mechanic: refTo(payee), amountPaise, method, transactedAt: `2026-03-0${day}T05:00:00.000Z` });

// Asha earned ₹1,000 online (net 890) and ₹500 in cash (net 440, with commission 50 and fee 10 owed). ₹100 was paid
// out, so the balance is 890 − 60 − 100.
const test = signedInTest({
  configs: [aConfiguration({ platformFeePaise: 1_000, commissionPercent: 10 })],
  mechanics: [asha, bala, deepa],
  payments: [
    paidTo(asha, 100_000, 'online', 5),
    paidTo(asha, 50_000, 'cash', 6),
    paidTo(bala, 50_000, 'cash', 5),
    paidTo(deepa, 20_000, 'upi', 5),
  ],
  payouts: [
    {
      id: newRecordId(),
      mechanic: { id: asha.id },
      transactionId: 'SBIN526066000001',
      amountPaise: 10_000,
      method: 'bank_transfer',
      paidAt: '2026-03-07T05:00:00.000Z',
    },
  ],
});
const row = (page: Page, { id }: { id: string }) => page.getByRole('row').filter({ hasText: id.slice(-6) });

test('[PAYO-01, PAYO-04, PAYO-08] sums and balances equal the ledger’s, and so do the rows behind a sum', async ({
  page,
}) => {
  await page.goto('/payouts');
  await expectText(row(page, asha), /₹1,330.00 ₹100.00 ₹60.00 ₹730.00 Available for Payout$/);
  await expectText(row(page, bala), /₹440.00 ₹0.00 ₹60.00 −₹60.00 Negative Balance$/);
  const cards = page.getByRole('region', { name: 'Sums over all mechanics' });
  // Net: 890 + 440 + 440 + 170. Available: 730 for Asha, 170 for Deepa.
  for (const sum of ['₹1,940', '₹100', '₹900', '₹120']) await expectVisible(cards.getByText(sum, { exact: true }));
  await press(page, 'View details of Asha');
  await expectVisible(dialog(page, 'Asha').getByText('₹730', { exact: true }));
  expect(await readDescriptionList(dialog(page, 'Asha'), 'Balance')).toMatchObject({
    'Cash Kept': '−₹440',
    'Net Balance': '₹730',
  });
  await press(page, 'Explain Net Balance');
  await expectVisible(page.getByText('3 rows, which sum to ₹730', { exact: true }));
});

test('[PAYO-05, PAYO-07, WORK-03] a payout with a used transaction id is rejected; a valid one is paid once and can be found by its id', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^(response: 409|console: )/);
  await page.goto('/payouts');
  await press(page, 'Process payout to Deepa Waits');
  const form = dialog(page, 'Process Payout');
  await expectVisible(form.getByText(/^Covers 1 earning from 5 Mar 2026 to 5 Mar 2026\./));
  const pay = form.getByRole('button', { name: 'Process Payout', exact: true });
  // The id differs from the used one in letter case.
  await form.getByLabel('Transaction ID').fill(' sbin526066000001 ');
  await pay.click();
  await expectVisible(form.getByRole('alert').getByText(/SBIN526066000001/i));
  await form.getByLabel('Transaction ID').fill('SBIN526066000002');
  await pay.click();
  await expectVisible(toast(page, '₹170 paid to Deepa Waits'));
  await expectText(row(page, deepa), /₹170.00 ₹170.00 ₹0.00 ₹0.00 Zero Balance$/);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('66000002');
  const found = page.getByRole('group', { name: 'Transactions' }).getByRole('option', { name: /SBIN526066000002/ });
  await found.click();
  await expectVisible(dialog(page, 'Payout of ₹170'));
  await press(page, 'Close');
  await expectHidden(page.getByRole('dialog'));
});
