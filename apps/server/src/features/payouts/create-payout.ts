import { type MechanicPayment, payMechanic } from '../../money/ledger/pay-mechanic.ts';
import { type PayContext, type PaymentOutcome, payOnce } from '../../money/ledger/pay-once.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';

/**
 * Pays a mechanic, also an erased one, up to the balance of the ledger (PAYO-07, PAYO-09), which includes every record
 * that an import or another program has committed (PAYO-10), or requests approval (TEAM-06). The same request again gets
 * the first answer.
 *
 * Triggers: `insert_transaction_ids`, `add_pending_postings` and `update_counters` on the payout, `update_balances` and
 * `update_counters` on its ledger entry, `chain_activity` and `update_counters` on the activity entry, `record_live_changes` on
 * the payout and the balance.
 * @returns the message for the person
 * @throws 403 when the person has lost the right in the meantime; 404; 409 above the balance that nothing reserves, without a positive balance, or for a transaction id of
 * another payment
 */
export const createPayout = (context: PayContext, input: MechanicPayment): Promise<PaymentOutcome> =>
  payOnce(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    return payMechanic(client, paying, input, null);
  });
