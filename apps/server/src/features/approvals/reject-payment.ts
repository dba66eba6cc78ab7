import { conflict } from '../../api-error.ts';
import type { PayContext } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { type DecisionAnswer, decideOnRequest, endRequest } from './decide-on-request.ts';

export interface RejectPaymentInput {
  readonly id: string;
  readonly reason: string;
}

/**
 * Rejects what somebody else has requested, or cancels it after its approval; this frees its amount and its transaction id (TEAM-06, OWN-08).
 * @throws 403; 404; 409 for an own request and one that has ended
 */
export function rejectPayment(context: PayContext, { id, reason }: RejectPaymentInput): Promise<DecisionAnswer> {
  return decideOnRequest(context, { id, decision: 'reject' }, async (client, deciding, request) => {
    await requireRight(client, deciding.actor, 'money:move');
    if (request.requestedBy === deciding.decider)
      throw conflict('You have requested this payment yourself: withdraw it instead.');
    await endRequest(client, deciding, request, { state: 'rejected', reason });
    return request.state === 'to_be_paid' ? 'Cancelled. Nothing was paid.' : 'Rejected. Nothing was paid.';
  });
}
