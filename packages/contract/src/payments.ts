import { PAYMENT_METHODS, PAYMENT_STATUSES } from './filter-values.ts';
import { PAYMENT_LIST } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { fieldIssue } from './wire/field-sentences.ts';
import { instant, linkText, maybe, openEnum, recordId, text, textOrNumber, unlessNull } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { rupees } from './wire/money.ts';
import { pagedResponse } from './wire/paging.ts';
import { idRef, type PersonRef, personRef } from './wire/person-ref.ts';
import { recordInPath } from './wire/request-fields.ts';
import { decodeLeniently, type Wire, wireValue, withLenientDecoder } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('payments');

export const paymentStatus = openEnum(PAYMENT_STATUSES);
export const paymentMethod = openEnum(PAYMENT_METHODS);

/** The id of a reference. It is written as the id, but may be read from a populated record. */
export const plainId: Wire<string> = withLenientDecoder<string, Wire<string>>(
  wireValue(
    idRef,
    ({ id }, fail) => id ?? fail(fieldIssue('any_id')),
    (id) => ({ id }),
  ),
  (value, path, report) => decodeLeniently(idRef, value, report, path)?.id ?? undefined,
);

/** The amounts that a customer owes and has paid, in paise. */
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
  screenshot: maybe(linkText),
  customer: maybe<PersonRef>(personRef),
  mechanic: maybe<PersonRef>(personRef),
  amounts: maybe(amounts),
  /**
   * The payment gateway's id of the payment, or the UTR of a direct transfer (RECON-02). External providers don't
   * send it.
   */
  transactionId: unlessNull(textOrNumber),
};

/** A customer's payment (PAYM-03, PAYM-05). */
export type Payment = DomainOf<typeof fields>;

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

/**
 * API-08, PAYM-02. Our own server can also filter by booking, customer, days and amount (BOOK-14, VIEW-01, VIEW-02).
 */
export const { list: listPayments, count: countPayments } = listEndpoints(PAYMENT_LIST, {
  name: 'Payments',
  path: '/booking/get/payments',
  permission: 'payments:read',
  readScope: 'read:payments',
  tag: 'payments',
  response: pagedResponse(payment, 'total', 'Payments fetched successfully'),
  summary:
    'A page of payments, newest first; `search` matches any part of the payment’s or booking’s id, a phone number, the words of a customer’s or mechanic’s name, an email address, a day (“4 March”, “04/03/2026”), an amount in rupees as far as it is typed and the transaction id of a person who was paid, `status=all` and `method=all` are no filters. `bookingId` and `userId` ask for those of one booking and of one customer, `disagrees` for paid ones whose booking says that it is not, `from` and `to` for days, both included; `status` takes several values with commas between them; `sort` is `date` for the oldest first, `amount` or `-amount`.',
});

/** API-17 */
export const getPayment = endpoint('getPayment', 'GET /admin/payments/{id}', {
  permission: 'payments:read',
  readScope: 'read:payments',
  summary: 'One payment.',
  params: recordInPath,
  response: success({ record: payment }, { record: 'data' }),
  errorCodes: [404],
});
