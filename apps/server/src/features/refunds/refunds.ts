import { REFUND_KINDS, REFUND_STATES } from '@wayside/contract/filter-values';
import { REFUND_APPROVAL_DAYS, type Refund, type RefundKind, type RefundState } from '@wayside/contract/refunds';
import type { Role } from '@wayside/contract/roles';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { ObjectId } from 'bson';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { type ApiError, badRequest, conflict, fieldError, notFound } from '../../api-error.ts';
import { type PayContext, type PayingContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requirePaymentRights, requireRight } from '../../money/ledger/payment-rights.ts';
import { postPendingEntriesOf } from '../../money/ledger/post-entries.ts';
import { notRefundableError, type PaymentFacts, readPaymentFacts } from '../../money/ledger/refund-facts.ts';
import { isResultOf, nextRefundState, type RefundEvent, remainingPaise } from '../../money/ledger/refund-states.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { refunds } from '../../platform/db/schema/refunds.ts';
import { defineStatement, rowsOf, sampleOf } from '../../platform/db/statement.ts';
import { rupeesText } from '../../rupees.ts';
import { getRefund } from './list-refunds.ts';
import { readRemainingLimit } from './refund-limits.ts';

export const DAY_MS = 86_400_000;

export interface RefundResponse extends Sentence {
  readonly record: Refund;
}

const refundRow = z.object({
  id: z.string(),
  paymentId: z.string(),
  mechanicId: z.nullable(z.string()),
  kind: z.enum(REFUND_KINDS),
  state: z.enum(REFUND_STATES),
  amountPaise: z.number(),
  mechanicPercent: z.number(),
  reason: z.nullable(z.string()),
  dueAt: z.nullable(z.date()),
  /** The due time before any correction. */
  firstDueAt: z.nullable(z.date()),
  isAfterRefund: z.boolean(),
  requestedBy: z.nullable(z.string()),
  /** The time when the refund was sent, unless it is waiting for approval. */
  sentAt: z.date(),
  lapsesAt: z.nullable(z.date()),
  approvedBy: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.date()),
  sourceId: z.nullable(z.string()),
});
/** A refund or dispute with the columns that its next step needs. */
export type FoundRefund = z.infer<typeof refundRow>;

const findRefund = (name: string, column: 'id' | 'request_key') =>
  defineStatement({
    name,
    text: `SELECT id, payment_id AS "paymentId", mechanic_id AS "mechanicId", kind, state, amount_paise AS "amountPaise",
      mechanic_percent AS "mechanicPercent", reason, coalesce(corrected_due_at, due_at) AS "dueAt", due_at AS "firstDueAt", coalesce(is_after_refund, false) AS "isAfterRefund", requested_by AS "requestedBy",
      coalesce(approved_at, requested_at) AS "sentAt", lapses_at AS "lapsesAt", source_id AS "sourceId", approved_by AS "approvedBy", decided_by AS "decidedBy", decided_at AS "decidedAt"
      FROM refunds WHERE ${column} = $1`,
    row: refundRow,
    example: [sampleOf('refunds', column)],
  });
export const FIND_REFUND = findRefund('find-refund', 'id');
const FIND_REFUND_OF_KEY = findRefund('find-refund-of-key', 'request_key');

/**
 * Returns the refund or dispute that this request has already created; null for a new request (LOYA-04). @throws 409
 * if the key belongs to a request with other content
 */
export async function findRepeatedRequest(
  client: pg.ClientBase,
  { actor }: PayingContext,
  wanted: Pick<FoundRefund, 'paymentId' | 'kind' | 'amountPaise' | 'reason' | 'dueAt'> & {
    /** Null for a dispute, because the share is set with its outcome. */
    readonly mechanicPercent: number | null;
    readonly key: string;
  },
): Promise<FoundRefund | null> {
  const [earlier] = await rowsOf(client, FIND_REFUND_OF_KEY, [wanted.key]);
  if (!earlier) return null;
  const isSame =
    earlier.requestedBy === actor.id &&
    earlier.paymentId === wanted.paymentId &&
    earlier.kind === wanted.kind &&
    earlier.amountPaise === wanted.amountPaise &&
    earlier.mechanicPercent === (wanted.mechanicPercent ?? earlier.mechanicPercent) &&
    earlier.firstDueAt?.getTime() === wanted.dueAt?.getTime() &&
    // The stored reason is null if the person has been erased since then.
    (earlier.reason ?? wanted.reason) === wanted.reason;
  if (!isSame) throw conflict('key_of_another_refund');
  return earlier;
}

interface RequestRefundInput {
  /** The id of the payment. */
  readonly id: string;
  readonly kind: Exclude<RefundKind, 'dispute'>;
  readonly amountPaise: number;
  /** The percentage that the mechanic bears. */
  readonly mechanicPercent: number;
  readonly reason: string;
  /** The idempotency key that the client created. */
  readonly key: string;
}

const requestedSentence = (amountPaise: number, lapsesAt: Date | null): Sentence =>
  lapsesAt === null
    ? sentence('refund_requested_now', { amount: rupeesText(amountPaise) })
    : sentence('sent_for_approval');

/**
 * Requests a refund from the marketplace, or approval of it if the refund is above the limit for the role (REFD-01,
 * REFD-02). The ledger changes when the marketplace confirms the refund. @throws 400; 403; 404; 409
 */
export async function requestRefund(context: PayContext, input: RequestRefundInput): Promise<RefundResponse> {
  const { id: paymentId, kind, amountPaise, mechanicPercent, reason, key } = input;
  const made = await payOnce(context, async (client, paying) => {
    const { actor, at } = paying;
    const role = await requireRight(client, actor, 'money:move');
    const content = { paymentId, kind, amountPaise, mechanicPercent, reason, dueAt: null };
    const earlier = await findRepeatedRequest(client, paying, { ...content, key });
    if (earlier) return earlier;
    const facts = await postAndReadPaymentFacts(client, paymentId);
    requireRefundable(facts, input);
    const free = await readRemainingLimit(client, { actor, role, at });
    const needsApproval = free !== null && amountPaise > free;
    const lapsesAt = needsApproval ? new Date(at.getTime() + REFUND_APPROVAL_DAYS * DAY_MS) : null;
    const { mechanicId } = facts;
    const id = new ObjectId().toHexString();
    await orm(client)
      .insert(refunds)
      .values({
        ...{ id, paymentId, mechanicId, kind, amountPaise, mechanicPercent, reason, lapsesAt },
        ...{
          state: needsApproval ? 'waiting' : 'requested',
          requestedBy: actor.id,
          requestedAt: at,
          requestKey: key,
        },
      });
    await recordActivity(client, actor, at, {
      action: 'requested',
      entity: 'refund',
      entityId: id,
      changes: toFieldChanges({ paymentId, kind, amountPaise, mechanicPercent }),
      note: reason,
      ...(needsApproval ? {} : { event: { type: 'refund.requested' } }),
    });
    return { id, lapsesAt };
  });
  return { ...requestedSentence(amountPaise, made.lapsesAt), record: await getRefund(context, made) };
}

/**
 * Posts the mechanic's pending entries, which may confirm refunds, and then reads the facts of the payment. @throws
 * 404
 */
export async function postAndReadPaymentFacts(client: pg.ClientBase, paymentId: string): Promise<PaymentFacts> {
  const facts = await readPaymentFacts(client, paymentId);
  if (facts.mechanicId === null) return facts;
  await postPendingEntriesOf(client, facts.mechanicId);
  return readPaymentFacts(client, paymentId);
}

/** @throws 400; 409 if the returned amount would exceed the payment */
function requireRefundable(
  facts: PaymentFacts,
  { kind, amountPaise, mechanicPercent }: Pick<RequestRefundInput, 'kind' | 'amountPaise' | 'mechanicPercent'>,
): void {
  requireBearer(facts, mechanicPercent);
  if (amountPaise > remainingPaise(facts)) throw notRefundableError(facts, 'not_requested');
  if (kind === 'full' && amountPaise !== facts.paidPaise)
    throw badRequest([fieldError('amount', 'amount_of_full_refund', { amount: rupeesText(facts.paidPaise) })]);
}

/** @throws 400 */
export function requireBearer({ mechanicId }: Pick<PaymentFacts, 'mechanicId'>, mechanicPercent: number): void {
  if (mechanicPercent > 0 && mechanicId === null)
    throw badRequest([fieldError('mechanicPercent', 'no_mechanic_of_payment')]);
}

/** Returns the error for a refund or dispute whose state allows no further step. */
export const refundStateConflict = (state: RefundState): ApiError =>
  state === 'expired' ? conflict('refund_expired', { days: REFUND_APPROVAL_DAYS }) : conflict(`refund_${state}`);

interface RefundStepInput {
  readonly id: string;
  readonly event: Exclude<RefundEvent, 'record' | 'expire' | 'ingest_failed' | 'link'>;
  /** Whether a completed step is the same as this one; by default it is. */
  readonly isSame?: (client: pg.ClientBase, refund: FoundRefund) => boolean | Promise<boolean>;
}

/**
 * Performs a step of a refund or dispute under the ledger's lock. If the same user repeats a step, the response is
 * the same. @param take stores the result and returns the message @throws 403; 404; 409 if the state does not allow
 * the step
 */
export async function changeRefundState(
  context: PayContext,
  { id, event, isSame = () => true }: RefundStepInput,
  take: (
    client: pg.ClientBase,
    paying: PayingContext & { decider: string; role: Role | null },
    refund: FoundRefund,
  ) => Promise<Sentence>,
): Promise<RefundResponse> {
  const decider = context.actor.id;
  if (decider === null) throw new Error('only an administrator decides on refunds');
  const said = await payOnce<Sentence>(context, async (client, paying) => {
    const role = await requireRight(client, paying.actor, 'money:move');
    const [refund] = await rowsOf(client, FIND_REFUND, [id]);
    if (!refund) throw notFound('refund');
    if (nextRefundState(refund.state, event) !== null) return take(client, { ...paying, decider, role }, refund);
    const by = event === 'approve' ? refund.approvedBy : refund.decidedBy;
    if (isResultOf(event, refund.state) && by === decider && (await isSame(client, refund)))
      return sentence('done_already');
    throw refundStateConflict(refund.state);
  });
  return { ...said, record: await getRefund(context, { id }) };
}

interface RefundInput {
  readonly id: string;
}

/** Approves another user's refund and sends it to the marketplace (TEAM-06, REFD-02). @throws 403; 404; 409 */
export function approveRefund(context: PayContext, { id }: RefundInput): Promise<RefundResponse> {
  return changeRefundState(context, { id, event: 'approve' }, async (client, { at, actor, decider }, refund) => {
    const { paymentId, kind, amountPaise, requestedBy } = refund;
    if (requestedBy === null || requestedBy === decider) throw conflict('own_refund_to_approve');
    await requirePaymentRights(client, { requestedBy, approvedBy: decider });
    const facts = await postAndReadPaymentFacts(client, paymentId);
    // The pending amount includes the amount of this refund.
    const others = { ...facts, pendingPaise: facts.pendingPaise - amountPaise };
    if (amountPaise > remainingPaise(others)) throw notRefundableError(others, 'to_reject');
    await orm(client)
      .update(refunds)
      .set({ state: 'requested', approvedBy: decider, approvedAt: at })
      .where(eq(refunds.id, id));
    await recordActivity(client, actor, at, {
      action: 'approved',
      entity: 'refund',
      entityId: id,
      changes: toFieldChanges({ paymentId, kind, amountPaise }),
    });
    return sentence('refund_approved_now', { amount: rupeesText(amountPaise) });
  });
}

/** Rejects another user's refund (TEAM-06). @throws 403; 404; 409 */
export function rejectRefund(
  context: PayContext,
  input: RefundInput & { reason: string },
): Promise<RefundResponse> {
  return changeRefundState(context, { id: input.id, event: 'reject' }, async (client, paying, refund) => {
    if (refund.requestedBy === paying.decider) throw conflict('own_refund_to_reject');
    await endRefund(client, paying, { id: input.id, state: 'rejected', reason: input.reason });
    return sentence('refund_rejected_now');
  });
}

/** Withdraws the caller's refund request before it is approved (TEAM-06). @throws 403; 404; 409 */
export function withdrawRefund(context: PayContext, { id }: RefundInput): Promise<RefundResponse> {
  return changeRefundState(context, { id, event: 'withdraw' }, async (client, paying, refund) => {
    if (refund.requestedBy !== paying.decider) throw conflict('refund_of_another_to_withdraw');
    await endRefund(client, paying, { id, state: 'withdrawn', reason: null });
    return sentence('refund_withdrawn_now');
  });
}

/** Ends a refund without returning money. @param facts the facts for its event */
export async function endRefund(
  client: pg.ClientBase,
  { at, actor, decider }: PayingContext & { readonly decider: string },
  { id, state, reason }: { id: string; state: 'rejected' | 'withdrawn' | 'cancelled'; reason: string | null },
  facts: Parameters<typeof toFieldChanges>[0] = {},
): Promise<void> {
  await orm(client)
    .update(refunds)
    .set({ state, outcomeReason: reason, decidedBy: decider, decidedAt: at })
    .where(eq(refunds.id, id));
  await recordActivity(client, actor, at, {
    action: state,
    entity: 'refund',
    entityId: id,
    changes: toFieldChanges(facts),
    note: reason,
  });
}
