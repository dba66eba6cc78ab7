import { createHash } from 'node:crypto';
import type { ApprovalCause } from '@wayside/contract/approvals';
import type { PayoutMethod } from '@wayside/contract/payouts';
import { badRequest, conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { causeOfApproval, requestApproval } from '../../money/ledger/approval-requests.ts';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { rowsOf } from '../../platform/db/statement.ts';
import { FIND_REQUEST_OF_KEY } from './approval-statements.ts';
import type { DecisionAnswer } from './decide-on-request.ts';
import { getApproval } from './list-approvals.ts';
import { requirePayable } from './require-payable.ts';

/** Whether a payment of the caller needs approval now, and why; the payment itself decides again (OWN-08). */
export const checkApproval = (
  { database, actor, now }: Pick<ActorContext, 'database' | 'actor' | 'now'>,
  { amountPaise }: { readonly amountPaise: number },
): Promise<ApprovalCause | null> =>
  database.transaction((client) => causeOfApproval(client, { actor, amountPaise, at: now() }));

export interface RequestPaymentInput {
  readonly kind: 'payout' | 'loyalty';
  readonly payeeKind: 'user' | 'mechanic';
  readonly payeeId: string;
  readonly amountPaise: number;
  /** How a payout will be paid; null for a loyalty payout. */
  readonly method: PayoutMethod | null;
  /** Why it is paid, for the person who approves it. */
  readonly note: string;
  /** Made by the client; the same request again has the same. */
  readonly key: string;
}

/**
 * Requests a payment that needs approval, before anything is paid at the bank (OWN-08). The amount is reserved. The same request again gets
 * the first response.
 * @throws 400; 403; 404; 409 when it needs no approval, is not possible now, or when the key belongs to another request
 */
export async function requestPayment(context: PayContext, input: RequestPaymentInput): Promise<DecisionAnswer> {
  const { kind, payeeKind, payeeId, amountPaise, note } = input;
  const method = kind === 'payout' ? input.method : null;
  if (kind === 'payout' && payeeKind !== 'mechanic')
    throw badRequest([{ field: 'payeeKind', message: 'must be mechanic for a payout' }]);
  if (kind === 'payout' && method === null)
    throw badRequest([{ field: 'method', message: 'is required for a payout' }]);
  const content = JSON.stringify([kind, payeeKind, payeeId, amountPaise, method, note]);
  const requestHash = createHash('sha256').update(content).digest();
  // No transaction id has a space in its key, so this is the key of no payment.
  const transactionKey = `request ${input.key}`;
  const payee = payeeKind === 'user' ? { userId: payeeId } : { mechanicId: payeeId };
  const { id, message } = await payOnce(context, async (client, { at, actor }) => {
    await requireRight(client, actor, 'money:move');
    const [earlier] = await rowsOf(client, FIND_REQUEST_OF_KEY, [at, transactionKey]);
    if (earlier) {
      if (earlier.requestHash.equals(requestHash) && earlier.requestedBy === actor.id)
        return { id: earlier.id, message: REQUESTED };
      throw conflict('This key belongs to another request. Nothing was requested.');
    }
    await requirePayable(client, { kind, userId: null, mechanicId: null, ...payee, amountPaise }, at, 'open');
    const cause = await causeOfApproval(client, { actor, amountPaise, at });
    if (cause === null) throw conflict('This payment needs no approval now. Pay it with its transaction ID.');
    const { approvalId } = await requestApproval(
      client,
      { actor, at, key: { transactionKey, requestHash }, cause },
      { kind, payee, amountPaise, method, transactionId: null, note },
    );
    if (approvalId === null) throw new Error('a request was stored without an id');
    return { id: approvalId, message: REQUESTED };
  });
  return { message, record: await getApproval(context, { id }) };
}

const REQUESTED = 'Sent for approval. Pay it at the bank after somebody else has approved it.';
