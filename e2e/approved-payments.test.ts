import { recordPayment } from '@wayside/contract/approvals';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { approvalOffice, NEEDS_APPROVAL, SENT } from './support/approval-office.ts';
import { mockResponses } from './support/calls.ts';
import { expectHidden, expectText, expectVisible, readDescriptionList } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { button, dialogByName as dialog, press, rowWith } from './support/locators.ts';
import { sidebarLink } from './support/navigation.ts';
import { beginWithToken } from './support/session.ts';
import { toast } from './support/toasts.ts';

const asha = aMechanic({ name: 'Asha' });
const bala = aMechanic({ name: 'Bala' });
const earned = (mechanic: typeof asha, amountPaise: number) =>
  aPayment({ mechanic: refTo(mechanic), amountPaise, method: 'online' });
const test = marketplaceTest({
  mechanics: [asha, bala],
  payments: [earned(asha, 815_000), earned(bala, 20_000_000)],
  configs: [aConfiguration({ platformFeePaise: 0, commissionPercent: 0 })],
});
const { sessionOf, setLimits, requestPayout } = approvalOffice();

/** Checks that a text is not truncated. */
const isWhole = (text: Locator) => text.evaluate((element) => element.scrollWidth <= element.clientWidth);

async function openApprovals(page: Page): Promise<void> {
  await page.goto('/approvals');
  await expectVisible(page.getByRole('heading', { name: /^Payments( \(|$)/, level: 2 }));
}

test('[TEAM-06, OWN-08, LIVE-02] a payment is requested without a transaction ID, approved, paid at the bank and recorded', async ({
  application,
  openPage,
}) => {
  await setLimits(application, 100_000);
  const approver = await openPage({ live: true });
  await beginWithToken(approver, await sessionOf(application, 'manager'));
  await openApprovals(approver);
  await expectVisible(sidebarLink(approver, 'Approvals'));

  const requester = await openPage();
  await beginWithToken(requester, await sessionOf(application, 'finance'));
  await requester.goto('/payouts');
  await press(requester, 'Process payout to Asha');
  const paying = dialog(requester, 'Process Payout');
  await expectVisible(paying.getByText(NEEDS_APPROVAL));
  await expectHidden(paying.getByLabel('Transaction ID'));
  await paying.getByRole('button', { name: 'Request approval' }).click();
  await expectVisible(paying.getByText('Required', { exact: true }));
  await paying.getByLabel('Reason').fill('October, as agreed');
  await expectAccessible(requester);
  await paying.getByRole('button', { name: 'Request approval' }).click();
  await expectVisible(toast(requester, `₹8,150 to Asha: ${SENT}`));
  await expectHidden(paying);
  await expectText(rowWith(requester, 'Asha'), /₹8,150.00 Reserved/);
  await expectHidden(button(requester, 'Process payout to Asha'));
  // The requester cannot approve the request.
  await expectText(sidebarLink(requester, 'Approvals'), 'Approvals');
  await expectText(sidebarLink(approver, 'Approvals'), 'Approvals 1 waiting');
  await approver.goto('/approvals');
  await rowWith(approver, 'Asha')
    .getByRole('button', { name: /^View details/ })
    .click();
  const details = dialog(approver, 'Pay ₹8,150 to Asha');
  await expectVisible(details.getByText('October, as agreed'));
  expect(await readDescriptionList(details, 'Payment')).toEqual({
    Payee: 'Asha',
    Amount: '₹8,150',
    'Balance now': '₹8,150',
    'Balance after': '₹0',
    Kind: 'Payout, bank transfer',
    Reason: 'October, as agreed',
  });
  expect((await readDescriptionList(details, 'Request'))['Requested by']).toBe('finance@wayside.test');
  await expectAccessible(approver);
  await details.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectVisible(toast(approver, '₹8,150 to Asha approved, to be paid'));
  await expectVisible(approver.getByText('No payments are waiting for approval', { exact: true }));
  await expectVisible(sidebarLink(approver, 'Approvals'));
  await approver.getByLabel('Show', { exact: true }).selectOption('To be paid');
  await expectText(rowWith(approver, 'Asha'), /To be paid/);

  await requester.goto('/payouts');
  await expectText(rowWith(requester, 'Asha'), /₹8,150.00 Reserved/);
  const toBePaid = requester.getByRole('region', { name: /^To be paid/ });
  await expectAccessible(requester);
  await toBePaid.getByRole('link', { name: '₹8,150 to Asha' }).click();
  const approved = dialog(requester, 'Pay ₹8,150 to Asha');
  await expectVisible(approved.getByText('Approved. Pay it at the bank, then record its transaction ID.'));
  await approved.getByRole('button', { name: 'Record payment' }).click();
  const recording = dialog(requester, 'Record Payment');
  await recording.getByLabel('Transaction ID').fill('Receipt 7');
  await recording.getByRole('button', { name: 'Record payment' }).click();
  await expectVisible(
    recording.getByText('Receipt 7 does not look like a UTR of NEFT, RTGS, IMPS or UPI. Record it anyway?'),
  );
  await mockResponses(requester, recordPayment, { status: 500, json: { message: 'The bank is closed' } }, 'real');
  await recording.getByRole('button', { name: 'Record payment' }).click();
  await expectVisible(recording.getByText('The bank is closed'));
  await recording.getByLabel('Transaction ID').fill('UTIB260905000001');
  await expectHidden(recording.getByText('The bank is closed'));
  await expectAccessible(requester);
  await recording.getByRole('button', { name: 'Record payment' }).click();
  await expectVisible(toast(requester, 'Payment of ₹8,150 to Asha recorded'));

  await approver.getByLabel('Show', { exact: true }).selectOption('Paid or ended');
  await expectText(rowWith(approver, 'UTIB260905000001'), /Paid/);
  for (const text of ['Paid', 'Payout, bank transfer'])
    expect(await isWhole(rowWith(approver, 'UTIB260905000001').getByText(text, { exact: true })), text).toBe(true);
  await requester.goto('/payouts');
  await expectText(rowWith(requester, 'Asha'), /Zero Balance/);
});

test('[OWN-08] the transaction ID of a request is filled in when the payment is recorded, and the payment can also be cancelled', async ({
  application,
  openPage,
}) => {
  const { approvalId, transactionId } = await requestPayout(application, bala, 500_000);
  const page = await openPage();
  await beginWithToken(page, await sessionOf(application, 'manager'));
  await page.goto(`/approvals?approval=${approvalId}`);
  const details = dialog(page, 'Pay ₹5,000 to Bala');
  await expectVisible(details.getByText(transactionId, { exact: true }));
  expect(await readDescriptionList(details, 'Payment')).toMatchObject({
    'Intended transaction ID': transactionId,
  });
  await details.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectVisible(toast(page, '₹5,000 to Bala approved, to be paid'));
  await page.getByRole('link', { name: '₹5,000 to Bala' }).click();
  await details.getByRole('button', { name: 'Record payment' }).click();
  const recording = dialog(page, 'Record Payment');
  expect(await recording.getByLabel('Transaction ID').inputValue()).toBe(transactionId);
  await recording.getByRole('button', { name: 'Cancel' }).click();
  await details.getByRole('button', { name: 'Cancel payment' }).click();
  const form = dialog(page, 'Cancel the payment?');
  await form.getByLabel('Reason').fill('Paid in cash on Monday');
  await form.getByRole('button', { name: 'Cancel payment' }).click();
  await expectVisible(toast(page, 'Payment of ₹5,000 cancelled'));
  await page.goto(`/approvals?state=decided&approval=${approvalId}`);
  await expectVisible(details.getByText('Paid in cash on Monday'));
  expect(await readDescriptionList(details, 'Request')).toMatchObject({
    'Approved by': 'manager@wayside.test',
    'Why cancelled': 'Paid in cash on Monday',
  });
});
