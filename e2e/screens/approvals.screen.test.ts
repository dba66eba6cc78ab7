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
import { listRefunds } from '@wayside/contract/refunds';
import { listSettlementLines } from '@wayside/contract/settlement-lines';
import { NOTHING_SAID } from '@wayside/contract/wire/said';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import { dialog, expectAbsent, expectShown, press, toast } from './elements.ts';
import {
  type Answer,
  answer,
  inTurn,
  OWNER,
  openScreen,
  response,
  rows,
  type ScreenOptions,
  sentTo,
} from './open-screen.ts';

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
  rows(listApprovals, request),
  rows(listRuns),
  rows(listRefunds),
  rows(listSettlementLines),
  answer(getApprovalSettings, { record }),
  answer(getApproval, { record: request }),
  answer(previewPayout, { record: preview }),
];
const open = (answers: Answer[], address = '/approvals', options?: ScreenOptions) =>
  openScreen(address, [...answers, ...COMMON], options);
const details = dialog('Pay ₹5,000 to Bala');
const approve = details.getByRole('button', { name: 'Approve', exact: true });

describe('[TEAM-06] the approvals', () => {
  it.each(['light', 'dark'] as const)('fit completely on a phone, %s', async (theme) => {
    await open([], '/approvals', { width: 375, theme });
    await expect.element(page.getByRole('heading', { name: /^Payments( \(|$)/, level: 2 })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'View details of Bala' }).first().click();
    await expect.element(details).toBeVisible();
    await expectAccessible();
  });

  it('show why they could not be loaded, and load again', async () => {
    const failed = response(listApprovals, 400, { status: false, message: 'Not now' });
    await open([inTurn(failed, failed, rows(listApprovals, request))]);
    await expect.element(page.getByText('Not now', { exact: true }).first()).toBeVisible();
    await expectAccessible();
    await press('Try Again');
    await expect.element(page.getByRole('heading', { name: /^Payments \(/ })).toBeVisible();
  });

  it('do not exist at an external API', async () => {
    await openScreen('/approvals', [], { config: {} });
    await expectShown('Oops! Page not found');
    expect(location.pathname).toBe('/approvals');
  });

  it('of the user’s own request offer to withdraw it, but not to approve it', async () => {
    const withdrawn = { ...ownRequest, state: 'withdrawn' as const };
    await open(
      [
        rows(listApprovals, ownRequest),
        answer(getApproval, { record: ownRequest }),
        answer(withdrawPayment, { ...NOTHING_SAID, record: withdrawn }),
      ],
      `/approvals?approval=${request.id}`,
    );
    await expectShown('You requested this payment. Another person must approve it.', details);
    await expectAbsent(approve);
    await press('Withdraw', details);
    await expect.element(toast('Request of ₹5,000 withdrawn')).toBeVisible();
    expect(sentTo(withdrawPayment)).toHaveLength(1);
  });

  it('of a request that another user has decided in the meantime show the decision', async () => {
    const message = 'finance@example.in has already withdrawn this.';
    const withdrawn = { ...request, state: 'withdrawn' as const, decidedBy: 'finance@example.in' };
    await open(
      [
        answer(getApproval, { record: withdrawn }),
        inTurn(rows(listApprovals, request), rows(listApprovals)),
        response(approvePayment, 409, { status: false, message }),
      ],
      `/approvals?approval=${request.id}`,
    );
    await approve.click();
    await expectShown(message, details.getByRole('alert'));
    await expectAbsent(approve);
  });
});
