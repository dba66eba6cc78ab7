import { conflict } from '../../api-error.ts';
import type { PayContext } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { type DecisionAnswer, decideOnRequest, endRequest } from './decide-on-request.ts';

/**
 * Withdraws an own request that is not paid yet, which frees its amount and its transaction id (TEAM-06, OWN-08).
 * @throws 403; 404; 409 for somebody else's request and one that has ended
 */
export function withdrawPayment(context: PayContext, { id }: { readonly id: string }): Promise<DecisionAnswer> {
  return decideOnRequest(context, { id, decision: 'withdraw' }, async (client, deciding, request) => {
    await requireRight(client, deciding.actor, 'money:move');
    if (request.requestedBy !== deciding.decider)
      throw conflict('Somebody else has requested this payment: reject it instead.');
    await endRequest(client, deciding, request, { state: 'withdrawn' });
    return 'Withdrawn. Nothing was paid.';
  });
}
