import type { Approval } from '@wayside/contract/approvals';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { type ApiError, conflict, notFound } from '../../api-error.ts';
import { readReservedAmount } from '../../money/ledger/approval-requests.ts';
import { lockPayee } from '../../money/ledger/owed-amounts.ts';
import { requireBalance } from '../../money/ledger/pay-mechanic.ts';
import { type PayContext, type PayingContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireWallet } from '../../money/ledger/pay-wallet.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { approvals } from '../../platform/db/schema/approvals.ts';
import { rowsOf } from '../../platform/db/statement.ts';
import { FIND_REQUEST, type FoundRequest, getApproval } from './list-approvals.ts';

/** A payment without its transaction id. Exactly one of the payee ids is null. */
interface PayablePayment {
  readonly kind: 'payout' | 'loyalty';
  readonly userId: string | null;
  readonly mechanicId: string | null;
  readonly amountPaise: number;
}

/** Returns the payee of a payment. */
export function payeeOf({ userId, mechanicId }: Pick<PayablePayment, 'userId' | 'mechanicId'>) {
  if (userId !== null) return { payeeKind: 'user', payeeId: userId, owner: { userId } } as const;
  if (mechanicId === null) throw new Error('a requested payment has no payee');
  return { payeeKind: 'mechanic', payeeId: mechanicId, owner: { mechanicId } } as const;
}

/**
 * Requires that a payment is possible now, with the checks of the payment itself.
 * @param client holds the ledger's lock
 * @param reserving the requests whose amounts count as reserved: all open requests, or only approved ones, which the
 *   bank may have paid
 * @throws 404; 409
 */
export async function requirePayable(
  client: pg.ClientBase,
  payment: PayablePayment,
  at: Date,
  reserving: 'open' | 'approved',
): Promise<void> {
  const { kind, amountPaise } = payment;
  const { payeeKind, payeeId, owner } = payeeOf(payment);
  const locked = await lockPayee(client, payeeKind, payeeId);
  const reserved = await readReservedAmount(client, { kind, payee: owner }, at, reserving);
  if (kind === 'payout') await requireBalance(client, { mechanicId: payeeId, amountPaise }, reserved);
  else await requireWallet(client, { payeeKind, payeeId, amountPaise }, locked, reserved);
}

/** The decisions on a request (TEAM-06, OWN-08). */
type Decision = 'approve' | 'record' | 'reject' | 'withdraw';
type RequestState = FoundRequest['state'];

/** The context of a decision: the user who decides, and the dependencies of a payment. */
export interface DecidingContext extends PayingContext {
  readonly decider: string;
}

export interface DecisionResponse extends Sentence {
  readonly record: Approval;
}

const ALLOWED_STATES: Readonly<Record<Decision, readonly RequestState[]>> = {
  approve: ['waiting'],
  record: ['to_be_paid'],
  reject: ['waiting', 'to_be_paid'],
  withdraw: ['waiting', 'to_be_paid'],
};

const DECIDED_BY = {
  to_be_paid: 'approved_by',
  approved: 'approved_by',
  rejected: 'rejected_by',
  cancelled: 'cancelled_by',
  withdrawn: 'withdrawn_by',
} as const;

/** Checks whether the same user has already made this decision. */
function isRepeated(decision: Decision, request: FoundRequest, decider: string): boolean {
  const { state, approvedBy, decidedBy } = request;
  if (decision === 'approve')
    return (state === 'to_be_paid' || state === 'approved') && (approvedBy ?? decidedBy) === decider;
  if (decision === 'reject') return (state === 'rejected' || state === 'cancelled') && decidedBy === decider;
  return decision === 'withdraw' && state === 'withdrawn' && decidedBy === decider;
}

function decisionConflict(decision: Decision, { state, decider, approvedBy }: FoundRequest): ApiError {
  if (state === 'waiting') return conflict('nobody_approved_yet');
  if (state !== 'lapsed') return conflict(DECIDED_BY[state], { name: decider ?? '' });
  if (approvedBy === null) return conflict('request_expired');
  return conflict(decision === 'record' ? 'approval_expired_not_recorded' : 'approval_expired');
}

/**
 * Decides on a request under the ledger's lock, so that the second of two concurrent decisions sees the first
 * (TEAM-06). The same decision by the same user gets the same response. @param decide acts and returns the message
 * @param repeat returns the same message when a paid request is recorded again @throws 404; 409 if the state of the
 * request does not allow the decision
 */
export async function decideOnRequest(
  context: PayContext,
  { id, decision }: { readonly id: string; readonly decision: Decision },
  decide: (client: pg.ClientBase, context: DecidingContext, request: FoundRequest) => Promise<Sentence>,
  repeat: (request: FoundRequest) => Sentence | null = () => null,
): Promise<DecisionResponse> {
  const decider = context.actor.id;
  if (decider === null) throw new Error('only an administrator decides on payments');
  const said = await payOnce<Sentence>(context, async (client, paying) => {
    const [request] = await rowsOf(client, FIND_REQUEST, [paying.at, id]);
    if (!request) throw notFound('payment_for_approval');
    if (ALLOWED_STATES[decision].includes(request.state)) return decide(client, { ...paying, decider }, request);
    if (isRepeated(decision, request, decider)) return sentence('done_already');
    const repeated = repeat(request);
    if (repeated !== null) return repeated;
    throw decisionConflict(decision, request);
  });
  return { ...said, record: await getApproval(context, { id }) };
}

type StoredChange = Partial<Omit<typeof approvals.$inferInsert, 'id'>>;

/** Stores the new state of an open request. */
export async function storeChange(client: pg.ClientBase, id: string, change: StoredChange): Promise<void> {
  const stored = await orm(client)
    .update(approvals)
    .set(change)
    .where(and(eq(approvals.id, id), eq(approvals.state, 'waiting')))
    .returning({ id: approvals.id });
  if (stored.length === 0) throw new Error('a request was decided on without the lock of the ledger');
}

/** Ends a request without payment and adds the activity entry. */
export async function endRequest(
  client: pg.ClientBase,
  { at, actor, decider }: DecidingContext,
  { id }: FoundRequest,
  { state, reason = null }: { readonly state: 'rejected' | 'withdrawn'; readonly reason?: string | null },
): Promise<void> {
  await storeChange(client, id, { state, reason, decidedBy: decider, decidedAt: at });
  await recordActivity(client, actor, at, { action: state, entity: 'approval', entityId: id, note: reason });
}
