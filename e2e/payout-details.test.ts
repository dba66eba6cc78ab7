import { createPayout, previewPayout } from '@wayside/contract/payouts';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible, untilStill } from './support/accessibility.ts';
import { loggedActions } from './support/activity-records.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, recordCalls } from './support/calls.ts';
import {
  expectFocused,
  expectHidden,
  expectValue,
  expectVisible,
  readDescriptionList,
} from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo, someBank } from './support/factories/people.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { press } from './support/locators.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { toast } from './support/toasts.ts';

const preferring = (name: string, preferredMethod: string | null) =>
  aMechanic({ name, bank: { ...someBank(), preferredMethod } });
const asha = preferring('Asha', 'UPI');
const bala = preferring('Bala', 'bank_transfer');
const chetan = preferring('Chetan', 'cash');
const deepa = preferring('Deepa', 'cheque');
const esha = aMechanic({ name: 'Esha', bank: null });
const rich = aMechanic({ name: 'Farida' });
const payees = [asha, bala, chetan, deepa, esha];

const test = signedInTest({
  mechanics: [...payees, rich],
  payments: [
    ...payees.map((payee) =>
      aPayment({
        ...{ mechanic: refTo(payee), amountPaise: 50_000, method: 'online' },
        transactedAt: '2026-03-05T05:00:00.000Z',
      }),
    ),
    aPayment({ mechanic: refTo(rich), amountPaise: 987_654_321, method: 'online' }),
  ],
});

const payDialog = (page: Page) => page.getByRole('dialog', { name: 'Process Payout', exact: true });
const details = (page: Page) => readDescriptionList(payDialog(page), 'Payment Details');
const question = (page: Page) => payDialog(page).getByRole('alert').filter({ hasText: 'Pay with it anyway?' });
const method = (page: Page) => payDialog(page).getByLabel('Payment Method');
const transactionId = (page: Page) => payDialog(page).getByLabel('Transaction ID');
const formHeight = (page: Page) =>
  payDialog(page)
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.offsetHeight);
const pay = (page: Page) => payDialog(page).getByRole('button', { name: 'Process Payout', exact: true });

async function begin(page: Page, { name }: { readonly name: string | null }): Promise<void> {
  await press(page, `Process payout to ${name}`);
  await expectVisible(payDialog(page).getByText(/^Covers/));
}

describe('the payment details of a payout', () => {
  test('[BANK-05] are masked and cause no layout shift, and a click shows the full value, copies it and is logged', async ({
    page,
    application,
  }) => {
    await watchLayoutShift(page);
    await page.goto('/payouts');
    const release = await holdCall(page, callPattern(previewPayout));
    await press(page, 'Process payout to Asha');
    await expectVisible(payDialog(page).getByRole('status', { name: 'Loading the payment details' }));
    await untilStill(page);
    const before = await formHeight(page);
    release();
    await expectVisible(payDialog(page).getByRole('region', { name: 'Payment Details' }));
    expect(await formHeight(page)).toBe(before);
    await expectNoLayoutShift(page);
    expect(await details(page)).toEqual({
      'Account Holder': 'Imran Shaikh',
      'Bank Name': 'State Bank of India',
      'Account Number': '••••8901',
      'IFSC Code': 'SBIN0001234',
      'UPI ID': 'im••••@upi',
      'Preferred Method': 'UPI',
    });
    await expectAccessible(page);
    await press(page, 'Show the complete UPI ID');
    await expect.poll(async () => (await details(page))['UPI ID']).toBe('imran@upi');
    await press(page, 'Show the complete account number');
    await expect.poll(async () => (await details(page))['Account Number']).toBe('5012345678901');
    expect(await formHeight(page)).toBe(before);
    await press(page, 'Copy the account number');
    await expectVisible(payDialog(page).getByRole('button', { name: 'Copied' }));
    expect(await loggedActions(application, 'mechanic', asha)).toMatchObject([
      { action: 'bank_account_shown' },
      { action: 'upi_id_shown' },
    ]);
  });

  test('[BANK-05, PAYO-05] preselect the preferred method, and keep the user’s choice', async ({ page }) => {
    await page.goto('/payouts');
    for (const [payee, expected] of [
      [asha, 'online'],
      [bala, 'bank_transfer'],
      [chetan, 'cash'],
      [deepa, 'bank_transfer'],
    ] as const) {
      await begin(page, payee);
      await expectValue(method(page), expected);
      // Nothing has been typed, so no confirmation keeps the dialog open.
      await page.keyboard.press('Escape');
      await expectHidden(payDialog(page));
    }
    const release = await holdCall(page, callPattern(previewPayout));
    await press(page, 'Process payout to Asha');
    await method(page).selectOption('cash');
    release();
    await expectVisible(payDialog(page).getByText(/^Covers/));
    await expectValue(method(page), 'cash');
  });

  test('[BANK-05] state on a phone that nothing is stored, with a link to the mechanic', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width: 'phone', theme: 'dark' });
    await page.goto('/payouts');
    await begin(page, esha);
    await expectVisible(payDialog(page).getByText('No bank account or UPI ID is stored.'));
    await expectValue(method(page), 'bank_transfer');
    await expectAccessible(page);
    await payDialog(page).getByRole('link', { name: 'Open the mechanic' }).click();
    await expectVisible(page.getByRole('dialog', { name: 'Esha', exact: true }));
  });
});

describe('the warning that no payment details are stored', () => {
  const warning = (page: Page) => payDialog(page).getByText('No bank account or UPI ID is stored.');
  const edges = (page: Page) =>
    warning(page).evaluate((it) => {
      const { top, bottom } = it.getBoundingClientRect();
      return { top, bottom };
    });
  const fieldTop = async (page: Page) => (await payDialog(page).getByText('Transaction ID').boundingBox())?.y ?? 0;

  test('[BANK-05, PAYO-05] is shown above the transaction id, is visible on a small phone, and leaves no empty field', async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn({ width: 'phone' });
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/payouts');
    await begin(page, esha);
    await expectFocused(transactionId(page));
    const { top, bottom } = await edges(page);
    const header = await payDialog(page).locator('header').boundingBox();
    expect(top).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    expect((await fieldTop(page)) - bottom).toBeLessThanOrEqual(24);
    // The link is on the second line of the note.
    expect(bottom - top).toBeLessThanOrEqual(80);
  });

  test('[BANK-05] fills the space reserved for the payment details when they load late', async ({ page }) => {
    await watchLayoutShift(page);
    await page.goto('/payouts');
    const release = await holdCall(page, callPattern(previewPayout));
    await press(page, 'Process payout to Esha');
    await expectVisible(payDialog(page).getByRole('status', { name: 'Loading the payment details' }));
    await untilStill(page);
    const before = [await formHeight(page), await fieldTop(page)];
    release();
    await expectVisible(warning(page));
    expect([await formHeight(page), await fieldTop(page)]).toEqual(before);
    const { top, bottom } = await edges(page);
    expect(bottom - top).toBeGreaterThanOrEqual(250);
    expect((await fieldTop(page)) - bottom).toBeLessThanOrEqual(24);
    await expectNoLayoutShift(page);
  });
});

describe('a transaction id that does not look like a UTR', () => {
  test('[BANK-05] must be confirmed in place, and again after a change, and the next press pays, using the keyboard', async ({
    page,
  }) => {
    const calls = recordCalls(page, createPayout);
    await page.goto('/payouts');
    await begin(page, bala);
    await transactionId(page).fill('UTR-77');
    await pay(page).dblclick();
    await expectVisible(
      payDialog(page).getByText('UTR-77 does not look like a UTR of NEFT, RTGS, IMPS or UPI. Pay with it anyway?', {
        exact: true,
      }),
    );
    await expectAccessible(page);
    const footer = await payDialog(page).locator('footer').boundingBox();
    const asked = await question(page).boundingBox();
    expect((asked?.y ?? 0) + (asked?.height ?? 0) + 8).toBeLessThanOrEqual(footer?.y ?? 0);
    await transactionId(page).fill(`${'W'.repeat(190)}77`);
    await expectHidden(question(page));
    await transactionId(page).press('Enter');
    await expectVisible(question(page).getByText(/^W{190}77 /));
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoOverflow(page, 'a long transaction id that looks like no UTR');
    await page.setViewportSize({ width: 1280, height: 800 });
    await transactionId(page).fill('UTR-78');
    await expectHidden(question(page));
    await transactionId(page).press('Enter');
    await expectVisible(question(page).getByText(/^UTR-78 /));
    expect(calls).toHaveLength(0);
    await transactionId(page).press('Enter');
    await expectVisible(toast(page, '₹500 paid to Bala'));
    expect(calls).toHaveLength(1);
  });

  test('[BANK-05] needs no confirmation for cash, and a UTR needs none either', async ({ page }) => {
    await page.goto('/payouts');
    await begin(page, chetan);
    await transactionId(page).fill('voucher 12');
    await pay(page).click();
    await expectVisible(toast(page, '₹500 paid to Chetan'));
    await begin(page, asha);
    await transactionId(page).fill(' 6309 1234 5678 ');
    await pay(page).click();
    await expectVisible(toast(page, '₹500 paid to Asha'));
  });
});

describe('payout dialogs', () => {
  test('[PAYO-05, VIEW-06] return the focus to the button that opened them, also when the user discards the input', async ({
    page,
  }) => {
    await page.goto('/payouts');
    await begin(page, rich);
    await transactionId(page).fill('6309');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expectHidden(payDialog(page));
    await expectFocused(page.getByRole('button', { name: `Process payout to ${rich.name}` }));
  });

  test('[PAYO-04, PEOP-05] show every amount of the earnings in full', async ({ openSignedIn }) => {
    for (const [width, height] of [
      [1280, 800],
      [768, 1024],
      [375, 740],
    ] as const) {
      const page = await openSignedIn({ width: width === 375 ? 'phone' : 'desktop' });
      await page.setViewportSize({ width, height });
      await page.goto(`/payouts?mechanic=${rich.id}`);
      const table = page.getByRole('group', { name: 'Earnings History' });
      await expectVisible(table.getByText('₹98,76,543.21').last());
      const cut = await table.evaluate(
        (box) =>
          [...box.querySelectorAll('td')].filter(
            (cell) => cell.getBoundingClientRect().right > box.getBoundingClientRect().right + 1,
          ).length,
      );
      expect(cut, `${width} px`).toBe(0);
    }
  });
});
