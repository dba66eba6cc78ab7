import { listApprovals, updateApprovalSettings } from '@wayside/contract/approvals';
import { createPayout } from '@wayside/contract/payouts';
import type { Role } from '@wayside/contract/roles';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { createAdministrator } from './support/administrators.ts';
import { callApi } from './support/api-call.ts';
import type { Application } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { pretendExternalApi, serveAnswers } from './support/calls.ts';
import { descriptionListIn, expectHidden, expectPath, expectText, expectVisible } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { button, dialogNamed as dialog, press, rowWith } from './support/locators.ts';
import { sidebarLink } from './support/navigation.ts';
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

const SENT = 'Sent for approval. Pay it at the bank after somebody else has approved it.';
const NOTE =
  'This payment needs approval. Pay it at the bank after somebody else has approved it, and record its transaction ID then.';
const sessions = new Map<Role, string>();

/** The session of the administrator of a role. */
async function sessionOf(application: Application, role: Role): Promise<string> {
  const known = sessions.get(role);
  if (known !== undefined) return known;
  const token = await openSession(application, await createAdministrator(application, role));
  sessions.set(role, token);
  return token;
}

const setLimits = async (application: Application, limitPaise: number | null) =>
  callApi(application, await sessionOf(application, 'owner'), updateApprovalSettings, {
    body: {
      ...{ limitPaise, dayLimitPaise: null, managerAdjustmentPaise: 5_000_000, financeAdjustmentPaise: 500_000 },
      ...{ managerAdjustmentDayPaise: 25_000_000, financeAdjustmentDayPaise: 2_500_000 },
    },
  });

let requests = 0;
/** Requests a payout as the person of finance. */
const requestPayout = async (application: Application, mechanic: typeof asha, amountPaise: number) => {
  await setLimits(application, 100_000);
  return callApi(application, await sessionOf(application, 'finance'), createPayout, {
    body: { mechanicId: mechanic.id, amountPaise, method: 'online', transactionId: `UTR-${++requests}` },
  });
};

/** Whether a text is not cut. */
const isWhole = (text: Locator) => text.evaluate((element) => element.scrollWidth <= element.clientWidth);

async function openApprovals(page: Page): Promise<void> {
  await page.goto('/approvals');
  await expectVisible(page.getByRole('heading', { name: /^Payments( \(|$)/, level: 2 }));
}

test('[TEAM-06] an owner sets the limits on the screen, and is warned while nobody else could approve', async ({
  application,
  openPage,
}) => {
  const page = await openPage();
  await beginWithToken(page, await openSession(application));
  await openApprovals(page);
  await expectVisible(page.getByText('Off: no payment needs approval.'));
  await expectVisible(page.getByText('Nothing waits for approval', { exact: true }));
  await press(page, 'Change limits');
  const form = dialog(page, 'Four eyes');
  await expectVisible(form.getByRole('alert').getByText(/^Nobody else may approve payments/));
  await form.getByLabel('Limit of one payment (₹)').fill('much');
  await form.getByRole('button', { name: 'Save limits' }).click();
  await expectVisible(form.getByText('Enter an amount in rupees, such as 1,200.50'));
  await form.getByLabel('Limit of one payment (₹)').fill('₹ 1,000');
  await form.getByLabel('Limit of one person within a day (₹)').fill('5,000');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save limits' }).click();
  await expectVisible(
    page.getByText(
      'A payment needs approval if it is above ₹1,000, or if with it one person pays out more than ₹5,000 within a day.',
    ),
  );
  await expectVisible(page.getByText(/^Nobody else may approve what you request/));
  await expectAccessible(page);
});

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
  await expectVisible(paying.getByText(NOTE));
  await expectHidden(paying.getByLabel('Transaction ID'));
  await paying.getByRole('button', { name: 'Request approval' }).click();
  await expectVisible(paying.getByText('Required', { exact: true }));
  await paying.getByLabel('Reason').fill('October, as agreed');
  await expectAccessible(requester);
  await paying.getByRole('button', { name: 'Request approval' }).click();
  await expectVisible(toast(requester, `₹8,150 to Asha: ${SENT}`));
  await expectHidden(paying);
  await expectText(rowWith(requester, 'Asha'), /₹8,150 Reserved/);
  await expectHidden(button(requester, 'Process payout to Asha'));
  await expectText(sidebarLink(requester, 'Approvals'), 'Approvals 1 waiting');

  await expectText(sidebarLink(approver, 'Approvals'), 'Approvals 1 waiting');
  await approver.goto('/approvals');
  await rowWith(approver, 'Asha')
    .getByRole('button', { name: /^View details/ })
    .click();
  const details = dialog(approver, 'Pay ₹8,150 to Asha');
  await expectVisible(details.getByText('October, as agreed'));
  expect(await descriptionListIn(details, 'Payment')).toEqual({
    Payee: 'Asha',
    Amount: '₹8,150',
    'Balance now': '₹8,150',
    'Balance after it': '₹0',
    Kind: 'Payout, bank transfer',
    Reason: 'October, as agreed',
  });
  expect((await descriptionListIn(details, 'Request'))['Requested by']).toBe('finance@wayside.test');
  await expectAccessible(approver);
  await details.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectVisible(toast(approver, '₹8,150 to Asha approved, to be paid'));
  await expectVisible(approver.getByText('Nothing waits for approval', { exact: true }));
  await expectVisible(sidebarLink(approver, 'Approvals'));
  await approver.getByLabel('Show', { exact: true }).selectOption('To be paid');
  await expectText(rowWith(approver, 'Asha'), /To be paid/);

  await requester.goto('/payouts');
  await expectText(rowWith(requester, 'Asha'), /₹8,150 Reserved/);
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
  await recording.getByLabel('Transaction ID').fill('UTIB260905000001');
  await expectAccessible(requester);
  await recording.getByRole('button', { name: 'Record payment' }).click();
  await expectVisible(toast(requester, 'Payment of ₹8,150 to Asha recorded'));

  await expectHidden(rowWith(approver, 'Asha'));
  await approver.getByLabel('Show', { exact: true }).selectOption('Paid or ended');
  await expectText(rowWith(approver, 'UTIB260905000001'), /Paid/);
  for (const text of ['Paid', 'Payout, bank transfer'])
    expect(await isWhole(rowWith(approver, 'UTIB260905000001').getByText(text, { exact: true })), text).toBe(true);
  await requester.goto('/payouts');
  await expectText(rowWith(requester, 'Asha'), /Zero Balance/);
});

describe('[TEAM-06] a request', () => {
  test('is withdrawn by its requester, who may not approve it', async ({ application, openPage }) => {
    const { approvalId } = await requestPayout(application, bala, 500_000);
    const page = await openPage();
    await beginWithToken(page, await sessionOf(application, 'finance'));
    await page.goto(`/approvals?approval=${approvalId}`);
    const details = dialog(page, 'Pay ₹5,000 to Bala');
    await expectVisible(details.getByText('You have requested this yourself: somebody else must approve it.'));
    await expectHidden(details.getByRole('button', { name: 'Approve', exact: true }));
    await details.getByRole('button', { name: 'Withdraw' }).click();
    await expectVisible(toast(page, 'Request of ₹5,000 withdrawn'));
    await expectHidden(rowWith(page, 'Bala'));
  });

  test('is rejected by somebody else with a reason, by the keyboard', async ({ application, openPage }) => {
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
    const facts = await descriptionListIn(dialog(page, 'Pay ₹5,000 to Bala'), 'Request');
    expect(facts).toMatchObject({ 'Ended by': 'manager@wayside.test', 'Why rejected': 'Paid in cash on Monday' });
  });

  test('[OWN-08] with a transaction ID fills it in when its payment is recorded, or the payment is cancelled', async ({
    application,
    openPage,
  }) => {
    const { approvalId } = await requestPayout(application, bala, 500_000);
    const page = await openPage();
    await beginWithToken(page, await sessionOf(application, 'manager'));
    await page.goto(`/approvals?approval=${approvalId}`);
    const details = dialog(page, 'Pay ₹5,000 to Bala');
    await expectVisible(details.getByText(`UTR-${requests}`, { exact: true }));
    expect(await descriptionListIn(details, 'Payment')).toMatchObject({
      'Intended transaction ID': `UTR-${requests}`,
    });
    await details.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectVisible(toast(page, '₹5,000 to Bala approved, to be paid'));
    await page.getByRole('link', { name: '₹5,000 to Bala' }).click();
    await details.getByRole('button', { name: 'Record payment' }).click();
    const recording = dialog(page, 'Record Payment');
    expect(await recording.getByLabel('Transaction ID').inputValue()).toBe(`UTR-${requests}`);
    await recording.getByRole('button', { name: 'Cancel' }).click();
    await details.getByRole('button', { name: 'Cancel payment' }).click();
    const form = dialog(page, 'Cancel the payment?');
    await form.getByLabel('Reason').fill('Paid in cash on Monday');
    await form.getByRole('button', { name: 'Cancel payment' }).click();
    await expectVisible(toast(page, 'Payment of ₹5,000 cancelled'));
    await page.goto(`/approvals?state=decided&approval=${approvalId}`);
    await expectVisible(details.getByText('Paid in cash on Monday'));
    expect(await descriptionListIn(details, 'Request')).toMatchObject({
      'Approved by': 'manager@wayside.test',
      'Why cancelled': 'Paid in cash on Monday',
    });
  });

  test('that somebody else has decided meanwhile shows that, and the list follows', async ({
    application,
    openPage,
    pageErrors,
  }) => {
    pageErrors.allow(/^(response: 409|console: )/);
    const { approvalId } = await requestPayout(application, bala, 600_000);
    const [page, other] = [await openPage(), await openPage()];
    await beginWithToken(page, await sessionOf(application, 'manager'));
    await beginWithToken(other, await sessionOf(application, 'finance'));
    await page.goto(`/approvals?approval=${approvalId}`);
    await other.goto(`/approvals?approval=${approvalId}`);
    await dialog(other, 'Pay ₹6,000 to Bala').getByRole('button', { name: 'Withdraw' }).click();
    await expectVisible(toast(other, 'Request of ₹6,000 withdrawn'));
    const details = dialog(page, 'Pay ₹6,000 to Bala');
    await details.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectVisible(details.getByRole('alert').getByText(/has withdrawn this already/));
    await expectHidden(details.getByRole('button', { name: 'Approve', exact: true }));
  });

  test('leaves the rest of the balance to pay, and the payout dialog says what is reserved', async ({
    application,
    openPage,
  }) => {
    await requestPayout(application, chetan, 500_000);
    const page = await openPage();
    await beginWithToken(page, await sessionOf(application, 'manager'));
    await page.goto(`/payouts?mechanic=${chetan.id}`);
    await expectVisible(dialog(page, 'Chetan').getByText('of which is reserved'));
    const facts = await descriptionListIn(dialog(page, 'Chetan'), 'Balance');
    expect(facts).toMatchObject({ 'Net Balance': '₹7,000', 'of which is reserved': '₹5,000' });
    await dialog(page, 'Chetan').getByRole('button', { name: 'Process payout' }).click();
    const paying = dialog(page, 'Process Payout');
    await expectVisible(paying.getByText('₹7,000, of which ₹5,000 is reserved', { exact: true }));
    expect(await paying.getByLabel('Amount').inputValue()).toBe('2000');
    await expectAccessible(page);
  });

  test('for a wallet is sent from its dialog, and the wallet stays', async ({ application, openPage }) => {
    await setLimits(application, 100_000);
    const page = await openPage();
    await beginWithToken(page, await sessionOf(application, 'finance'));
    await page.goto('/mechanics');
    await press(page, 'Pay loyalty to Asha');
    const paying = dialog(page, 'Process Loyalty Payout');
    await expectVisible(paying.getByText(NOTE));
    await expectHidden(paying.getByLabel('Transaction ID'));
    await paying.getByLabel('Reason').fill('Festival bonus');
    await paying.getByRole('button', { name: 'Request approval' }).click();
    await expectVisible(toast(page, `₹2,500 to Asha: ${SENT}`));
    await expectText(rowWith(page, 'Asha'), /₹2,500/);
  });
});

describe('[TEAM-06] the screen', () => {
  test.for(['light', 'dark'] as const)('is whole on a phone, %s', async (theme, { application, openPage }) => {
    await requestPayout(application, bala, 150_000);
    const page = await openPage({ width: 'phone', theme });
    await beginWithToken(page, await sessionOf(application, 'manager'));
    await openApprovals(page);
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: 'View details of Bala' }).first().click();
    await expectVisible(dialog(page, 'Pay ₹1,500 to Bala'));
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  });

  test('says why it could not be loaded and loads again', async ({ application, openPage, pageErrors }) => {
    pageErrors.allow(/^(response: 400|console: )/);
    const page = await openPage();
    await beginWithToken(page, await sessionOf(application, 'manager'));
    const failed = { status: 400, json: { status: false, message: 'Not now' } };
    await serveAnswers(page, listApprovals, failed, 'real');
    await page.goto('/approvals');
    await expectVisible(page.getByText('Not now', { exact: true }));
    await expectAccessible(page);
    await press(page, 'Try Again');
    await expectVisible(page.getByRole('heading', { name: /^Payments \(/ }));
  });

  test('does not exist in front of another provider', async ({ application, openPage, pageErrors }) => {
    pageErrors.allow(/404/);
    const page = await openPage();
    await pretendExternalApi(page);
    await beginWithToken(page, await sessionOf(application, 'manager'));
    await page.goto('/approvals');
    await expectVisible(page.getByText('Oops! Page not found'));
    await expectPath(page, '/approvals');
  });
});
