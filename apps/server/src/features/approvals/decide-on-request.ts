import type { Approval, ApprovalState } from '@wayside/contract/approvals';
import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { conflict, notFound } from '../../api-error.ts';
import { orm } from '../../db/orm.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { approvals } from '../../db/schema/approvals.ts';
import { rowsOf } from '../../db/statement.ts';
import { type PayContext, type PayingContext, payOnce } from '../../ledger/pay-once.ts';
import { FIND_REQUEST, type FoundRequest } from './approval-statements.ts';
import { getApproval } from './list-approvals.ts';

type Decision = Exclude<ApprovalState, 'waiting' | 'lapsed'>;

/** The context of a decision: the person who decides, and what a payment needs. */
export interface DecidingContext extends PayingContext {
  readonly decider: string;
}

export interface DecisionAnswer {
  readonly message: string;
  readonly record: Approval;
}

const OUTCOMES: Readonly<Record<Decision, string>> = {
  approved: 'has approved',
  rejected: 'has rejected',
  withdrawn: 'has withdrawn',
};

/**
 * Decides on a request in one transaction that holds the ledger's lock, so that one of two decisions at the same time
 * finds the other (TEAM-06). The same decision again, by the same person, gets the same answer.
 * @param decide does what the decision is about and returns the message for the person
 * @throws 404; 409 when the request no longer waits
 */
export async function decideOnRequest(
  context: PayContext,
  { id, decision }: { readonly id: string; readonly decision: Decision },
  decide: (client: pg.ClientBase, context: DecidingContext, request: FoundRequest) => Promise<string>,
): Promise<DecisionAnswer> {
  const decider = context.actor.id;
  if (decider === null) throw new Error('only an administrator decides on payments');
  const message = await payOnce(context, async (client, paying) => {
    const [request] = await rowsOf(client, FIND_REQUEST, [paying.at, id]);
    if (!request) throw notFound('payment that needs approval');
    if (request.state === decision && request.decidedBy === decider) return 'This was done already.';
    if (request.state === 'lapsed') throw conflict('It has lapsed: nobody approved it within 7 days.');
    if (request.state !== 'waiting')
      throw conflict(`${request.decider} ${OUTCOMES[request.state]} this already. Nothing was changed.`);
    return decide(client, { ...paying, decider }, request);
  });
  return { message, record: await getApproval(context, { id }) };
}

/** Stores the decision and its activity entry. */
export async function storeDecision(
  client: pg.ClientBase,
  { at, actor, decider }: DecidingContext,
  { id }: FoundRequest,
  decision: { readonly state: Decision; readonly reason?: string; payoutId?: string; loyaltyPayoutId?: string },
): Promise<void> {
  const stored = await orm(client)
    .update(approvals)
    .set({ ...decision, decidedBy: decider, decidedAt: at })
    .where(and(eq(approvals.id, id), eq(approvals.state, 'waiting')))
    .returning({ id: approvals.id });
  if (stored.length === 0) throw new Error('a request was decided on without the lock of the ledger');
  await recordActivity(client, actor, at, {
    action: decision.state,
    entity: 'approval',
    entityId: id,
    note: decision.reason ?? null,
  });
}
