import { bankDetails } from './mechanics.ts';
import { paymentMethod } from './payments.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { instant, maybe, numeric, oneOf, recordId, text, textOrNumber, unlessNull } from './wire/fields.ts';
import { payableRupeesText, rupees, signedRupees } from './wire/money.ts';
import { idRef } from './wire/person-ref.ts';
import { recordInPath } from './wire/request-fields.ts';
import { sentenceFields } from './wire/sentence-fields.ts';
import { transactionId, transactionIdOfSource } from './wire/transaction-id.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('payouts');

const earningFields = {
  id: recordId,
  mechanic: idRef,
  booking: maybe(idRef),
  payment: maybe(idRef),
  transactedAt: maybe(instant),
  method: maybe(paymentMethod),
  grossPaise: rupees,
  commissionPaise: maybe(rupees),
  platformFeePaise: maybe(rupees),
  netPaise: maybe(signedRupees),
};

/** The earning of one payment or booking, with the amounts that an export provides (IMPO-05). */
export type Earning = DomainOf<typeof earningFields>;

/** The wire names that all earning rows share. */
export const EARNING_SPELLINGS = {
  transactedAt: 'transactionDate',
  method: 'paymentMethod',
  grossPaise: 'grossEarning',
  commissionPaise: 'commission',
  platformFeePaise: 'platformFee',
  netPaise: 'netEarning',
} as const;

export const earning: Wire<Earning> = wireObject(earningFields, {
  id: '_id',
  mechanic: 'mechanicId',
  booking: 'bookingId',
  payment: 'paymentId',
  ...EARNING_SPELLINGS,
});

const payoutFields = {
  id: recordId,
  mechanic: idRef,
  transactionId: maybe(textOrNumber),
  amountPaise: rupees,
  method: maybe(text),
  paidAt: maybe(instant),
};

/** Money that was paid to a mechanic (PAYO-04). */
export type Payout = DomainOf<typeof payoutFields>;

const PAYOUT_SPELLINGS = {
  id: '_id',
  mechanic: 'mechanicId',
  amountPaise: 'amount',
  method: 'paymentMethod',
  paidAt: 'payoutDate',
} as const;

export const payout: Wire<Payout> = wireObject(payoutFields, PAYOUT_SPELLINGS);

/** A payout in an import or ingest request. */
export const payoutOfSource: Wire<Payout> = wireObject(
  { ...payoutFields, transactionId: transactionIdOfSource },
  PAYOUT_SPELLINGS,
);

/** How money is sent to a mechanic (PAYO-05). */
export const PAYOUT_METHODS = ['bank_transfer', 'online', 'cash'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

/**
 * Maps each preference in a mechanic's bank details to a payout method. Sources also write spaces, hyphens and
 * capitals.
 */
const METHOD_OF_PREFERENCE: ReadonlyMap<string, PayoutMethod> = new Map([
  ['bank_transfer', 'bank_transfer'],
  ['bank', 'bank_transfer'],
  ['upi', 'online'],
  ['online', 'online'],
  ['cash', 'cash'],
]);

/**
 * Returns the initial method of a payout: the mechanic's preferred method, or else a bank transfer (BANK-05,
 * PAYO-05).
 */
export function payoutMethodFor(preferredMethod: string | null | undefined): PayoutMethod {
  const preference = (preferredMethod ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return METHOD_OF_PREFERENCE.get(preference) ?? 'bank_transfer';
}

/** API-07, PAYO-05, PAYO-07, PAYO-09 */
export const createPayout = endpoint('createPayout', 'POST /booking/create/apyout', {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Pays a mechanic up to the balance. A transaction id pays once: repeating the same request returns the first response, other content returns 409. A response with `approval` means that nothing is paid yet: the payment needs another user’s approval.',
  body: wireObject(
    {
      mechanicId: recordId,
      transactionId,
      amountPaise: payableRupeesText,
      method: oneOf(PAYOUT_METHODS),
    },
    {
      mechanicId: 'mechanicid',
      transactionId: 'transaction_id',
      amountPaise: 'amount',
      method: 'paymentmethod',
    },
  ),
  // The id of the approval request if the payout is pending approval (TEAM-06).
  response: success({ ...sentenceFields, approvalId: unlessNull(text) }, { approvalId: 'approval' }),
  errorCodes: [404, 409],
});

const recentPayout = wireObject(
  { transactionId: maybe(text), paidAt: maybe(instant), amountPaise: rupees },
  { amountPaise: 'amount' },
);

const previewFields = {
  /** The current balance, including reserved and in-transit amounts. */
  balancePaise: signedRupees,
  /** The part of the balance that is reserved for requested payouts (TEAM-06, OWN-08). */
  reservedPaise: maybe(rupees),
  /** The part of the balance that is in a payment run and not paid yet (BANK-01). */
  inTransitPaise: maybe(rupees),
  /** The number of earnings that make up the balance, which are the newest ones that earlier payouts did not cover. */
  earningCount: numeric,
  /** When the oldest and the newest of these earnings were earned. */
  earnedFrom: maybe(instant),
  earnedUntil: maybe(instant),
  /** When the bank details last changed in Wayside; null if unknown. */
  bankChangedAt: maybe(instant),
  /**
   * The destination of the payout, with the account number and UPI id masked; also available for an erased mechanic.
   * Null if the role may not reveal bank accounts (BANK-05).
   */
  bank: maybe(bankDetails),
  /** The last payout to this mechanic, if any. */
  lastPayout: maybe(recentPayout),
  /** A payout of the same amount to this mechanic within the last 24 hours; the new payout may be a duplicate of it. */
  samePayout: maybe(recentPayout),
};

/** The information that the payout dialog shows. */
export type PayoutPreview = DomainOf<typeof previewFields>;

/** API-17 */
export const previewPayout = endpoint('previewPayout', 'GET /admin/mechanics/{id}/payout-preview', {
  permission: 'payouts:read',
  summary:
    'Previews a payout of the balance, or of `amount`: the earnings it covers, warnings, and the bank details with account number and UPI id masked.',
  params: recordInPath,
  query: wireObject({ amountPaise: maybe(payableRupeesText) }, { amountPaise: 'amount' }),
  response: success(
    {
      record: wireObject(previewFields, {
        balancePaise: 'balance',
        reservedPaise: 'reserved',
        inTransitPaise: 'onItsWay',
        bank: 'payment_details',
      }),
    },
    { record: 'data' },
  ),
  errorCodes: [404],
});
