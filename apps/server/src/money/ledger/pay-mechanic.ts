import type { FieldValue } from '@wayside/contract/activity';
import type { PayoutMethod } from '@wayside/contract/payouts';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { conflict } from '../../api-error.ts';
import { type NewActivityEntry, toFieldChanges } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { payouts } from '../../platform/db/schema/payouts.ts';
import { rupeesText } from '../../rupees.ts';
import {
  type ApprovedRequest,
  findApprovalCause,
  findRequestResponse,
  readReservedAmount,
  requestApproval,
} from './approval-requests.ts';
import { lockPayee, postPendingAndSumBalance, readInTransitAmount } from './owed-amounts.ts';
import {
  findFirstResponse,
  idempotencyKeyOf,
  type PayingContext,
  type PaymentOutcome,
  paidSentence,
} from './pay-once.ts';
import { postOwnEntries } from './post-entries.ts';
import { finishErasures } from './retained-columns.ts';

export interface MechanicPayment {
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly method: PayoutMethod;
  readonly transactionId: string;
}

/**
 * Pays a mechanic in a transaction (PAYO-07), or requests approval (TEAM-06). Completes an erasure that waited for
 * the payment (PRIV-06).
 * @param client holds the ledger's lock
 * @param approved the approved request for which the payment is recorded; the bank has already paid it, so the
 *   balance does not limit it (OWN-08)
 * @throws 404; 409
 */
export async function payMechanic(
  client: pg.ClientBase,
  context: PayingContext,
  payment: MechanicPayment,
  approved: ApprovedRequest | null,
): Promise<PaymentOutcome> {
  const { at, settings, actor } = context;
  const { mechanicId, amountPaise, method, transactionId } = payment;
  const request = { kind: 'payout', payeeId: mechanicId, amountPaise, method, transactionId } as const;
  const key = idempotencyKeyOf(request);
  await lockPayee(client, 'mechanic', mechanicId);
  const firstAnswer =
    (await findFirstResponse(client, request, settings.timeZone)) ??
    (await findRequestResponse(client, request, at, approved));
  if (firstAnswer !== null) return firstAnswer;

  const payee = { mechanicId };
  const balancePaise =
    approved === null
      ? await requireBalance(client, payment, await readReservedAmount(client, { kind: 'payout', payee }, at))
      : await postPendingAndSumBalance(client, mechanicId);

  const cause = approved === null ? await findApprovalCause(client, { actor, amountPaise, at }) : null;
  if (cause !== null)
    return requestApproval(
      client,
      { actor, at, key, cause },
      { kind: 'payout', payee, amountPaise, method, transactionId, note: null },
    );

  const payout = { id: new ObjectId().toHexString(), ...payment, paidAt: at };
  await orm(client)
    .insert(payouts)
    .values({ ...payout, ...key, requestedBy: approved?.requestedBy ?? actor.id });
  await postOwnEntries(client);
  const origin = approved === null ? {} : { approvalId: approved.id };
  await recordActivity(client, actor, at, payoutEntry(payout, balancePaise, origin));
  // For an approved payment, the erasure is completed when the request ends.
  if (approved === null) await finishErasures(client, context, 'mechanics', [mechanicId]);
  return { ...paidSentence(amountPaise, transactionId), approvalId: null, paymentId: payout.id };
}

/**
 * Checks that the balance, minus reserved amounts and amounts in payment runs, covers a payment.
 * @param client holds the ledger's lock
 * @param reserved the amount that requests reserve, in paise
 * @returns the balance in paise @throws 409
 */
export async function requireBalance(
  client: pg.ClientBase,
  { mechanicId, amountPaise }: Pick<MechanicPayment, 'mechanicId' | 'amountPaise'>,
  reserved: number,
): Promise<number> {
  const balancePaise = await postPendingAndSumBalance(client, mechanicId);
  const inTransit = await readInTransitAmount(client, mechanicId);
  const balance = rupeesText(balancePaise);
  if (balancePaise <= 0) throw conflict('balance_nothing_to_pay', { balance });
  if (amountPaise > balancePaise) throw conflict('balance_too_small', { balance, amount: rupeesText(amountPaise) });
  if (amountPaise <= balancePaise - reserved - inTransit) return balancePaise;
  if (inTransit <= 0) throw conflict('balance_reserved', { balance, reserved: rupeesText(reserved) });
  if (reserved <= 0) throw conflict('balance_in_transit', { balance, inTransit: rupeesText(inTransit) });
  throw conflict('balance_reserved_and_in_transit', {
    balance,
    reserved: rupeesText(reserved),
    inTransit: rupeesText(inTransit),
  });
}

interface NewPayout {
  readonly id: string;
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly method: string;
  readonly transactionId: string;
  readonly paidAt: Date;
}

/**
 * Returns the activity entry of a payout, with the event that it publishes (PAYO-07, HOOK-01).
 * @param balancePaise the balance before the payout
 * @param origin the approval or payment run of the payout
 */
export function payoutEntry(
  { id, mechanicId, amountPaise, method, transactionId, paidAt }: NewPayout,
  balancePaise: number,
  origin: Readonly<Record<string, FieldValue>>,
): NewActivityEntry {
  return {
    action: 'paid',
    entity: 'mechanic',
    entityId: mechanicId,
    changes: [
      { field: 'balancePaise', before: balancePaise, after: balancePaise - amountPaise },
      ...toFieldChanges({ transactionId, method, payoutId: id, ...origin }),
    ],
    event: {
      type: 'payout.created',
      id,
      fields: { mechanicId, amountPaise, method, transactionId, paidAt: paidAt.toISOString() },
    },
  };
}
