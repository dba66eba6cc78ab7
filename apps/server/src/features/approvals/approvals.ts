import { createHash } from 'node:crypto';
import { APPROVAL_DAYS, type ApprovalCause, type ApprovalSettings } from '@wayside/contract/approvals';
import type { ApprovalFilters } from '@wayside/contract/lists';
import type { PayoutMethod } from '@wayside/contract/payouts';
import { ROLES, roleMay } from '@wayside/contract/roles';
import { sentence } from '@wayside/contract/sentences';
import type pg from 'pg';
import { z } from 'zod';
import { badRequest, conflict, fieldError } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import {
  type ApprovalLimits,
  findApprovalCause,
  readLimits,
  requestApproval,
} from '../../money/ledger/approval-requests.ts';
import { findFirstResponse, type PayContext, type PayingContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requirePaymentRights, requireRight } from '../../money/ledger/payment-rights.ts';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { approvalSettings } from '../../platform/db/schema/approvals.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import { countPages } from '../../platform/db/statement-page.ts';
import {
  type DecisionResponse,
  decideOnRequest,
  endRequest,
  payeeOf,
  requirePayable,
  storeChange,
} from './decide-on-request.ts';
import { FIND_REQUEST_OF_KEY, type FoundRequest, getApproval, listApprovals } from './list-approvals.ts';

const APPROVERS: readonly string[] = ROLES.filter((role) => roleMay(role, 'money:move'));

const COUNT_OTHER_APPROVERS = defineStatement({
  name: 'other-approvers',
  text: `SELECT count(*) AS count FROM admins AS a WHERE suspended_at IS NULL AND email_key IS NOT NULL AND role = ANY ($1)
      AND id IS DISTINCT FROM $2 AND NOT EXISTS (SELECT FROM password_links WHERE admin_id = a.id)`,
  row: z.object({ count: z.number() }),
  example: [['owner'], null],
});

type SettingsContext = Pick<ActorContext, 'database' | 'actor'>;

async function readSettings(client: pg.ClientBase, { actor }: SettingsContext): Promise<ApprovalSettings> {
  const [others] = await rowsOf(client, COUNT_OTHER_APPROVERS, [APPROVERS, actor.id]);
  return { ...(await readLimits(client)), otherApprovers: others?.count ?? 0 };
}

/**
 * Returns when payments need approval, and the number of other users who can approve a payment of the caller
 * (TEAM-06).
 */
export const getApprovalSettings = (context: SettingsContext): Promise<ApprovalSettings> =>
  context.database.transaction((client) => readSettings(client, context));

/** The limits to change. Undefined leaves a limit unchanged; null switches it off (OWN-07). */
type UpdateApprovalSettingsInput = { readonly [K in keyof ApprovalLimits]: ApprovalLimits[K] | undefined };

/** Changes the given limits for later payments and adjustments (TEAM-06, PAYO-11, OWN-07). @throws 403 */
export function updateApprovalSettings(
  context: SettingsContext & Pick<ActorContext, 'now'>,
  input: UpdateApprovalSettingsInput,
): Promise<ApprovalSettings> {
  return context.database.transaction(async (client) => {
    // The lock ensures that each payment is checked against one consistent set of limits, and that the second of two
    // changes reads the result of the first.
    await lockLedger(client);
    await requireRight(client, context.actor, 'approvals:configure');
    const before = await readLimits(client);
    const given = Object.entries(input).filter(([, limit]) => limit !== undefined);
    const limits: ApprovalLimits = { ...before, ...Object.fromEntries(given) };
    await orm(client)
      .insert(approvalSettings)
      .values(limits)
      .onConflictDoUpdate({ target: approvalSettings.onlyRow, set: limits });
    const fields = Object.keys(before) as (keyof ApprovalLimits)[];
    const changes = fields
      .map((field) => ({ field, before: before[field], after: limits[field] }))
      .filter((change) => change.before !== change.after);
    if (changes.length > 0)
      await recordActivity(client, context.actor, context.now(), {
        action: 'updated',
        entity: 'approval_settings',
        entityId: null,
        changes,
      });
    return readSettings(client, context);
  });
}

const DAY_MS = 86_400_000;

/**
 * Approves another user's request. The payment can then be made at the bank and recorded (TEAM-06, OWN-08). Its
 * amount stays reserved for 7 days. @throws 404; 409 if the caller made the request, if it has ended, or if the
 * payment is not possible now; in the last case the request stays open
 */
export function approvePayment(context: PayContext, { id }: { readonly id: string }): Promise<DecisionResponse> {
  return decideOnRequest(context, { id, decision: 'approve' }, async (client, deciding, request) => {
    const { at, actor, decider } = deciding;
    if (request.requestedBy === decider) throw conflict('own_payment_to_approve');
    await requirePaymentRights(client, { requestedBy: request.requestedBy, approvedBy: decider });
    await requireUnusedId(client, deciding, request);
    await requirePayable(client, request, at, 'approved');
    const lapsesAt = new Date(at.getTime() + APPROVAL_DAYS * DAY_MS);
    await storeChange(client, id, { approvedBy: decider, approvedAt: at, lapsesAt });
    await recordActivity(client, actor, at, {
      action: 'approved',
      entity: 'approval',
      entityId: id,
      changes: [{ field: 'lapsesAt', before: null, after: lapsesAt.toISOString() }],
    });
    return sentence('payment_approved_now');
  });
}

/** @throws 409 if the intended transaction id has been used for another payment in the meantime */
async function requireUnusedId(
  client: pg.ClientBase,
  { settings }: PayingContext,
  request: FoundRequest,
): Promise<void> {
  const { kind, amountPaise, method, transactionId } = request;
  if (transactionId === '') return;
  const { payeeKind, payeeId } = payeeOf(request);
  const intended = {
    kind: kind === 'payout' ? kind : (`loyalty to ${payeeKind}` as const),
    ...{ payeeId, amountPaise, method, transactionId },
  };
  if ((await findFirstResponse(client, intended, settings.timeZone)) !== null)
    throw conflict('payment_made_already');
}

type State = ApprovalFilters['state'];

/** Returns the number of payment requests in each of the states (VIEW-04). */
export async function countApprovals(
  context: Pick<AppContext, 'database' | 'now'>,
  states: readonly State[],
): Promise<number[]> {
  const distinct = [...new Set(states)];
  const counts = await countPages(
    distinct.map((state) => ({ state })),
    (view) => listApprovals(context, view),
  );
  return states.map((state) => counts[distinct.indexOf(state)] ?? 0);
}

interface RejectPaymentInput {
  readonly id: string;
  readonly reason: string;
}

/**
 * Rejects another user's request, or cancels it after its approval. This releases the amount and the transaction id
 * (TEAM-06, OWN-08). @throws 403; 404; 409 if the caller made the request or it has ended
 */
export function rejectPayment(context: PayContext, { id, reason }: RejectPaymentInput): Promise<DecisionResponse> {
  return decideOnRequest(context, { id, decision: 'reject' }, async (client, deciding, request) => {
    await requireRight(client, deciding.actor, 'money:move');
    if (request.requestedBy === deciding.decider) throw conflict('own_payment_to_reject');
    await endRequest(client, deciding, request, { state: 'rejected', reason });
    return sentence(request.state === 'to_be_paid' ? 'payment_cancelled_now' : 'payment_rejected_now');
  });
}

/**
 * Checks whether a payment of the caller would need approval now, and why. The payment itself is checked again
 * (OWN-08).
 */
export const checkApproval = (
  { database, actor, now }: Pick<ActorContext, 'database' | 'actor' | 'now'>,
  { amountPaise }: { readonly amountPaise: number },
): Promise<ApprovalCause | null> =>
  database.transaction((client) => findApprovalCause(client, { actor, amountPaise, at: now() }));

interface RequestPaymentInput {
  readonly kind: 'payout' | 'loyalty';
  readonly payeeKind: 'user' | 'mechanic';
  readonly payeeId: string;
  readonly amountPaise: number;
  /** The method of a payout; null for a loyalty payout. */
  readonly method: PayoutMethod | null;
  /** The reason for the payment, for the approver. */
  readonly note: string;
  /** The idempotency key that the client created. */
  readonly key: string;
}

/**
 * Requests approval of a payment before it is made at the bank, and reserves its amount (OWN-08). A repeated request
 * gets the first response.
 * @throws 400; 403; 404; 409 if no approval is needed, if the payment is not possible now, or if the key belongs to
 *   another request
 */
export async function requestPayment(context: PayContext, input: RequestPaymentInput): Promise<DecisionResponse> {
  const { kind, payeeKind, payeeId, amountPaise, note } = input;
  const method = kind === 'payout' ? input.method : null;
  if (kind === 'payout' && payeeKind !== 'mechanic')
    throw badRequest([fieldError('payeeKind', 'mechanic_for_payout')]);
  if (kind === 'payout' && method === null) throw badRequest([fieldError('method', 'required_for_payout')]);
  const content = JSON.stringify([kind, payeeKind, payeeId, amountPaise, method, note]);
  const requestHash = createHash('sha256').update(content).digest();
  // The key of a real transaction id never contains a space, so this key matches no payment.
  const transactionKey = `request ${input.key}`;
  const payee = payeeKind === 'user' ? { userId: payeeId } : { mechanicId: payeeId };
  const { id, said } = await payOnce(context, async (client, { at, actor }) => {
    await requireRight(client, actor, 'money:move');
    const [earlier] = await rowsOf(client, FIND_REQUEST_OF_KEY, [at, transactionKey]);
    if (earlier) {
      if (earlier.requestHash.equals(requestHash) && earlier.requestedBy === actor.id)
        return { id: earlier.id, said: REQUESTED_SENTENCE };
      throw conflict('key_of_another_payment');
    }
    await requirePayable(client, { kind, userId: null, mechanicId: null, ...payee, amountPaise }, at, 'open');
    const cause = await findApprovalCause(client, { actor, amountPaise, at });
    if (cause === null) throw conflict('needs_no_approval');
    const { approvalId } = await requestApproval(
      client,
      { actor, at, key: { transactionKey, requestHash }, cause },
      { kind, payee, amountPaise, method, transactionId: null, note },
    );
    if (approvalId === null) throw new Error('a request was stored without an id');
    return { id: approvalId, said: REQUESTED_SENTENCE };
  });
  return { ...said, record: await getApproval(context, { id }) };
}

const REQUESTED_SENTENCE = sentence('sent_for_approval_to_pay');

/**
 * Withdraws the caller's unpaid request and releases its amount and transaction id (TEAM-06, OWN-08). @throws 403;
 * 404; 409 if another user made the request or it has ended
 */
export function withdrawPayment(context: PayContext, { id }: { readonly id: string }): Promise<DecisionResponse> {
  return decideOnRequest(context, { id, decision: 'withdraw' }, async (client, deciding, request) => {
    await requireRight(client, deciding.actor, 'money:move');
    if (request.requestedBy !== deciding.decider) throw conflict('payment_of_another_to_withdraw');
    await endRequest(client, deciding, request, { state: 'withdrawn' });
    return sentence('payment_withdrawn_now');
  });
}
