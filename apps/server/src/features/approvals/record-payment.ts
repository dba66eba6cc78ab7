import { PAYOUT_METHODS, type PayoutMethod } from '@wayside/contract/payouts';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import type pg from 'pg';
import { conflict } from '../../api-error.ts';
import { payMechanic } from '../../money/ledger/pay-mechanic.ts';
import { type PayContext, type PaymentOutcome, paidMessage } from '../../money/ledger/pay-once.ts';
import { payWallet } from '../../money/ledger/pay-wallet.ts';
import { requirePaymentRights } from '../../money/ledger/payment-rights.ts';
import { statedFields } from '../../platform/db/activity-entry.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { rupeesText } from '../../rupees.ts';
import type { FoundRequest } from './approval-statements.ts';
import { type DecidingContext, type DecisionAnswer, decideOnRequest, storeChange } from './decide-on-request.ts';
import { payeeOf } from './require-payable.ts';

export interface RecordPaymentInput {
  readonly id: string;
  readonly transactionId: string;
  /** Null for the method of the request; a loyalty payout has none. */
  readonly method: PayoutMethod | null;
}

/**
 * Records that an approved payment was made at the bank, by anybody who may pay (OWN-08): the same payment as without approval, with every check,
 * in the transaction that ends the request. The same transaction id again gets the first response.
 * @throws 404; 409 when it is not approved, was paid with another id, or the payment is not possible now
 */
export function recordPayment(context: PayContext, input: RecordPaymentInput): Promise<DecisionAnswer> {
  const { id, transactionId } = input;
  return decideOnRequest(
    context,
    { id, decision: 'record' },
    async (client, deciding, request) => {
      const { at, actor, decider } = deciding;
      const { requestedBy, approvedBy } = request;
      if (approvedBy === null) throw new Error('a payment is recorded that nobody has approved');
      await requirePaymentRights(client, { requestedBy, approvedBy, recordedBy: decider });
      const { paymentId, message } = await pay(client, deciding, request, input);
      if (paymentId === null) throw conflict(`${message} That was another payment. Nothing was recorded.`);
      const payment = request.kind === 'payout' ? { payoutId: paymentId } : { loyaltyPayoutId: paymentId };
      const decision = { state: 'approved', decidedBy: approvedBy, decidedAt: at, paidBy: decider } as const;
      await storeChange(client, id, { ...decision, ...payment });
      await recordActivity(client, actor, at, {
        action: 'payment_recorded',
        entity: 'approval',
        entityId: id,
        changes: statedFields({ transactionId, ...payment }),
      });
      return message;
    },
    (request) => repeatedMessage(request, transactionId),
  );
}

function pay(
  client: pg.ClientBase,
  context: DecidingContext,
  request: FoundRequest,
  { transactionId, method }: RecordPaymentInput,
): Promise<PaymentOutcome> {
  const { kind, amountPaise } = request;
  const { payeeKind, payeeId } = payeeOf(request);
  if (kind === 'loyalty')
    return payWallet(client, context, { payeeKind, payeeId, amountPaise, transactionId }, request);
  const paidBy = method ?? PAYOUT_METHODS.find((known) => known === request.method);
  if (paidBy === undefined) throw new Error('a requested payout names no method');
  return payMechanic(client, context, { mechanicId: payeeId, amountPaise, method: paidBy, transactionId }, request);
}

/** @throws 409 when it was paid with another id */
function repeatedMessage({ state, paidId, amountPaise }: FoundRequest, transactionId: string): string | null {
  if (state !== 'approved' || paidId === null) return null;
  if (transactionKey(paidId) === transactionKey(transactionId)) return paidMessage(amountPaise, paidId);
  throw conflict(
    `${rupeesText(amountPaise)} was paid already, with transaction ID ${paidId}. Nothing was recorded now.`,
  );
}
