import { type PayContext, type PaymentOutcome, payOnce } from '../../money/ledger/pay-once.ts';
import { payWallet, type WalletPayment } from '../../money/ledger/pay-wallet.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';

/**
 * Pays out a complete wallet (LOYA-02 to LOYA-05), or requests approval (TEAM-06). The same request again gets the first response.
 * @throws 403; 404; 409 for a wallet of ₹10 or less, another amount, a mechanic who is not approved, a wallet that is pending approval, or a
 * transaction id of another payment
 */
export const payLoyalty = (context: PayContext, input: WalletPayment): Promise<PaymentOutcome> =>
  payOnce(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    return payWallet(client, paying, input, null);
  });
