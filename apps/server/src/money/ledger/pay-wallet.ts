import { LOYALTY_THRESHOLD_PAISE, type LoyaltyPayee } from '@wayside/contract/loyalty';
import { ObjectId } from 'bson';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { conflict } from '../../api-error.ts';
import { toFieldChanges } from '../../platform/db/activity-entry.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { loyaltyPayouts, walletEntries } from '../../platform/db/schema/payouts.ts';
import { users } from '../../platform/db/schema/users.ts';
import { rupeesText } from '../../rupees.ts';
import {
  type ApprovedRequest,
  findApprovalCause,
  findRequestResponse,
  readReservedAmount,
  requestApproval,
} from './approval-requests.ts';
import { BOOKED_AT } from './book-source-wallets.ts';
import { lockPayee, payeeNotFound, readWallet } from './owed-amounts.ts';
import {
  findFirstResponse,
  idempotencyKeyOf,
  type PayingContext,
  type PaymentOutcome,
  paidSentence,
} from './pay-once.ts';
import { postPendingEntriesOf } from './post-entries.ts';
import { finishErasures } from './retained-columns.ts';

export interface WalletPayment {
  readonly payeeKind: LoyaltyPayee;
  readonly payeeId: string;
  /** The wallet that the caller has seen. It must equal the current wallet unless the payment was approved. */
  readonly amountPaise: number;
  readonly transactionId: string;
}

/**
 * Pays out a complete wallet in a transaction (LOYA-04), or requests approval (TEAM-06).
 * @param client holds the ledger's lock, under which all payments to a person are counted
 * @param approved the approved request for which the payment is recorded; the bank has already paid its amount,
 *   whatever the wallet contains now (OWN-08)
 * @throws 404; 409
 */
export async function payWallet(
  client: pg.ClientBase,
  context: PayingContext,
  payment: WalletPayment,
  approved: ApprovedRequest | null,
): Promise<PaymentOutcome> {
  const { at, settings, actor } = context;
  const { payeeKind, payeeId, amountPaise, transactionId } = payment;
  const request = { kind: `loyalty to ${payeeKind}`, payeeId, amountPaise, method: null, transactionId } as const;
  const key = idempotencyKeyOf(request);
  const payee = payeeKind === 'user' ? { userId: payeeId } : { mechanicId: payeeId };
  const locked = await lockPayee(client, payeeKind, payeeId);
  const firstAnswer =
    (await findFirstResponse(client, request, settings.timeZone)) ??
    (await findRequestResponse(client, request, at, approved));
  if (firstAnswer !== null) return firstAnswer;

  const walletPaise =
    approved === null
      ? await requireWallet(
          client,
          payment,
          locked,
          await readReservedAmount(client, { kind: 'loyalty', payee }, at),
        )
      : ((await readWallet(client, payeeKind, payeeId)) ?? 0);

  const cause = approved === null ? await findApprovalCause(client, { actor, amountPaise, at }) : null;
  if (cause !== null)
    return requestApproval(
      client,
      { actor, at, key, cause },
      { kind: 'loyalty', payee, amountPaise, method: null, transactionId, note: null },
    );

  const payout = { id: new ObjectId().toHexString(), ...payee, transactionId, amountPaise, paidAt: at };
  await orm(client)
    .insert(loyaltyPayouts)
    .values({ ...payout, ...key, requestedBy: approved?.requestedBy ?? actor.id });
  await orm(client)
    .insert(walletEntries)
    .values({
      ...payee,
      kind: 'loyalty_payout',
      amountPaise: -amountPaise,
      loyaltyPayoutId: payout.id,
      bookedAt: sql.raw(BOOKED_AT),
    });
  if (payeeKind === 'user') await orm(client).update(users).set({ updatedAt: at }).where(eq(users.id, payeeId));
  await recordActivity(client, actor, at, {
    action: 'paid',
    entity: payeeKind,
    entityId: payeeId,
    changes: [
      { field: 'walletPaise', before: walletPaise, after: walletPaise - amountPaise },
      ...toFieldChanges({
        transactionId,
        loyaltyPayoutId: payout.id,
        ...(approved === null ? {} : { approvalId: approved.id }),
      }),
    ],
    event: { fields: { amountPaise } },
  });
  // The erasure can be completed only if the balance is 0, so its pending entries are posted first.
  if (payeeKind === 'mechanic' && locked.recordState === 'erased') await postPendingEntriesOf(client, payeeId);
  // For an approved payment, the erasure is completed when the request ends.
  if (approved === null)
    await finishErasures(client, context, payeeKind === 'user' ? 'users' : 'mechanics', [payeeId]);
  return { ...paidSentence(amountPaise, transactionId), approvalId: null, paymentId: payout.id };
}

/**
 * Checks that a payment covers the complete wallet and that the payee may be paid. @param client holds the ledger's
 * lock
 * @param locked the payee's row, locked
 * @param reserved the amount that other requests reserve, in paise
 * @returns the wallet in paise @throws 404; 409
 */
export async function requireWallet(
  client: pg.ClientBase,
  { payeeKind, payeeId, amountPaise }: Omit<WalletPayment, 'transactionId'>,
  locked: Awaited<ReturnType<typeof lockPayee>>,
  reserved: number,
): Promise<number> {
  const isErased = locked.recordState === 'erased';
  const walletPaise = await readWallet(client, payeeKind, payeeId);
  // An erased person is still paid, whatever their status was, because the erasure of the remaining data waits for
  // the payment (PRIV-06).
  if (locked.recordState === 'stub' || (isErased && !walletPaise)) throw payeeNotFound(payeeKind);
  if (payeeKind === 'mechanic' && !isErased && locked.status !== 'approved')
    throw conflict('loyalty_needs_approval');
  if (reserved > 0) throw conflict('wallet_reserved', { reserved: rupeesText(reserved) });
  if (walletPaise === null || walletPaise <= (isErased ? 0 : LOYALTY_THRESHOLD_PAISE))
    throw conflict('wallet_below_threshold');
  if (amountPaise !== walletPaise)
    throw conflict('wallet_changed', { wallet: rupeesText(walletPaise), amount: rupeesText(amountPaise) });
  return walletPaise;
}
