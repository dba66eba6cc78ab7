import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { expectHidden, expectText, expectVisible, readDescriptionList } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { newRecordId } from './support/factories/record-id.ts';
import { press } from './support/locators.ts';
import { toast } from './support/toasts.ts';

const ravi = aMechanic({ name: 'Ravi Kumar', phone: '9000000002' });
const payout = {
  id: newRecordId(),
  mechanic: { id: ravi.id },
  transactionId: 'UTR-77',
  amountPaise: 150_000,
  method: 'bank_transfer',
  paidAt: '2026-10-31T18:29:00.000Z',
};
const test = signedInTest({
  mechanics: [ravi],
  payments: [aPayment({ mechanic: refTo(ravi), amountPaise: 500_000, status: 'paid', method: 'upi' })],
  payouts: [payout],
});

describe('a payment returned by the bank', () => {
  test('[PAYO-11] is voided with a reason, is owed again and appears in every history', async ({ page }) => {
    await page.goto(`/payouts/history?payment=payout-${payout.id}`);
    const details = page.getByRole('dialog', { name: 'Payout of ₹1,500' });
    await details.getByRole('button', { name: 'Void payment' }).click();
    const form = page.getByRole('dialog', { name: 'Void the payment?' });
    await expectVisible(
      form.getByText(/returned this payment to Ravi Kumar \(transaction ID UTR-77.*₹1,500 becomes payable again/),
    );
    await form.getByRole('button', { name: 'Void ₹1,500' }).click();
    await expectVisible(form.getByText('Required', { exact: true }));
    await form.getByRole('textbox', { name: 'Reason' }).fill('Account closed');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Void ₹1,500' }).click();
    await expectVisible(toast(page, '₹1,500 is owed again. Transaction ID UTR-77 cannot be reused.'));
    await expectHidden(page.getByRole('dialog'));

    await expectVisible(page.getByRole('heading', { name: 'All Payments Out (2)', exact: true }));
    await expectText(page.getByRole('region', { name: 'Sum of all pages' }), 'Paid Out ₹0 2 payments, all pages');
    await expectVisible(page.getByRole('row').filter({ hasText: 'Voided' }));
    await press(page, 'View details of payment of −₹1,500 to Ravi Kumar');
    const voided = page.getByRole('dialog', { name: 'Void of −₹1,500' });
    expect(await readDescriptionList(voided, 'A payment that the bank has returned')).toMatchObject({
      Reason: 'Account closed',
      'Voided Payment': payout.id,
    });
    expect(await voided.getByRole('button', { name: 'Void payment' }).count()).toBe(0);
    const original = voided.getByRole('link', { name: payout.id });
    await original.hover();
    expect(await original.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('underline');
    await original.click();
    await expectVisible(details.getByText(/^Voided/).first());

    await page.goto(`/payouts?mechanic=${ravi.id}`);
    const history = page.getByRole('dialog').getByRole('table', { name: 'Payout History' });
    await expectVisible(history.getByText('Voided', { exact: true }));
    await expectVisible(history.getByText('Reversal', { exact: true }));
  });
});

describe('a balance adjustment', () => {
  test('[PAYO-11] shows its effect, is a separate row, and states the limit of the role', async ({ page }) => {
    await page.goto(`/payouts?mechanic=${ravi.id}`);
    const details = page.getByRole('dialog', { name: 'Ravi Kumar' });
    await details.getByRole('button', { name: 'Adjust balance' }).click();
    const form = page.getByRole('dialog', { name: 'Adjust Balance' });
    await form.getByRole('combobox', { name: 'Direction' }).selectOption('debit');
    await form.getByRole('textbox', { name: 'Amount (₹)' }).fill('1,0');
    await form.getByRole('textbox', { name: 'Reason' }).fill('Spare part paid twice');
    await form.getByRole('button', { name: 'Adjust balance' }).click();
    await expectVisible(form.getByText('The commas are misplaced: write 1,200 or 12,34,567'));
    await form.getByRole('textbox', { name: 'Amount (₹)' }).fill('₹ 100.50');
    await expectVisible(form.getByText(/Balance ₹[\d,.]+ → ₹[\d,.]+/));
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Adjust balance' }).click();
    await expectVisible(toast(page, 'Ravi Kumar: ₹100.50 debited.'));
    await expectVisible(details.getByText('Adjustment: Spare part paid twice'));
  });

  test('[PAYO-11] is limited to the amount that an owner sets', async ({ page }) => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Change limits' }).click();
    const form = page.getByRole('dialog', { name: 'Approval limits' });
    await form.getByRole('textbox', { name: 'Finance: limit per adjustment (₹)' }).fill('750');
    await form.getByRole('button', { name: 'Save limits' }).click();
    await expectVisible(toast(page, 'Limits saved'));
    await page.getByRole('button', { name: 'Change limits' }).click();
    expect(await form.getByRole('textbox', { name: 'Finance: limit per adjustment (₹)' }).inputValue()).toBe('750');
  });
});
