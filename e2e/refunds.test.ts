import { requestRefund } from '@wayside/contract/refunds';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/api-call.ts';
import { signedInTest } from './support/application-test.ts';
import { approvalOffice } from './support/approval-office.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo } from './support/factories/people.ts';
import { press } from './support/locators.ts';
import { toast } from './support/toasts.ts';

const ravi = aMechanic({ name: 'Ravi Kumar', phone: '9000000002' });
const meena = aUser({ name: 'Meena Sharma' });
const paid = {
  mechanic: refTo(ravi),
  customer: refTo(meena),
  amountPaise: 815_000,
  status: 'paid',
  method: 'upi',
} as const;
const payment = aPayment(paid);
const other = aPayment({ ...paid, amountPaise: 900_000 });
const unknown = aPayment(paid);
const test = signedInTest({ mechanics: [ravi], users: [meena], payments: [payment, other, unknown] });
const office = approvalOffice();

describe('a refund', () => {
  test('[REFD-01, REFD-02] is requested at the payment, with its effect on the balance', async ({ page }) => {
    await page.goto(`/payments?payment=${payment.id}`);
    const details = page.getByRole('dialog', { name: /^Payment Details/ });
    await details.getByRole('button', { name: 'Refund', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Refund Payment' });
    await expectVisible(form.getByText('The customer paid ₹8,150'));
    await form.getByRole('combobox', { name: 'Refund' }).selectOption('part');
    await form.getByRole('textbox', { name: 'Amount (₹)' }).fill('9000');
    await form.getByRole('combobox', { name: 'Borne by' }).selectOption('mechanic');
    await form.getByRole('button', { name: 'Request refund' }).click();
    await expectVisible(form.getByText('Enter at most ₹8,150'));
    await form.getByRole('textbox', { name: 'Amount (₹)' }).fill('500');
    await expectVisible(form.getByText(/Balance ₹[\d,.]+ → ₹[\d,.]+/));
    await form.getByRole('textbox', { name: 'Reason' }).fill('Late by two hours');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Request refund' }).click();
    await expectVisible(toast(page, 'A refund of ₹500 is requested.'));
    await expectVisible(details.getByText('Refunded or requested: ₹500 of ₹8,150'));
    await details.getByRole('button', { name: 'Refund', exact: true }).click();
    await expectVisible(form.getByText('The bank has already returned ₹500. ₹7,650 can be refunded.'));
  });

  test('[REFD-02] above the limit of its requester waits for somebody else, who finds it on the dashboard', async ({
    page,
    application,
  }) => {
    await callApi(application, await office.sessionOf(application, 'finance'), requestRefund, {
      params: { id: other.id },
      body: { kind: 'full', amountPaise: 900_000, mechanicPercent: 25, reason: 'Never came', key: 'above' },
    });
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /refund waits for approval/ }).click();
    await press(page, 'View details of full refund of ₹9,000');
    const details = page.getByRole('dialog', { name: 'Full refund of ₹9,000' });
    await expectVisible(details.getByText('Platform ₹6,750, mechanic ₹2,250'));
    await expectVisible(details.getByText(/Balance ₹[\d,.]+ → ₹[\d,.]+/));
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Approve' }).click();
    await expectVisible(toast(page, 'Approved. The marketplace is asked to refund ₹9,000.'));
    await expectHidden(page.getByRole('dialog'));
  });
});

test('[REFD-03] a dispute is opened, gives its evidence and is lost', async ({ page }) => {
  const disputed = '₹8,150';
  await page.goto(`/payments?payment=${unknown.id}`);
  const details = page.getByRole('dialog', { name: /^Payment Details/ });
  await details.getByRole('button', { name: 'Open dispute' }).click();
  const form = page.getByRole('dialog', { name: 'Open Dispute' });
  await form.getByRole('textbox', { name: 'Evidence due' }).fill('someday');
  await form.getByRole('textbox', { name: 'Reason' }).fill('The customer did not know the payment');
  await form.getByRole('button', { name: 'Open dispute' }).click();
  expect(await form.getByRole('textbox', { name: 'Evidence due' }).getAttribute('aria-invalid')).toBe('true');
  await form.getByRole('textbox', { name: 'Evidence due' }).fill('20 Nov 2030');
  await form.getByRole('button', { name: 'Open dispute' }).click();
  await expectVisible(toast(page, `A dispute of ${disputed} is open.`));
  await details.getByRole('link', { name: 'Dispute' }).click();
  const dispute = page.getByRole('dialog', { name: `Dispute of ${disputed}` });
  const download = page.waitForEvent('download');
  await dispute.getByRole('button', { name: 'Download evidence' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dispute-[0-9a-f]{6}\.zip$/);
  await dispute.getByRole('button', { name: 'Record outcome' }).click();
  const outcome = page.getByRole('dialog', { name: 'Outcome of the Dispute' });
  await outcome.getByRole('combobox', { name: 'Outcome' }).selectOption('lost');
  await outcome.getByRole('textbox', { name: 'Reason' }).fill('No evidence');
  await outcome.getByRole('button', { name: 'Record outcome' }).click();
  await expectHidden(page.getByRole('dialog'));
  await expectVisible(page.getByRole('row').filter({ hasText: 'Lost' }));
});
