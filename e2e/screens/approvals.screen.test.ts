import {
  type Approval,
  approvePayment,
  DEFAULT_ADJUSTMENT_LIMITS,
  DEFAULT_REFUND_LIMITS,
  getApproval,
  getApprovalSettings,
  listApprovals,
  withdrawPayment,
} from '@wayside/contract/approvals';
import { listRuns } from '@wayside/contract/payment-runs';
import { previewPayout } from '@wayside/contract/payouts';
import { approveRefund, getRefundable, listRefunds, type Refund } from '@wayside/contract/refunds';
import { listSettlementLines } from '@wayside/contract/settlement-lines';
import { EMPTY_SENTENCE } from '@wayside/contract/wire/sentence-fields';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, refTo } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import { dialog, expectAbsent, expectShown, press, toast } from './elements.ts';
import {
  inSequence,
  type MockResponse,
  OWNER,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  type ScreenOptions,
  sentBodies,
} from './open-screen.ts';
import { asRole } from './role.ts';

const request: Approval = {
  ...{ id: newRecordId(), kind: 'payout', payeeKind: 'mechanic', payeeId: newRecordId(), payeeName: 'Bala' },
  ...{
    amountPaise: 500_000,
    owedPaise: 20_000_000,
    method: 'bank_transfer',
    transactionId: null,
    note: 'Weekly',
    cause: 'limit',
  },
  ...{ requestedById: newRecordId(), requestedBy: 'finance@example.in', requestedAt: '2026-03-05T05:00:00.000Z' },
  ...{ lapsesAt: '2026-03-12T05:00:00.000Z', state: 'waiting', approvedBy: null, approvedAt: null, paidBy: null },
  ...{ decidedBy: null, decidedAt: null, reason: null },
};
const ownRequest = { ...request, requestedById: OWNER.id ?? '' };
const preview = {
  ...{
    balancePaise: 20_000_000,
    reservedPaise: null,
    inTransitPaise: null,
    earningCount: 1,
    earnedFrom: null,
    earnedUntil: null,
  },
  ...{ bankChangedAt: null, bank: null, lastPayout: null, samePayout: null },
};
const record = {
  limitPaise: 100_000,
  dayLimitPaise: null,
  ...DEFAULT_ADJUSTMENT_LIMITS,
  ...DEFAULT_REFUND_LIMITS,
  otherApprovers: 1,
};
const COMMON = [
  respondWithRows(listApprovals, request),
  respondWithRows(listRuns),
  respondWithRows(listRefunds),
  respondWithRows(listSettlementLines),
  respondWith(getApprovalSettings, { record }),
  respondWith(getApproval, { record: request }),
  respondWith(previewPayout, { record: preview }),
];
const open = (responses: MockResponse[], address = '/approvals', options?: ScreenOptions) =>
  openScreen(address, [...responses, ...COMMON], options);
const details = dialog('Pay ₹5,000 to Bala');
const approve = details.getByRole('button', { name: 'Approve', exact: true });

describe('[TEAM-06] the approvals screen', () => {
  it.each(['light', 'dark'] as const)('fits completely on a phone, %s', async (theme) => {
    await open([], '/approvals', { width: 375, theme });
    await expect.element(page.getByRole('heading', { name: /^Payments( \(|$)/, level: 2 })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'View details of Bala' }).first().click();
    await expect.element(details).toBeVisible();
    await expectAccessible();
  });

  it('shows why the approvals could not be loaded, and loads them again', async () => {
    const failed = respondWithStatus(listApprovals, 400, { status: false, message: 'Not now' });
    await open([inSequence(failed, failed, respondWithRows(listApprovals, request))]);
    await expect.element(page.getByText('Not now', { exact: true }).first()).toBeVisible();
    await expectAccessible();
    await press('Try Again');
    await expect.element(page.getByRole('heading', { name: /^Payments \(/ })).toBeVisible();
  });

  it('does not exist with an external API', async () => {
    await openScreen('/approvals', [], { config: {} });
    await expectShown('Oops! Page not found');
    expect(location.pathname).toBe('/approvals');
  });

  it('offers to withdraw the user’s own request, but not to approve it', async () => {
    const withdrawn = { ...ownRequest, state: 'withdrawn' as const };
    await open(
      [
        respondWithRows(listApprovals, ownRequest),
        respondWith(getApproval, { record: ownRequest }),
        respondWith(withdrawPayment, { ...EMPTY_SENTENCE, record: withdrawn }),
      ],
      `/approvals?approval=${request.id}`,
    );
    await expectShown('You requested this payment. Another person must approve it.', details);
    await expectAbsent(approve);
    await press('Withdraw', details);
    await expect.element(toast('Request of ₹5,000 withdrawn')).toBeVisible();
    expect(sentBodies(withdrawPayment)).toHaveLength(1);
  });

  it('shows the decision for a request that another user decided in the meantime', async () => {
    const message = 'finance@example.in has already withdrawn this.';
    const withdrawn = { ...request, state: 'withdrawn' as const, decidedBy: 'finance@example.in' };
    await open(
      [
        respondWith(getApproval, { record: withdrawn }),
        inSequence(respondWithRows(listApprovals, request), respondWithRows(listApprovals)),
        respondWithStatus(approvePayment, 409, { status: false, message }),
      ],
      `/approvals?approval=${request.id}`,
    );
    await approve.click();
    await expectShown(message, details.getByRole('alert'));
    await expectAbsent(approve);
  });
});

describe('[TEAM-06] the suggested next step', () => {
  const setLimits = page.getByRole('link', { name: 'Set approval limits' });

  it('is to set the limits when nothing is pending, for a role with the permission', async () => {
    await open([respondWithRows(listApprovals)]);
    await expect.element(setLimits).toBeVisible();
    await open([asRole('finance'), respondWithRows(listApprovals)]);
    await expectShown('No payments are waiting for approval');
    await expectAbsent(setLimits);
  });

  it('is to pay what was approved', async () => {
    const approved = { ...request, state: 'to_be_paid' as const };
    const byState = (url: URL) => (url.searchParams.get('state') === 'to_be_paid' ? [approved] : []);
    await open([
      { endpoint: listApprovals, respond: (url) => respondWithRows(listApprovals, ...byState(url)).respond(url) },
    ]);
    await page.getByRole('link', { name: 'Show 1 payment to be paid' }).click();
    await expect.poll(() => location.search).toBe('?state=to_be_paid');
  });
});

const refund: Refund = {
  ...{
    id: newRecordId(),
    paymentId: newRecordId(),
    bookingId: null,
    mechanic: null,
    kind: 'full',
    state: 'waiting',
  },
  ...{ amountPaise: 900_000, returnedPaise: 0, mechanicPercent: 0, mechanicPaise: 0, reason: 'Twice', dueAt: null },
  ...{ isAfterRefund: false, requestedById: newRecordId(), requestedBy: 'support@example.in' },
  ...{ requestedAt: '2026-03-05T05:00:00.000Z', approvedBy: null, approvedAt: null, decidedBy: null },
  ...{ decidedAt: null, outcomeReason: null, customer: refTo(aUser({ name: 'Meena Sharma' })) },
};

it('[REFD-02] a refund is approved after a confirmation, and the list of approvals stays open', async () => {
  const message = 'Approved. The refund of ₹9,000 is requested from the marketplace.';
  await open([
    respondWithRows(listApprovals),
    inSequence(respondWithRows(listRefunds, refund), respondWithRows(listRefunds)),
    respondWithStatus(getRefundable, 404),
    respondWith(approveRefund, { ...EMPTY_SENTENCE, message, record: { ...refund, state: 'requested' } }),
  ]);
  await press(/^Full refund of ₹9,000 to/);
  const opened = dialog('Full refund of ₹9,000');
  await press('Approve', opened);
  const question = page.getByRole('alertdialog', { name: 'Approve full refund of ₹9,000?' });
  await expectShown('The refund is requested from the marketplace. This cannot be undone here.', question);
  expect(sentBodies(approveRefund)).toEqual([]);
  await press('Approve', question);
  await expect.element(toast(message)).toBeVisible();
  await expectAbsent(opened);
  expect(location.pathname).toBe('/approvals');
});
