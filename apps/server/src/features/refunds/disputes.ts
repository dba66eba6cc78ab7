import { mechanicShare } from '@wayside/contract/refunds';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { ObjectId } from 'bson';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { badRequest, conflict, fieldError, notFound } from '../../api-error.ts';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { postOwnEntries } from '../../money/ledger/post-entries.ts';
import type { PaymentFacts } from '../../money/ledger/refund-facts.ts';
import { lostPaise } from '../../money/ledger/refund-states.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { refunds } from '../../platform/db/schema/refunds.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { getRefund } from './list-refunds.ts';
import { readRemainingLimit } from './refund-limits.ts';
import {
  changeRefundState,
  FIND_REFUND,
  type FoundRefund,
  findRepeatedRequest,
  postAndReadPaymentFacts,
  type RefundResponse,
  refundStateConflict,
  requireBearer,
} from './refunds.ts';

interface OpenDisputeInput {
  /** The id of the payment. */
  readonly id: string;
  readonly amountPaise: number;
  /** The bank's deadline for evidence. */
  readonly dueOn: string;
  readonly reason: string;
  readonly key: string;
}

const END_OF_DAY = defineStatement({
  name: 'end-of-due-day',
  text: `SELECT day_start($1::date + 1, business_time_zone()) - interval '1 millisecond' AS "dueAt"`,
  row: z.object({ dueAt: z.date() }),
  example: ['2026-11-20'],
});

async function endOfDay(client: pg.ClientBase, dueOn: string): Promise<Date> {
  const [due] = await rowsOf(client, END_OF_DAY, [dueOn]);
  if (!due) throw new Error('the day has no end');
  return due.dueAt;
}

/** @throws 400 if the day has passed, because the bank no longer accepts evidence */
function requireFuture(dueAt: Date, at: Date): void {
  if (dueAt < at) throw badRequest([fieldError('dueOn', 'today_or_later')]);
}

/**
 * Records that the customer's bank disputes a payment, whether or not it is refunded (REFD-03). @throws 400; 403;
 * 404; 409
 */
export async function openDispute(context: PayContext, input: OpenDisputeInput): Promise<RefundResponse> {
  const { id: paymentId, amountPaise, dueOn, reason, key } = input;
  const kind = 'dispute';
  const made = await payOnce(context, async (client, paying) => {
    const { actor, at } = paying;
    await requireRight(client, actor, 'money:move');
    const dueAt = await endOfDay(client, dueOn);
    const content = { paymentId, kind, amountPaise, mechanicPercent: null, reason, dueAt } as const;
    const earlier = await findRepeatedRequest(client, paying, { ...content, key });
    if (earlier) return earlier;
    requireFuture(dueAt, at);
    const { status, method, paidPaise, disputedPaise, mechanicId } = await postAndReadPaymentFacts(
      client,
      paymentId,
    );
    if (status !== 'paid' && status !== 'refunded') throw conflict('dispute_of_unpaid');
    if (method === 'cash') throw conflict('dispute_of_cash');
    if (disputedPaise + amountPaise > paidPaise)
      throw badRequest([
        fieldError('amount', 'amount_at_most', { amount: rupeesText(Math.max(0, paidPaise - disputedPaise)) }),
      ]);
    const id = new ObjectId().toHexString();
    await orm(client)
      .insert(refunds)
      .values({
        ...{ id, paymentId, mechanicId, kind, state: 'open', amountPaise, reason, dueAt },
        isAfterRefund: status === 'refunded' ? true : null,
        ...{ requestedBy: actor.id, requestedAt: at, requestKey: key },
      });
    await recordActivity(client, actor, at, {
      action: 'opened',
      entity: 'refund',
      entityId: id,
      changes: toFieldChanges({ paymentId, amountPaise, dueAt: dueAt.toISOString() }),
      note: reason,
    });
    return { id };
  });
  return {
    ...sentence('dispute_open', { amount: rupeesText(amountPaise) }),
    record: await getRefund(context, made),
  };
}

interface CorrectDueDayInput {
  readonly id: string;
  readonly dueOn: string;
}

/**
 * Corrects the due date of an open dispute. The activity log contains the old and the new date (REFD-03). @throws
 * 400; 403; 404; 409
 */
export async function correctDueDay(
  context: PayContext,
  { id, dueOn }: CorrectDueDayInput,
): Promise<RefundResponse> {
  const said = await payOnce<Sentence>(context, async (client, { actor, at }) => {
    await requireRight(client, actor, 'money:move');
    const [dispute] = await rowsOf(client, FIND_REFUND, [id]);
    if (!dispute?.dueAt) throw notFound('dispute');
    if (dispute.state !== 'open') throw refundStateConflict(dispute.state);
    const dueAt = await endOfDay(client, dueOn);
    requireFuture(dueAt, at);
    if (dueAt.getTime() === dispute.dueAt.getTime()) return sentence('due_day_same');
    await orm(client).update(refunds).set({ correctedDueAt: dueAt }).where(eq(refunds.id, id));
    await recordActivity(client, actor, at, {
      action: 'updated',
      entity: 'refund',
      entityId: id,
      changes: [{ field: 'dueAt', before: dispute.dueAt.toISOString(), after: dueAt.toISOString() }],
      // The seal of an open dispute includes the reason for opening it.
      note: dispute.reason,
    });
    return sentence('due_day_corrected');
  });
  return { ...said, record: await getRefund(context, { id }) };
}

/** @throws 409 if a refund may still be paid, so that the same amount is never returned twice (REFD-03) */
async function readFactsWithoutPending(client: pg.ClientBase, paymentId: string): Promise<PaymentFacts> {
  const facts = await postAndReadPaymentFacts(client, paymentId);
  if (facts.pendingPaise > 0) throw conflict('refund_under_way');
  return facts;
}

interface DecideDisputeInput {
  readonly id: string;
  readonly isLost: boolean;
  /** The percentage of the loss that the mechanic bears. */
  readonly mechanicPercent: number;
  readonly reason: string;
}

/**
 * Records the outcome of a dispute. A lost dispute returns the part of the payment that has not been refunded, so
 * that no amount is returned twice, and posts the mechanic's share. A share above the limit for the role must be
 * decided by a user other than the one who opened the dispute (REFD-02, REFD-03). @throws 400; 403; 404; 409
 */
export function decideDispute(context: PayContext, input: DecideDisputeInput): Promise<RefundResponse> {
  const { id, isLost, reason } = input;
  const state = isLost ? 'lost' : 'won';
  const isSame = (_: pg.ClientBase, { mechanicPercent }: FoundRefund) =>
    !isLost || mechanicPercent === input.mechanicPercent;
  return changeRefundState(
    context,
    { id, event: isLost ? 'lose' : 'win', isSame },
    async (client, paying, dispute) => {
      const { at, actor, decider, role } = paying;
      const { paymentId, amountPaise, mechanicId, dueAt, requestedBy } = dispute;
      const mechanicPercent = isLost ? input.mechanicPercent : 0;
      requireBearer({ mechanicId }, mechanicPercent);
      const returnedPaise = isLost ? lostPaise(dispute, await readFactsWithoutPending(client, paymentId)) : 0;
      const free = await readRemainingLimit(client, { actor, role, at });
      if (requestedBy === decider && free !== null && mechanicShare(returnedPaise, mechanicPercent) > free)
        throw conflict('dispute_needs_another_person', { free: rupeesText(free) });
      await orm(client)
        .update(refunds)
        .set({ state, returnedPaise, mechanicPercent, outcomeReason: reason, decidedBy: decider, decidedAt: at })
        .where(eq(refunds.id, id));
      await postOwnEntries(client);
      await recordActivity(client, actor, at, {
        action: state,
        entity: 'refund',
        entityId: id,
        changes: toFieldChanges({
          ...{ paymentId, amountPaise, dueAt: dueAt?.toISOString() ?? null },
          ...(isLost ? { returnedPaise, mechanicPercent } : {}),
        }),
        note: reason,
      });
      return isLost
        ? sentence('dispute_lost_now', { amount: rupeesText(returnedPaise) })
        : sentence('dispute_won_now');
    },
  );
}
