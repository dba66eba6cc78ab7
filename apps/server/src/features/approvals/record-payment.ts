import type { Approval } from '@wayside/contract/approvals';
import { PAYOUT_METHODS, type PayoutMethod } from '@wayside/contract/payouts';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import type pg from 'pg';
import { conflict } from '../../api-error.ts';
import { payMechanic } from '../../money/ledger/pay-mechanic.ts';
import { type PayContext, type PaymentOutcome, paidSentence } from '../../money/ledger/pay-once.ts';
import { payWallet } from '../../money/ledger/pay-wallet.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { finishErasures } from '../../money/ledger/retained-columns.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { rupeesText } from '../../rupees.ts';
import {
  type DecidingContext,
  type DecisionResponse,
  decideOnRequest,
  payeeOf,
  storeChange,
} from './decide-on-request.ts';
import type { FoundRequest } from './list-approvals.ts';

interface RecordPaymentInput {
  readonly id: string;
  readonly transactionId: string;
  /** If null, the method of the request is used. A loyalty payout has no method. */
  readonly method: PayoutMethod | null;
}

/**
 * Records that an approved payment was made at the bank (OWN-08). Writes payout, ledger entry, activity and event in
 * one transaction. The money has already been paid, so neither the current balance nor the rights of requester and
 * approver matter. The same transaction id again gets the first response.
 * @throws 400; 403; 404; 409 if the request is not approved, has expired or was paid with another id, or if the id
 *   belongs to another payment
 */
export async function recordPayment(context: PayContext, input: RecordPaymentInput): Promise<DecisionResponse> {
  const { id, transactionId } = input;
  const { record, ...said } = await decideOnRequest(
    context,
    { id, decision: 'record' },
    async (client, deciding, request) => {
      const { at, actor, decider } = deciding;
      const { approvedBy } = request;
      const { payeeKind, payeeId } = payeeOf(request);
      if (approvedBy === null) throw new Error('the payment to record has not been approved');
      await requireRight(client, actor, 'money:move');
      const { paymentId } = await pay(client, deciding, request, input);
      const amount = rupeesText(request.amountPaise);
      if (paymentId === null) throw conflict('paid_by_another_request', { amount, transactionId });
      const payment = request.kind === 'payout' ? { payoutId: paymentId } : { loyaltyPayoutId: paymentId };
      const decision = { state: 'approved', decidedBy: approvedBy, decidedAt: at, paidBy: decider } as const;
      await storeChange(client, id, { ...decision, ...payment });
      await finishErasures(client, deciding, payeeKind === 'user' ? 'users' : 'mechanics', [payeeId]);
      await recordActivity(client, actor, at, {
        action: 'payment_recorded',
        entity: 'approval',
        entityId: id,
        changes: toFieldChanges({ transactionId, ...payment }),
      });
      return paidSentence(request.amountPaise, transactionId);
    },
    (request) => repeatedSentence(request, transactionId),
  );
  return { ...addDebtToSentence(said, record), record };
}

function addDebtToSentence(paid: Sentence, { kind, owedPaise }: Approval): Sentence {
  if (owedPaise >= 0) return paid;
  const { amount = '', transactionId = '' } = paid.params;
  return kind === 'payout'
    ? sentence('paid_mechanic_owes', { amount, transactionId, owed: rupeesText(-owedPaise) })
    : sentence('paid_wallet_is', { amount, transactionId, wallet: rupeesText(owedPaise) });
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
  if (paidBy === undefined) throw new Error('a requested payout has no method');
  return payMechanic(client, context, { mechanicId: payeeId, amountPaise, method: paidBy, transactionId }, request);
}

/** @throws 409 if the request was paid with another id */
function repeatedSentence(
  { state, paidId, amountPaise, isVoided }: FoundRequest,
  transactionId: string,
): Sentence | null {
  if (state !== 'approved' || paidId === null) return null;
  if (transactionKey(paidId) === transactionKey(transactionId) && !isVoided)
    return paidSentence(amountPaise, paidId);
  // After a void, the first response would wrongly report that no money is owed (PAYO-11).
  throw conflict(isVoided ? 'recorded_with_another_id_voided' : 'recorded_with_another_id', {
    amount: rupeesText(amountPaise),
    paidId,
  });
}
