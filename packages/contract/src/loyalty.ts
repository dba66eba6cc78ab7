import { typedTransactionId } from './transaction-id.ts';
import { endpoint } from './wire/endpoint.ts';
import { maybe, oneOf, recordId, text } from './wire/fields.ts';
import { payableRupees } from './wire/money.ts';
import { success, wireObject } from './wire/wire-object.ts';

/** Whose wallet is paid out. */
export const LOYALTY_PAYEES = ['user', 'mechanic'] as const;
export type LoyaltyPayee = (typeof LOYALTY_PAYEES)[number];

/** A wallet is paid out above this amount only: ₹10 (LOYA-02). */
export const LOYALTY_FLOOR_PAISE = 1000;

/** What is said of a wallet that is not above it (LOYA-02). */
export const LOYALTY_FLOOR_MESSAGE = 'Loyalty payout requires wallet amount to be more than ₹10';

/** POST /admin/pay/loyality: pays out the whole wallet of a customer or mechanic (API-05, LOYA-03, LOYA-04). */
export const payLoyalty = endpoint({
  name: 'payLoyalty',
  method: 'POST',
  path: '/admin/pay/loyality',
  summary:
    'Pays out a wallet above ₹10; the amount must be what is in it. A transaction id pays once, also across payouts to mechanics.',
  tag: 'loyalty',
  body: wireObject(
    {
      amountPaise: payableRupees,
      payee: oneOf(LOYALTY_PAYEES, { mechanic: 'mechnaic' }),
      transactionId: typedTransactionId,
      payeeId: recordId,
    },
    { amountPaise: 'amount', payee: 'usertype', transactionId: 'transaction_id', payeeId: 'userid' },
  ),
  answer: success({ message: maybe(text) }),
  refusals: [404, 409],
});
