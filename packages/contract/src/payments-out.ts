import { PAYMENT_OUT_KINDS } from './filter-values.ts';
import { PAYMENT_OUT_LIST } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, list, maybe, numeric, oneOf, recordId, text } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { signedRupees } from './wire/money.ts';
import type { Page } from './wire/paging.ts';
import { personRef } from './wire/person-ref.ts';
import { requiredNote } from './wire/request-fields.ts';
import { sentenceFields } from './wire/sentence-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('payouts');

/**
 * The kind of a payment out: a payout of a mechanic's earnings, a loyalty payout of a wallet, or a void that reverses
 * one of them (PAYO-11).
 */
export type PaymentOutKind = (typeof PAYMENT_OUT_KINDS)[number];
export const VOIDABLE_KINDS = ['payout', 'loyalty'] as const;
export type VoidableKind = (typeof VOIDABLE_KINDS)[number];

export const PAYEE_KINDS = ['mechanic', 'customer'] as const;

const fields = {
  id: recordId,
  kind: oneOf(PAYMENT_OUT_KINDS),
  payeeKind: oneOf(PAYEE_KINDS),
  payee: personRef,
  /** Negative for a void, so that daily sums equal the amount that left the account. */
  amountPaise: signedRupees,
  /** The payment method of a payout; null for a loyalty payout, or if an import states none. */
  method: maybe(text),
  transactionId: maybe(text),
  paidAt: maybe(instant),
  /** Name or email of the user who requested or voided the payment; null for an imported payout. */
  requestedBy: maybe(text),
  /** For a void, the id of the payment that it reverses; null for a payment. */
  voidOf: maybe(recordId),
  voidOfKind: maybe(oneOf(VOIDABLE_KINDS)),
  /** When, by whom and why the payment was voided; null if it is not voided. */
  voidedAt: maybe(instant),
  voidedBy: maybe(text),
  voidReason: maybe(text),
};

/** A payment to a mechanic or customer (VIEW-01). */
export type PaymentOut = DomainOf<typeof fields>;

export const paymentOut: Wire<PaymentOut> = wireObject(fields, {
  id: '_id',
  amountPaise: 'amount',
  method: 'paymentMethod',
});

/** A page of payments out, with the sum of all that match the filters. */
export interface PaymentsOut extends Page<PaymentOut> {
  readonly sumPaise: number;
}

/** VIEW-01 */
export const { list: listPaymentsOut, count: countPaymentsOut } = listEndpoints(PAYMENT_OUT_LIST, {
  name: 'PaymentsOut',
  path: '/admin/payments-out',
  permission: 'payouts:read',
  readScope: 'read:payouts',
  tag: 'payouts',
  response: success(
    { rows: list(paymentOut), total: numeric, pageCount: numeric, page: numeric, sumPaise: signedRupees },
    { rows: 'data', pageCount: 'totalPages', page: 'currentPage', sumPaise: 'sum' },
  ),
  summary:
    'A page of the payouts to mechanics, of the loyalty payments to mechanics and customers, and of the voids of both, newest first, with the sum of all under the filters. `search` matches any part of the id or the transaction id, a phone number, the words of a name, an email address, a day (“4 March”, “04/03/2026”) and an amount in rupees as far as it is typed; `from` and `to` are days, both included; `sort=date` is the oldest first.',
});

/** OWN-02 */
export const getPaymentOut = endpoint('getPaymentOut', 'GET /admin/payments-out/{kind}/{id}', {
  permission: 'payouts:read',
  readScope: 'read:payouts',
  summary: 'One payout, loyalty payment or void, by its kind and id.',
  params: wireObject({ kind: oneOf(PAYMENT_OUT_KINDS), id: recordId }),
  response: success({ record: paymentOut }, { record: 'data' }),
  errorCodes: [404],
});

/** The maximum length of the reason for a void or an adjustment, in characters. */
export const MAX_REASON_LENGTH = 500;

/** PAYO-11, OWN-02 */
export const voidPayment = endpoint('voidPayment', 'POST /admin/payments-out/{kind}/{id}/void', {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Voids a payout or loyalty payment that the bank has returned: the amount is owed again, and its transaction id cannot be reused. 409 when it is already voided.',
  params: wireObject({ kind: oneOf(VOIDABLE_KINDS), id: recordId }),
  body: wireObject({ reason: requiredNote(MAX_REASON_LENGTH) }),
  response: success({ ...sentenceFields, record: paymentOut }, { record: 'data' }),
  errorCodes: [404, 409],
});
