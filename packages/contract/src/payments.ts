import { type PersonRef, personRef } from './people.ts';
import { instant, maybe, openWords, recordId, text } from './wire/fields.ts';
import { rupees } from './wire/money.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, reference, wireObject } from './wire/wire-object.ts';

/** What has become of a payment. */
export const PAYMENT_STATUSES = ['paid', 'pending', 'failed', 'refunded'] as const;
/** How a customer pays. Of these only cash stays with the mechanic (PAYO-08). */
export const PAYMENT_METHODS = ['online', 'cash', 'card', 'upi'] as const;

/** How the wire spells a payment's status. */
export const paymentStatus = openWords(PAYMENT_STATUSES);
/** How the wire spells a payment's method. */
export const paymentMethod = openWords(PAYMENT_METHODS);

/** A reference of which only the id matters, although it may come populated. */
export const idRef: Wire<{ id: string | null }> = reference(
  wireObject({ id: maybe(recordId) }, { id: '_id' }),
  (id) => ({ id }),
  recordId,
);

/** What a customer owes and has paid, in paise. */
const amounts = wireObject(
  { totalPaise: maybe(rupees), discountPaise: maybe(rupees), paidPaise: maybe(rupees), duePaise: maybe(rupees) },
  { totalPaise: 'totalAmount', discountPaise: 'discount', paidPaise: 'paidAmount', duePaise: 'dueAmount' },
);

const fields = {
  id: recordId,
  booking: maybe(idRef),
  amountPaise: maybe(rupees),
  method: maybe(paymentMethod),
  status: maybe(paymentStatus),
  type: maybe(text),
  transactedAt: maybe(instant),
  createdAt: maybe(instant),
  screenshot: maybe(text),
  customer: maybe<PersonRef>(personRef),
  mechanic: maybe<PersonRef>(personRef),
  amounts: maybe(amounts),
};

/** A customer's payment (PAYM-03, PAYM-05). */
export type Payment = DomainOf<typeof fields>;

/** A payment on the wire. */
export const payment: Wire<Payment> = wireObject(fields, {
  id: '_id',
  booking: 'bookingId',
  amountPaise: 'amount',
  method: 'paymentMethod',
  transactedAt: 'transactionDate',
  screenshot: 'paymentscreenshot',
  customer: 'userId',
  mechanic: 'mechnaicId',
  amounts: 'paymentDetails',
});
