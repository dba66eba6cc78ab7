import { MAX_REASON_LENGTH } from './payments-out.ts';
import { endpoint } from './wire/endpoint.ts';
import { maybe, recordId, text } from './wire/fields.ts';
import { bookableRupees } from './wire/money.ts';
import { recordInPath, requiredName, requiredNote } from './wire/request-fields.ts';
import { success, wireObject } from './wire/wire-object.ts';

const MAX_KEY_LENGTH = 100;

/** POST /admin/mechanics/{id}/adjustments: credits or debits a balance without a payment (PAYO-11). */
export const adjustBalance = endpoint({
  name: 'adjustBalance',
  method: 'POST',
  path: '/admin/mechanics/{id}/adjustments',
  permission: 'money:move',
  needsProof: true,
  summary:
    'Adds `amount` to the balance of a mechanic; below 0 is a debit. `key` is made by the client: the same request again gets the first answer, another content under it 409. 403 above the limit of the role.',
  tag: 'payouts',
  params: recordInPath,
  body: wireObject(
    { amountPaise: bookableRupees, reason: requiredNote(MAX_REASON_LENGTH), key: requiredName(MAX_KEY_LENGTH) },
    { amountPaise: 'amount' },
  ),
  answer: success({ message: maybe(text), adjustmentId: recordId }, { adjustmentId: 'adjustment' }),
  errorCodes: [404, 409],
});
