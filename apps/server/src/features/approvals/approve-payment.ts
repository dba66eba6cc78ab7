import { APPROVAL_DAYS } from '@wayside/contract/approvals';
import type pg from 'pg';
import { conflict } from '../../api-error.ts';
import { findFirstAnswer, type PayContext, type PayingContext } from '../../money/ledger/pay-once.ts';
import { requirePaymentRights } from '../../money/ledger/payment-rights.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import type { FoundRequest } from './approval-statements.ts';
import { type DecisionAnswer, decideOnRequest, storeChange } from './decide-on-request.ts';
import { payeeOf, requirePayable } from './require-payable.ts';

const DAY_MS = 86_400_000;

/**
 * Approves what somebody else has requested: its payment can be made at the bank, and is recorded afterwards (TEAM-06, OWN-08). Nothing is
 * paid yet; the amount stays reserved for 7 days. A request whose payment is not possible now goes on waiting.
 * @throws 404; 409 for an own request, one that no longer waits, and a payment that is not possible now
 */
export function approvePayment(context: PayContext, { id }: { readonly id: string }): Promise<DecisionAnswer> {
  return decideOnRequest(context, { id, decision: 'approve' }, async (client, deciding, request) => {
    const { at, actor, decider } = deciding;
    if (request.requestedBy === decider)
      throw conflict('You have requested this payment yourself: somebody else must approve it.');
    await requirePaymentRights(client, { requestedBy: request.requestedBy, approvedBy: decider });
    await requireUnusedId(client, deciding, request);
    await requirePayable(client, request, at, 'approved');
    const lapsesAt = new Date(at.getTime() + APPROVAL_DAYS * DAY_MS);
    await storeChange(client, id, { approvedBy: decider, approvedAt: at, lapsesAt });
    await recordActivity(client, actor, at, {
      action: 'approved',
      entity: 'approval',
      entityId: id,
      changes: [{ field: 'lapsesAt', before: null, after: lapsesAt.toISOString() }],
    });
    return 'Approved. Nothing is paid yet: pay it at the bank, then record its transaction ID.';
  });
}

/** @throws 409 when the intended transaction id has paid something in the meantime */
async function requireUnusedId(
  client: pg.ClientBase,
  { settings }: PayingContext,
  request: FoundRequest,
): Promise<void> {
  const { kind, amountPaise, method, transactionId } = request;
  if (transactionId === '') return;
  const { payeeKind, payeeId } = payeeOf(request);
  const intended = {
    kind: kind === 'payout' ? kind : (`loyalty to ${payeeKind}` as const),
    ...{ payeeId, amountPaise, method, transactionId },
  };
  if ((await findFirstAnswer(client, intended, settings.timeZone)) !== null)
    throw conflict('This payment has been made already. Reject the request.');
}
