import type { PaymentOut } from '@wayside/contract/payments-out';
import { type PayContext, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { type PaymentToVoid, voidPayment as voidInLedger } from '../../money/ledger/void-payment.ts';
import { getPaymentOut } from './list-payments-out.ts';

/**
 * Voids a payment out that the bank has returned (PAYO-11).
 *
 * Triggers: `add_pending_postings` and `update_counters` on the void, `update_balances` or `update_wallets` on what it appends,
 * `chain_activity` on the activity entry.
 * @throws 403 when the person has lost the right in the meantime; 404; 409 when it is voided already
 */
export async function voidPayment(
  context: PayContext,
  input: PaymentToVoid,
): Promise<{ readonly message: string; readonly record: PaymentOut }> {
  const message = await payOnce(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    return voidInLedger(client, paying, input);
  });
  return { message, record: await getPaymentOut(context, input) };
}
