import { payLoyalty } from '@wayside/contract/loyalty';
import { deleteMechanic } from '@wayside/contract/mechanics';
import type { Earning } from '@wayside/contract/payouts';
import { listPendingErasures } from '@wayside/contract/payouts-erasures';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { signedInTest } from './support/application-test.ts';
import { callPattern, holdCall, mockResponses } from './support/calls.ts';
import { expectFocused, expectHidden, expectValue, expectVisible } from './support/expectations.ts';
import { aBooking } from './support/factories/bookings.ts';
import { aMechanic, refTo, someBank } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { toast } from './support/toasts.ts';

const owed = aMechanic({ name: 'Is Owed', bank: someBank() });
const booking = aBooking({ mechanic: refTo(owed) });

/** The mechanic's earning from the booking: 1,000.50 after commission and fee. */
const earning: Earning = {
  id: newRecordId(),
  mechanic: { id: owed.id },
  booking: { id: booking.id },
  payment: null,
  transactedAt: '2026-03-01T06:00:00.000Z',
  method: 'online',
  grossPaise: 120_050,
  commissionPaise: 15_000,
  platformFeePaise: 5000,
  netPaise: 100_050,
};

const test = signedInTest({ mechanics: [owed], bookings: [booking], earnings: [earning] });

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

describe('deleting a mechanic', () => {
  test('[MECH-13, PRIV-06] keeps a mechanic with a balance in Payouts, and shows the name only where the mechanic is paid', async ({
    page,
  }) => {
    await page.goto('/mechanics');
    await page.getByRole('button', { name: 'Delete mechanic Is Owed' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Is Owed?' });
    await expectVisible(dialog.getByText('The wallet still holds ₹500.'));
    await expectVisible(
      dialog.getByText(/^Pay or adjust it first .* Otherwise the name and the bank details stay/),
    );
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectVisible(toast(page, 'Is Owed is deleted'));
    await page.goto('/payouts');
    const left = row(page, owed.id.slice(-6));
    await expectVisible(left.getByText('₹1,000.50').first());
    expect(await left.getByText('Is Owed').count()).toBe(0);
    await expectVisible(left.getByText('N/A').first());
    const pending = page.getByRole('region', { name: /^Pending erasures/ });
    await expectVisible(pending.getByText('Erasure pending – ₹1,500.50 to pay'));
    await expectAccessible(page);
    await page.setViewportSize({ width: 375, height: 812 });
    await expectVisible(pending.getByRole('button', { name: 'Pay the wallet of Is Owed' }));
    await expectNoOverflow(page, 'pending erasures on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await pending.getByRole('button', { name: 'Bank details of Is Owed' }).click();
    const bank = page.getByRole('dialog', { name: 'Bank details' });
    await bank.getByRole('button', { name: 'Show the complete account number' }).click();
    await expectVisible(bank.getByText(owed.bank?.accountNumber ?? '', { exact: true }));
    await expectAccessible(page);
    await bank.getByRole('button', { name: 'Close' }).last().click();
    for (const [what, transactionId, paid] of [
      ['balance', '630900000001', '₹1,000.50 paid to Is Owed'],
      ['wallet', '630900000002', '₹500 paid to Is Owed'],
    ] as const) {
      await pending.getByRole('button', { name: `Pay the ${what} of Is Owed` }).click();
      await page.getByLabel('Transaction ID').fill(transactionId);
      await page.getByRole('button', { name: 'Process Payout' }).click();
      await expectVisible(toast(page, paid));
    }
    await expectHidden(pending);
  });

  test('[PRIV-06, ERR-03] pending erasures remain after a retry, and the form retains its input when another user has paid the last wallet', async ({
    page,
    application,
    token,
    pageErrors,
  }) => {
    const leaving = aMechanic({ name: 'Is Leaving' });
    await loadMarketplace(application, { mechanics: [leaving] });
    await callApi(application, token, deleteMechanic, { params: { id: leaving.id } });
    await mockResponses(page, listPendingErasures, { status: 404, json: {} }, 'real');
    await page.goto('/payouts');
    const pending = page.getByRole('region', { name: /^Pending erasures/ });
    const retry = pending.getByRole('button', { name: 'Try again' });
    await expectVisible(retry);
    const release = await holdCall(page, callPattern(listPendingErasures));
    await retry.click();
    await expect.poll(() => retry.getAttribute('aria-busy')).toBe('true');
    await expectFocused(retry);
    release();

    await pending.getByRole('button', { name: 'Pay the wallet of Is Leaving' }).click();
    const payment = page.getByRole('dialog', { name: 'Process Loyalty Payout' });
    await payment.getByLabel('Transaction ID').fill('630900000004');
    const payee = { payeeKind: 'mechanic', payeeId: leaving.id } as const;
    await callApi(application, token, payLoyalty, {
      body: { ...payee, amountPaise: 50_000, transactionId: '630900000003' },
    });
    pageErrors.allow(/^(response: 4\d\d POST|console: )/);
    await payment.getByRole('button', { name: 'Process Payout' }).click();
    await expectHidden(pending);
    await expectVisible(toast(page, 'Error'));
    await expectValue(payment.getByLabel('Transaction ID'), '630900000004');
  });
});
