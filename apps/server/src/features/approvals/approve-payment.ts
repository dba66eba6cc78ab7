import { PAYOUT_METHODS } from '@wayside/contract/payouts';
import type pg from 'pg';
import { conflict } from '../../api-error.ts';
import { payMechanic } from '../../ledger/pay-mechanic.ts';
import type { PayContext, PaymentOutcome } from '../../ledger/pay-once.ts';
import { payWallet } from '../../ledger/pay-wallet.ts';
import { requirePaymentRights } from '../../ledger/payment-rights.ts';
import type { FoundRequest } from './approval-statements.ts';
import { type DecidingContext, type DecisionAnswer, decideOnRequest, storeDecision } from './decide-on-request.ts';

/**
 * Pays what somebody else has requested (TEAM-06): the same payment as without approval, with every check once more, in
 * the transaction that stores the decision. A payment that is not possible now goes on waiting.
 * @throws 404; 409 for an own request, one that no longer waits, and whatever rejects the payment itself
 */
export function approvePayment(context: PayContext, { id }: { readonly id: string }): Promise<DecisionAnswer> {
  return decideOnRequest(context, { id, decision: 'approved' }, async (client, deciding, request) => {
    const { requestedBy } = request;
    if (requestedBy === deciding.decider)
      throw conflict('You have requested this payment yourself: somebody else must approve it.');
    await requirePaymentRights(client, { requestedBy, approvedBy: deciding.decider });
    const { paymentId, message } = await pay(client, deciding, request);
    if (paymentId === null) throw conflict('This payment has been made already. Reject the request.');
    const payment = request.kind === 'payout' ? { payoutId: paymentId } : { loyaltyPayoutId: paymentId };
    await storeDecision(client, deciding, request, { state: 'approved', ...payment });
    return message;
  });
}

function pay(client: pg.ClientBase, context: DecidingContext, request: FoundRequest): Promise<PaymentOutcome> {
  const { kind, userId, mechanicId, amountPaise, transactionId } = request;
  if (kind === 'payout') {
    const method = PAYOUT_METHODS.find((known) => known === request.method);
    if (mechanicId === null || method === undefined)
      throw new Error('a requested payout names no mechanic or method');
    return payMechanic(client, context, { mechanicId, amountPaise, method, transactionId }, request);
  }
  const payeeId = userId ?? mechanicId;
  if (payeeId === null) throw new Error('a requested payment names nobody');
  const payeeKind = userId === null ? 'mechanic' : 'user';
  return payWallet(client, context, { payeeKind, payeeId, amountPaise, transactionId }, request);
}
