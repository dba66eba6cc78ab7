import { createPayout } from '@wayside/contract/payouts';
import { listMechanicEarnings, mechanicEarnings, summarizePayouts } from '@wayside/contract/payouts-earnings';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { expectPresentable, looks } from './support/accessible.ts';
import { recordCalls } from './support/call-log.ts';
import { descriptionListIn } from './support/description-list.ts';
import { expectHidden, expectText, expectTexts, expectVisible } from './support/expectations.ts';
import { pretendExternalApi } from './support/external-api.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { serveAnswers } from './support/served-answers.ts';
import { beginSignedIn } from './support/session.ts';
import { signedInTest } from './support/signed-in-test.ts';
import { toast } from './support/toasts.ts';
import { expectFocused } from './support/users-screen.ts';

const configuration = {
  id: newRecordId(),
  chargePerKmPaise: 0,
  platformFeePaise: 1_000,
  commissionPercent: 10,
  referralBonusPaise: 0,
  mechanicChargePaise: 0,
  discountPercent: 0,
  loyaltyPoints: 0,
  upiId: null,
};
const mechanic = (name: string) => aMechanic({ name, phone: `90000${String(name.length).padStart(5, '0')}` });
const asha = mechanic('Asha');
const bala = mechanic('Bala Owes');
const chetan = mechanic('Chetan Idle');
const deepa = mechanic('Deepa Waits');
const paidTo = (payee: typeof asha, amountPaise: number, method: string, day: number) =>
  aPayment({ mechanic: refTo(payee), amountPaise, method, transactedAt: `2026-03-0${day}T05:00:00.000Z` });

// Asha: online ₹1,000 → net 890; cash ₹500 → commission 50 + fee 10 owed, net 440 kept; ₹100 paid out: 890 − 60 − 100.
const test = signedInTest({
  configs: [configuration],
  mechanics: [asha, bala, chetan, deepa],
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
      transactionId: 'UTR-OLD-1',
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
  test('[PAYO-01, PAYO-03, PAYO-08] shows sums and each mechanic to the paisa, with one light call', async ({
    page,
  }) => {
    const [light, heavy] = [recordCalls(page, summarizePayouts), recordCalls(page, listMechanicEarnings)];
    await openPayouts(page);
    await expectTexts(page.getByRole('columnheader'), [
      'Mechanic',
      'Contact',
      'Total Earnings',
      'Paid Out',
      'Commission',
      'Net Balance',
      'Status',
      'Actions',
    ]);
    await expectText(row(page, asha), /₹1,330 ₹100 ₹60 ₹730 Available for Payout$/);
    await expectText(row(page, bala), /₹440 ₹0 ₹60 -₹60 Negative Balance$/);
    await expectText(row(page, chetan), /₹0 ₹0 ₹0 ₹0 Zero Balance$/);
    const cards = page.getByRole('region', { name: 'Sums over all mechanics' });
    // Net: 890 + 440 + 440 + 170. Available: Asha 730, Deepa 170.
    for (const sum of ['₹1,940', '₹100', '₹900', '₹120'])
      await expectVisible(cards.getByText(sum, { exact: true }));
    expect([light.length, heavy.length]).toEqual([1, 0]);
    await expectHidden(row(page, bala).getByRole('button', { name: /^Process payout/ }));
  });

  test('[PAYO-02] is searched and filtered in the client', async ({ page }) => {
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
  test('[PAYO-04, PAYO-08] has earnings, payouts and a balance that can be followed down to its rows', async ({
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
      'Cash Kept': '− ₹440',
      'Pending Commission': '− ₹60',
      'Paid Out': '− ₹100',
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
    await expectText(earnings.getByRole('row').nth(1), '6 Mar 2026, 10:30 am N/A Cash ₹500 ₹50 ₹10 ₹440');
    await expectText(
      dialog.getByRole('table', { name: 'Payout History' }).getByRole('row').nth(1),
      '7 Mar 2026, 10:30 am UTR-OLD-1 ₹100 Completed',
    );
    await dialog.getByRole('button', { name: 'Explain Net Balance' }).click();
    const explained = page.getByRole('dialog', { name: 'Net Balance: what it is made of' });
    await expectVisible(explained.getByText('3 rows, which sum to ₹730', { exact: true }));
    await page.keyboard.press('Escape');
    await expectHidden(explained);
    await expectVisible(dialog);
  });

  test('[PAYO-01] each card opens what it is the sum of', async ({ page }) => {
    await openPayouts(page);
    await page.getByRole('button', { name: 'Explain Total Earnings' }).click();
    await expectVisible(page.getByText('4 rows, which sum to ₹1,940', { exact: true }));
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Explain Available for Payout' }).click();
    await expectVisible(page.getByRole('heading', { name: 'All Mechanics (2)', exact: true }));
  });
});

describe('a payout', () => {
  test('[PAYO-05, PAYO-07] says what it covers, wants a transaction id, pays once and shows it', async ({
    page,
    problems,
  }) => {
    problems.allow(/^(response: 409|console: )/);
    const calls = recordCalls(page, createPayout);
    await openPayouts(page);
    await row(page, deepa).getByRole('button', { name: 'Process payout to Deepa Waits' }).click();
    const dialog = payDialog(page);
    await expectVisible(dialog.getByText('Pay ₹170 to Deepa Waits', { exact: true }));
    await expectVisible(dialog.getByText(/^Covers 1 earning from 5 Mar 2026 to 5 Mar 2026\./));
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('170');
    // Typed at once, it goes where it belongs; in the method its first letters would choose another one.
    await expectFocused(dialog.getByLabel('Transaction ID'));
    await expectTexts(dialog.getByLabel('Payment Method').getByRole('option'), ['Bank Transfer', 'Online', 'Cash']);
    const pay = dialog.getByRole('button', { name: 'Process Payout', exact: true });
    await pay.click();
    await expectVisible(dialog.getByText('Please enter a transaction ID', { exact: true }));
    expect(calls).toHaveLength(0);
    // Used before, in another case: refused, and the id that is typed then still pays.
    await dialog.getByLabel('Transaction ID').fill(' utr-old-1 ');
    await pay.click();
    await expectVisible(dialog.getByRole('alert').getByText(/UTR-OLD-1|utr-old-1/i));
    const sent = page.waitForRequest((request) => request.url().endsWith(createPayout.path));
    await dialog.getByLabel('Transaction ID').fill('UTR-NEW-1');
    await pay.click();
    expect(z.decode(createPayout.body ?? z.never(), (await sent).postDataJSON())).toEqual({
      mechanicId: deepa.id,
      transactionId: 'UTR-NEW-1',
      amountPaise: 17_000,
      method: 'bank_transfer',
    });
    await expectVisible(toast(page, '₹170 paid to Deepa Waits'));
    await expectText(row(page, deepa), /₹170 ₹170 ₹0 ₹0 Zero Balance$/);
  });

  test('[PAYO-06] a failure stays in the dialog with what was typed', async ({ page, problems }) => {
    problems.allow(/^(response: (409|500)|console: )/);
    await serveAnswers(
      page,
      createPayout,
      { status: 500, json: {} },
      { status: 409, json: { status: false, message: 'The balance is ₹1.' } },
    );
    await openPayouts(page);
    await row(page, asha)
      .getByRole('button', { name: /^Process payout/ })
      .click();
    const dialog = payDialog(page);
    await dialog.getByLabel('Transaction ID').fill('UTR-9');
    const pay = dialog.getByRole('button', { name: 'Process Payout', exact: true });
    await pay.click();
    await expectVisible(dialog.getByText('Failed to process payout. Please try again.', { exact: true }));
    await pay.click();
    await expectVisible(dialog.getByText('The balance is ₹1.', { exact: true }));
    expect(await dialog.getByLabel('Transaction ID').inputValue()).toBe('UTR-9');
  });
});

describe('another provider', () => {
  test('[PAYO-04, PAYO-06, API-15] its embedded histories are shown, and no data is told', async ({ page }) => {
    await pretendExternalApi(page);
    const whole = {
      mechanicId: asha.id,
      name: 'Asha',
      phone: '9000000004',
      netEarningPaise: 1_250,
      paidOutPaise: null,
      pendingCommissionPaise: null,
      cashKeptPaise: null,
      balancePaise: 1_250,
      earnings: [],
      payouts: [{ paidAt: '2026-03-05T05:00:00.000Z', transactionId: '77', amountPaise: 300 }],
    };
    const foreign = z.encode(mechanicEarnings, whole);
    await serveAnswers(
      page,
      listMechanicEarnings,
      { json: { success: true } },
      { json: { success: true, data: [foreign] } },
    );
    await page.goto('/payouts');
    await expectVisible(page.getByRole('alert').getByText('No data received from server', { exact: true }));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectText(row(page, asha), /₹12\.5 N\/A N\/A ₹12\.5 Available for Payout$/);
    await row(page, asha)
      .getByRole('button', { name: /^View details/ })
      .click();
    await expectText(
      page.getByRole('table', { name: 'Payout History' }).getByRole('row').nth(1),
      '5 Mar 2026, 10:30 am 77 ₹3 Completed',
    );
    await expectHidden(page.getByRole('button', { name: /^Explain/ }));
  });

  test('[PAYO-06] a refusal is told and mended in place', async ({ page }) => {
    await pretendExternalApi(page);
    await serveAnswers(page, listMechanicEarnings, { json: { success: false } });
    await page.goto('/payouts');
    const words = 'Failed to load payout data. Please try again.';
    await expectVisible(page.getByRole('alert').getByText(words, { exact: true }));
  });
});

describe.for(looks)('on $width in $theme', (look) => {
  test('[PAYO-01, PAYO-04, PAYO-05] list, details and payout can be read by everybody', async ({
    openPage,
    application,
  }) => {
    const page = await openPage(look);
    await beginSignedIn(page, application);
    await openPayouts(page, '?search=asha');
    await expectPresentable(page);
    await page.getByRole('button', { name: /^View details/ }).click();
    await expectVisible(page.getByRole('table', { name: 'Payout History' }));
    await expectPresentable(page);
    await details(page, asha).getByRole('button', { name: 'Process payout' }).click();
    await expectVisible(payDialog(page).getByText(/^Covers/));
    await expectPresentable(page);
  });
});
