import type pg from 'pg';
import { reservedPaise } from '../../money/ledger/approval-requests.ts';
import { lockPayee } from '../../money/ledger/owed-amounts.ts';
import { requireBalance } from '../../money/ledger/pay-mechanic.ts';
import { requireWallet } from '../../money/ledger/pay-wallet.ts';

/** A payment without its transaction id. One of the ids of the payee is null. */
export interface PayablePayment {
  readonly kind: 'payout' | 'loyalty';
  readonly userId: string | null;
  readonly mechanicId: string | null;
  readonly amountPaise: number;
}

/** The payee of a payment. */
export function payeeOf({ userId, mechanicId }: Pick<PayablePayment, 'userId' | 'mechanicId'>) {
  if (userId !== null) return { payeeKind: 'user', payeeId: userId, owner: { userId } } as const;
  if (mechanicId === null) throw new Error('a requested payment names nobody');
  return { payeeKind: 'mechanic', payeeId: mechanicId, owner: { mechanicId } } as const;
}

/**
 * Requires that a payment is possible now, by the checks of the payment itself.
 * @param client holds the ledger's lock
 * @param reserving whose amounts are not free: all open requests for a new one, those that are approved for one that is approved now,
 * because the bank may have paid these
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
  const reserved = await reservedPaise(client, { kind, payee: owner }, at, reserving);
  if (kind === 'payout') await requireBalance(client, { mechanicId: payeeId, amountPaise }, reserved);
  else await requireWallet(client, { payeeKind, payeeId, amountPaise }, locked, reserved);
}
