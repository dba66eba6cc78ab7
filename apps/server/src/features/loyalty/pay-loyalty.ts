import { type PayContext, type PaymentOutcome, payOnce } from '../../money/ledger/pay-once.ts';
import { payWallet, type WalletPayment } from '../../money/ledger/pay-wallet.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';

/**
 * Pays out a complete wallet (LOYA-02 to LOYA-05), or requests approval (TEAM-06). A repeated request gets the first
 * response.
 * @throws 403; 404; 409 if the wallet has ₹10 or less or another amount, the mechanic is not approved, the wallet is
 *   pending approval, or the transaction id belongs to another payment
 */
export const payLoyalty = (context: PayContext, input: WalletPayment): Promise<PaymentOutcome> =>
  payOnce(context, async (client, paying) => {
    await requireRight(client, paying.actor, 'money:move');
    return payWallet(client, paying, input, null);
  });
