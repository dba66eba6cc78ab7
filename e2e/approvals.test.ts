import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { approvalOffice, NEEDS_APPROVAL, SENT } from './support/approval-office.ts';
import { expectHidden, expectText, expectVisible, readDescriptionList } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { dialogByName as dialog, press, rowWith } from './support/locators.ts';
import { beginWithToken, openSession } from './support/session.ts';
import { toast } from './support/toasts.ts';

const asha = aMechanic({ name: 'Asha', status: 'approved', walletPaise: 250_000 });
const bala = aMechanic({ name: 'Bala' });
const chetan = aMechanic({ name: 'Chetan' });
const earned = (mechanic: typeof asha, amountPaise: number) =>
  aPayment({ mechanic: refTo(mechanic), amountPaise, method: 'online' });
const test = marketplaceTest({
  mechanics: [asha, bala, chetan],
  payments: [earned(asha, 815_000), earned(bala, 20_000_000), earned(chetan, 700_000)],
  configs: [aConfiguration({ platformFeePaise: 0, commissionPercent: 0 })],
});

const { sessionOf, setLimits, requestPayout } = approvalOffice();

async function openApprovals(page: Page): Promise<void> {
  await page.goto('/approvals');
  await expectVisible(page.getByRole('heading', { name: /^Payments( \(|$)/, level: 2 }));
}

test('[TEAM-06] an owner sets the approval limits on the screen, and is warned when nobody else can approve', async ({
  application,
  openPage,
}) => {
  const page = await openPage();
  await beginWithToken(page, await openSession(application));
  await openApprovals(page);
  await expectVisible(page.getByText('No payments are waiting for approval', { exact: true }));
  await page.getByRole('link', { name: 'Set approval limits' }).click();
  await expectVisible(page.getByText('Off. Payments do not need approval.'));
  await press(page, 'Change limits');
  const form = dialog(page, 'Approval limits');
  await expectVisible(form.getByRole('alert').getByText(/^No one else can approve payments/));
  await form.getByLabel('Limit per payment (₹)').fill('much');
  await form.getByRole('button', { name: 'Save limits' }).click();
  await expectVisible(form.getByText('Enter an amount in rupees, such as 1,200.50'));
  await form.getByLabel('Limit per payment (₹)').fill('₹ 1,000');
  await form.getByLabel('Daily limit per person (₹)').fill('5,000');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save limits' }).click();
  await expectVisible(
    page.getByText(
      'A payment needs approval if it is above ₹1,000, or if it takes a person’s payouts of the day above ₹5,000.',
    ),
  );
  await expectVisible(page.getByText(/^No one else can approve your requests/));
  await expectAccessible(page);
});

describe('[TEAM-06] a payment request', () => {
  test('can be rejected by another user with a reason, using the keyboard', async ({ application, openPage }) => {
    const { approvalId } = await requestPayout(application, bala, 500_000);
    const page = await openPage();
    await beginWithToken(page, await sessionOf(application, 'manager'));
    await openApprovals(page);
    await rowWith(page, 'Bala')
      .getByRole('button', { name: /^View details/ })
      .press('Enter');
    await dialog(page, 'Pay ₹5,000 to Bala').getByRole('button', { name: 'Reject' }).press('Enter');
    const form = dialog(page, 'Reject the payment?');
    await form.getByRole('button', { name: 'Reject' }).press('Enter');
    await expectVisible(form.getByText('Required', { exact: true }));
    await page.keyboard.type('Paid in cash on Monday');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Reject' }).press('Enter');
    await expectVisible(toast(page, 'Payment of ₹5,000 rejected'));
    await expectHidden(rowWith(page, 'Bala'));
    await page.goto(`/approvals?state=decided&approval=${approvalId}`);
    await expectVisible(dialog(page, 'Pay ₹5,000 to Bala').getByText('Paid in cash on Monday'));
    const facts = await readDescriptionList(dialog(page, 'Pay ₹5,000 to Bala'), 'Request');
    expect(facts).toMatchObject({ 'Ended by': 'manager@wayside.test', 'Why rejected': 'Paid in cash on Monday' });
  });

  test('is sent from the payment dialog when it is for a wallet, and leaves the wallet unchanged', async ({
    application,
    openPage,
  }) => {
    await setLimits(application, 100_000);
    const page = await openPage();
    await beginWithToken(page, await sessionOf(application, 'finance'));
    await page.goto('/mechanics');
    await press(page, 'Pay loyalty to Asha');
    const paying = dialog(page, 'Process Loyalty Payout');
    await expectVisible(paying.getByText(NEEDS_APPROVAL));
    await expectHidden(paying.getByLabel('Transaction ID'));
    await paying.getByLabel('Reason').fill('Festival bonus');
    await paying.getByRole('button', { name: 'Request approval' }).click();
    await expectVisible(toast(page, `₹2,500 to Asha: ${SENT}`));
    await expectText(rowWith(page, 'Asha'), /₹2,500/);
  });
});
