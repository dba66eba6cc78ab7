import { endpointsOf } from './wire/endpoint.ts';
import { oneOf, recordId, text, unlessNull } from './wire/fields.ts';
import { payableRupees } from './wire/money.ts';
import { sentenceFields } from './wire/sentence-fields.ts';
import { transactionId } from './wire/transaction-id.ts';
import { success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('loyalty');

/** The kind of person whose wallet is paid out. */
export type LoyaltyPayee = 'user' | 'mechanic';

/** A wallet can be paid out only if it holds more than this, ₹10 (LOYA-02). */
export const LOYALTY_THRESHOLD_PAISE = 1000;

/** API-05, LOYA-03, LOYA-04 */
export const payLoyalty = endpoint('payLoyalty', 'POST /admin/pay/loyality', {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Pays out the complete wallet of a customer or mechanic. A transaction id pays once, across payouts as well. A response with `approval` means that nothing is paid yet.',
  successNeeds: ['status'],
  body: wireObject(
    {
      amountPaise: payableRupees,
      payeeKind: oneOf<LoyaltyPayee>(['user', 'mechanic'], { mechanic: 'mechnaic' }),
      transactionId,
      payeeId: recordId,
    },
    { amountPaise: 'amount', payeeKind: 'usertype', transactionId: 'transaction_id', payeeId: 'userid' },
  ),
  // The id of the request if the payment is pending approval (TEAM-06).
  response: success({ ...sentenceFields, approvalId: unlessNull(text) }, { approvalId: 'approval' }),
  errorCodes: [404, 409],
});
