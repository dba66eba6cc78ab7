import { idRef, paymentMethod } from './payments.ts';
import { instant, maybe, recordId, text, textOrNumber } from './wire/fields.ts';
import { rupees, signedRupees } from './wire/money.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

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

/** What one payment or booking earned a mechanic, as an export says it (IMPO-05). */
export type Earning = DomainOf<typeof earningFields>;

/** An earnings row on the wire. */
export const earning: Wire<Earning> = wireObject(earningFields, {
  id: '_id',
  mechanic: 'mechanicId',
  booking: 'bookingId',
  payment: 'paymentId',
  transactedAt: 'transactionDate',
  method: 'paymentMethod',
  grossPaise: 'grossEarning',
  commissionPaise: 'commission',
  platformFeePaise: 'platformFee',
  netPaise: 'netEarning',
});

const payoutFields = {
  id: recordId,
  mechanic: idRef,
  transactionId: maybe(textOrNumber),
  amountPaise: rupees,
  method: maybe(text),
  paidAt: maybe(instant),
};

/** Money that went to a mechanic (PAYO-04). */
export type Payout = DomainOf<typeof payoutFields>;

/** A payout on the wire. */
export const payout: Wire<Payout> = wireObject(payoutFields, {
  id: '_id',
  mechanic: 'mechanicId',
  amountPaise: 'amount',
  method: 'paymentMethod',
  paidAt: 'payoutDate',
});
