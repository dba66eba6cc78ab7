import { createPayout, previewPayout } from '@wayside/contract/payouts';
import { listMechanicEarnings, summarizePayouts } from '@wayside/contract/payouts-earnings';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { recordCalls, serveAnswers } from './support/calls.ts';
import {
  descriptionListIn,
  expectFocused,
  expectHidden,
  expectText,
  expectTexts,
  expectValue,
  expectVisible,
} from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { press } from './support/locators.ts';
import { beginSignedIn } from './support/session.ts';
import { toast } from './support/toasts.ts';

const configuration = aConfiguration({ platformFeePaise: 1_000, commissionPercent: 10 });
const mechanic = (name: string) => aMechanic({ name, phone: `90000${String(name.length).padStart(5, '0')}` });
const asha = mechanic('Asha');
const bala = mechanic('Bala Owes');
const chetan = mechanic('Chetan Idle');
const deepa = mechanic('Deepa Waits');
const paidTo = (payee: typeof asha, amountPaise: number, method: string, day: number) =>
  aPayment({ mechanic: refTo(payee), amountPaise, method, transactedAt: `2026-03-0${day}T05:00:00.000Z` });

const cash = paidTo(asha, 50_000, 'cash', 6);
// Asha: online ₹1,000 → net 890; cash ₹500 → commission 50 + fee 10 owed, net 440 kept; ₹100 paid out: 890 − 60 − 100.
const test = signedInTest({
  configs: [configuration],
  mechanics: [asha, bala, chetan, deepa],
  payments: [
    paidTo(asha, 100_000, 'online', 5),
    cash,
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
const payDialog = (page: Page) => page.getByRole('dialog', { name: 'Process Payout', exact: true });
const details = (page: Page, { name }: { name: string | null }) =>
  page.getByRole('dialog', { name: name ?? 'N/A', exact: true });

async function openPayouts(page: Page, search = ''): Promise<void> {
  await page.goto(`/payouts${search}`);
  await expectVisible(page.getByRole('heading', { name: /^All Mechanics \(/ }));
}

describe('the list', () => {
  test('[PAYO-01, PAYO-03, PAYO-08] shows sums and each mechanic to the paisa, with the call without histories', async ({
    page,
  }) => {
    const [light, heavy] = [recordCalls(page, summarizePayouts), recordCalls(page, listMechanicEarnings)];
    await openPayouts(page);
    await expectTexts(page.getByRole('columnheader'), [
      '',
      'Mechanic',
      'Contact',
      'Total Earnings',
      'Paid Out',
      'Commission',
      'Net Balance',
      'Status',
      'Actions',
    ]);
    await expectText(row(page, asha), /₹1,330.00 ₹100.00 ₹60.00 ₹730.00 Available for Payout$/);
    await expectText(row(page, bala), /₹440.00 ₹0.00 ₹60.00 −₹60.00 Negative Balance$/);
    await expectText(row(page, chetan), /₹0.00 ₹0.00 ₹0.00 ₹0.00 Zero Balance$/);
    const cards = page.getByRole('region', { name: 'Sums over all mechanics' });
    // Net: 890 + 440 + 440 + 170. Available: Asha 730, Deepa 170.
    for (const sum of ['₹1,940', '₹100', '₹900', '₹120'])
      await expectVisible(cards.getByText(sum, { exact: true }));
    expect([light.length, heavy.length]).toEqual([1, 0]);
    await expectHidden(row(page, bala).getByRole('button', { name: /^Process payout/ }));
  });

  test('[PAYO-02] is searched and filtered in the browser', async ({ page }) => {
    const calls = recordCalls(page, summarizePayouts);
    await openPayouts(page);
    for (const typed of ['aSHa', asha.id.slice(-8), asha.phone ?? '']) {
      await page.getByRole('searchbox').fill(typed);
      await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)', exact: true }));
      await expectVisible(row(page, asha));
    }
    await page.getByRole('searchbox').fill('');
    for (const [balance, payee] of [
      ['negative', bala],
      ['zero', chetan],
    ] as const) {
      await page.getByLabel('Balance', { exact: true }).selectOption(balance);
      await expectVisible(page.getByRole('heading', { name: 'All Mechanics (1)', exact: true }));
      await expectVisible(row(page, payee));
    }
    expect(calls).toHaveLength(1);
  });
});

describe('one mechanic', () => {
  test('[PAYO-04, PAYO-08, BOOK-14] shows earnings, payouts and the rows of the balance, which lead to their payments', async ({
    page,
  }) => {
    await openPayouts(page);
    await row(page, asha)
      .getByRole('button', { name: /^View details/ })
      .click();
    const dialog = details(page, asha);
    await expectVisible(dialog.getByText('₹730', { exact: true }));
    expect(await descriptionListIn(dialog, 'Balance')).toEqual({
      'Total Earnings': '₹1,330',
      'Cash Kept': '−₹440',
      'Pending Commission': '−₹60',
      'Paid Out': '−₹100',
      'Net Balance': '₹730',
    });
    const earnings = dialog.getByRole('table', { name: 'Earnings History' });
    await expectTexts(earnings.getByRole('columnheader'), [
      'Date',
      'Booking ID',
      'Payment Method',
      'Gross Earning',
      'Commission',
      'Platform Fee',
      'Net Earning',
    ]);
    await expectText(
      earnings.getByRole('row').nth(1),
      '6 Mar 2026, 10:30 am N/A Cash ₹500.00 ₹50.00 ₹10.00 ₹440.00',
    );
    expect(await earnings.getByRole('link', { name: 'Cash' }).getAttribute('href')).toBe(
      `/payments?payment=${cash.id}`,
    );
    await expectText(
      dialog.getByRole('table', { name: 'Payout History' }).getByRole('row').nth(1),
      '7 Mar 2026, 10:30 am SBIN526066000001 ₹100.00 Completed',
    );
    await dialog.getByRole('button', { name: 'Explain Net Balance' }).click();
    const explained = page.getByRole('dialog', { name: 'Net Balance: what it is made of' });
    await expectVisible(explained.getByText('3 rows, which sum to ₹730', { exact: true }));
    expect(await explained.getByRole('link', { name: 'Cash' }).getAttribute('href')).toContain(cash.id);
    await page.keyboard.press('Escape');
    await expectHidden(explained);
    await expectVisible(dialog);
  });

  test('[PAYO-01] shows the rows of each sum', async ({ page }) => {
    await openPayouts(page);
    await page.getByRole('button', { name: 'Explain Total Earnings' }).click();
    await expectVisible(page.getByText('4 rows, which sum to ₹1,940', { exact: true }));
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Explain Available for Payout' }).click();
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (2)', exact: true }));
  });
});

describe('a payout', () => {
  test('[PAYO-05, PAYO-07] shows what it covers, requires a transaction id, pays once and updates the row', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 409|console: )/);
    const calls = recordCalls(page, createPayout);
    await openPayouts(page);
    await row(page, deepa).getByRole('button', { name: 'Process payout to Deepa Waits' }).click();
    const dialog = payDialog(page);
    await expectVisible(dialog.getByText('Pay ₹170 to Deepa Waits', { exact: true }));
    await expectVisible(dialog.getByText(/^Covers 1 earning from 5 Mar 2026 to 5 Mar 2026\./));
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('170');
    await expectFocused(dialog.getByLabel('Transaction ID'));
    await expectTexts(dialog.getByLabel('Payment Method').getByRole('option'), ['Bank Transfer', 'Online', 'Cash']);
    const pay = dialog.getByRole('button', { name: 'Process Payout', exact: true });
    await pay.click();
    await expectVisible(dialog.getByText('Please enter a transaction ID', { exact: true }));
    expect(calls).toHaveLength(0);
    // A transaction id that has paid, in another case, is rejected; another one then pays.
    await dialog.getByLabel('Transaction ID').fill(' sbin526066000001 ');
    await pay.click();
    await expectVisible(dialog.getByRole('alert').getByText(/SBIN526066000001/i));
    const sent = page.waitForRequest((request) => request.url().endsWith(createPayout.path));
    await dialog.getByLabel('Transaction ID').fill('SBIN526066000002');
    await pay.click();
    expect(z.decode(createPayout.body ?? z.never(), (await sent).postDataJSON())).toEqual({
      mechanicId: deepa.id,
      transactionId: 'SBIN526066000002',
      amountPaise: 17_000,
      method: 'bank_transfer',
    });
    await expectVisible(toast(page, '₹170 paid to Deepa Waits'));
    await expectText(row(page, deepa), /₹170.00 ₹170.00 ₹0.00 ₹0.00 Zero Balance$/);
  });
});

describe('failures', () => {
  const failed = { json: { status: false } };
  /** The alert bar above the list. */
  const bar = (page: Page, text: string) =>
    page.getByRole('alert').filter({ hasText: text }).filter({ hasNotText: 'Error Loading' });

  test.for([[{}], [{ status: true, data: null }]] as const)(
    '[PAYO-06] %j of our own server is no data: the alert bar says so and loads again',
    async ([json], { page }) => {
      await serveAnswers(page, summarizePayouts, { json }, 'real');
      await page.goto('/payouts');
      const alert = bar(page, 'No data received from server');
      await alert.getByRole('button', { name: 'Try Again' }).click();
      await expectHidden(alert);
      await expectVisible(page.getByRole('heading', { name: 'All Mechanics (4)' }));
    },
  );

  test('[PAYO-06, ERR-03] shows a failed load and a failed refresh in the alert bar', async ({ page }) => {
    const text = 'Failed to load payout data. Please try again.';
    await serveAnswers(page, summarizePayouts, failed, 'real', failed);
    await page.goto('/payouts');
    await expectVisible(bar(page, text));
    await expectHidden(page.getByRole('heading', { name: 'Error Loading Payouts' }));
    const sums = page.getByRole('region', { name: 'Sums over all mechanics' });
    await expect.poll(() => sums.getByText('N/A', { exact: true }).count()).toBe(5);
    await bar(page, text).getByRole('button', { name: 'Try Again' }).click();
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (4)' }));
    await press(page, 'Refresh');
    await expectVisible(bar(page, `${text} What you see was loaded before.`));
  });

  test('[PAYO-06, ERR-03] shows a failed payout in the dialog and in the alert bar, until the next payout begins', async ({
    page,
  }) => {
    const text = 'Failed to process payout. Please try again.';
    await serveAnswers(page, createPayout, { status: 500, json: {} }, 'real');
    await page.goto('/payouts');
    const begin = () => press(page, 'Process payout to Asha');
    await begin();
    const dialog = page.getByRole('dialog', { name: 'Process Payout' });
    await dialog.getByLabel('Transaction ID').fill('630912345678');
    await dialog.getByRole('button', { name: 'Process Payout' }).click();
    await expectVisible(dialog.getByRole('alert').getByText(text, { exact: true }));
    await expectValue(dialog.getByLabel('Transaction ID'), '630912345678');
    await page.keyboard.press('Escape');
    await press(page, 'Discard');
    await expectVisible(bar(page, text));
    await begin();
    await expectVisible(dialog);
    await expectHidden(page.getByText(text, { exact: true }));
  });

  test('[PAYO-05, ERR-03] shows that the coverage of a payout could not be loaded, and loads it again', async ({
    page,
  }) => {
    await serveAnswers(page, previewPayout, { status: 404, json: {} }, failed, 'real');
    await page.goto('/payouts');
    await press(page, 'Process payout to Asha');
    const dialog = page.getByRole('dialog', { name: 'Process Payout' });
    const failure = dialog.getByRole('alert').filter({ hasText: 'What this payout covers could not be loaded.' });
    for (const _ of [1, 2]) {
      await expectVisible(failure);
      await failure.getByRole('button', { name: 'Try again' }).click();
    }
    await expectVisible(dialog.getByText(/^Covers \d+ earning/));
    await expectHidden(failure);
  });
});

describe('accessibility', () => {
  test('of list, details and payout', async ({ openPage, application }) => {
    const page = await openPage();
    await beginSignedIn(page, application);
    await openPayouts(page, '?search=asha');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^View details/ }).click();
    await expectVisible(page.getByRole('table', { name: 'Payout History' }));
    await expectAccessible(page);
    await details(page, asha).getByRole('button', { name: 'Process payout' }).click();
    await expectVisible(payDialog(page).getByText(/^Covers/));
    await expectAccessible(page);
  });
});
