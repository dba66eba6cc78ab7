import { REFUND_RESPONSE_DAYS } from '@wayside/contract/filter-values';
import { sentence } from '@wayside/contract/sentences';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import { confirmation } from '../../money/ledger/confirm-refunds.ts';
import type { PayContext } from '../../money/ledger/pay-once.ts';
import { postOwnEntries } from '../../money/ledger/post-entries.ts';
import { notRefundableError } from '../../money/ledger/refund-facts.ts';
import { nextRefundState } from '../../money/ledger/refund-states.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivities } from '../../platform/db/record-activity.ts';
import { refunds } from '../../platform/db/schema/refunds.ts';
import { rowsOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import {
  changeRefundState,
  DAY_MS,
  endRefund,
  FIND_REFUND,
  type FoundRefund,
  postAndReadPaymentFacts,
  type RefundResponse,
} from './refunds.ts';

interface CancelRefundInput {
  readonly id: string;
  readonly reason: string;
}

/**
 * Ends a refund without a response from the marketplace. Its amount can then be requested again, and a dispute can be
 * recorded as lost. The marketplace may still report that it made the refund (REFD-01). @throws 403; 404; 409
 */
export function cancelRefund(context: PayContext, { id, reason }: CancelRefundInput): Promise<RefundResponse> {
  return changeRefundState(context, { id, event: 'cancel' }, async (client, paying, refund) => {
    if (refund.sentAt.getTime() > paying.at.getTime() - REFUND_RESPONSE_DAYS * DAY_MS)
      throw conflict('refund_sent_lately', { days: REFUND_RESPONSE_DAYS });
    const { paymentId, kind, amountPaise } = refund;
    await endRefund(client, paying, { id, state: 'cancelled', reason }, { paymentId, kind, amountPaise });
    return sentence('refund_cancelled_now', { amount: rupeesText(amountPaise) });
  });
}

interface LinkRefundInput {
  /** The id of the request. */
  readonly id: string;
  /** The id of the refund that the marketplace made. */
  readonly madeId: string;
}

/**
 * Confirms a request with a refund that the marketplace made without stating a request id. The refund itself no
 * longer counts, and the mechanic's share according to the request is posted (REFD-01, REFD-02). @throws 403; 404;
 * 409
 */
export function linkRefund(context: PayContext, { id, madeId }: LinkRefundInput): Promise<RefundResponse> {
  const isSame = async (client: pg.ClientBase, { paymentId }: FoundRefund) => {
    const [made] = await rowsOf(client, FIND_REFUND, [madeId]);
    return made?.state === 'linked' && made.paymentId === paymentId && made.decidedBy === context.actor.id;
  };
  return changeRefundState(
    context,
    { id, event: 'ingest_confirmed', isSame },
    async (client, { at, actor, decider }, request) => {
      const [made] = await rowsOf(client, FIND_REFUND, [madeId]);
      if (!made) throw notFound('refund');
      const { paymentId, amountPaise, sourceId, decidedAt } = made;
      if (made.requestedBy !== null || nextRefundState(made.state, 'link') === null)
        throw conflict('refund_not_unrequested');
      if (request.requestedBy === null || paymentId !== request.paymentId || amountPaise !== request.amountPaise)
        throw conflict('refunds_differ');
      const facts = await postAndReadPaymentFacts(client, paymentId);
      // The amount of the refund is added to the request unless the amount of the payment has decreased since then.
      if (request.state !== 'requested' && facts.returnedPaise + facts.pendingPaise > facts.paidPaise)
        throw notRefundableError(facts, 'not_changed');
      await orm(client)
        .update(refunds)
        .set({ state: 'linked', returnedPaise: 0, sourceId: null, decidedBy: decider })
        .where(eq(refunds.id, madeId));
      await orm(client)
        .update(refunds)
        .set({
          ...{ state: 'confirmed', returnedPaise: amountPaise, sourceId, decidedBy: decider, decidedAt },
          outcomeReason: null,
        })
        .where(eq(refunds.id, id));
      await postOwnEntries(client);
      await recordActivities(client, actor, at, [
        { action: 'linked', entity: 'refund', entityId: madeId, changes: toFieldChanges({ requestId: id }) },
        confirmation(request),
      ]);
      return sentence('refund_linked_now', { amount: rupeesText(amountPaise) });
    },
  );
}
