import { bankDetails } from './mechanics.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { maybe, oneOf, recordId, text } from './wire/fields.ts';
import { rupees, signedRupees } from './wire/money.ts';
import { pagedAnswer, pageLimit, pageNumber } from './wire/paging.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('payouts');

const fields = {
  kind: oneOf(['user', 'mechanic']),
  id: recordId,
  /** Stored until nothing is owed; null if it was unknown, or the money came after the erasure. */
  name: maybe(text),
  /** Only for a mechanic. */
  balancePaise: signedRupees,
  walletPaise: signedRupees,
  /** How much of the balance and of the wallet is reserved for requested payments (TEAM-06, OWN-08). */
  reservedBalancePaise: rupees,
  reservedWalletPaise: rupees,
  /** How much of the balance is in payment runs (BANK-01). */
  inTransitPaise: rupees,
  bank: maybe(bankDetails),
};

/** An erased person with an open balance, with the data that is stored to pay it (PRIV-06). */
export type PendingErasure = DomainOf<typeof fields>;

const pendingErasure: Wire<PendingErasure> = wireObject(fields, {
  id: '_id',
  balancePaise: 'balance',
  walletPaise: 'wallet',
  reservedBalancePaise: 'reservedBalance',
  reservedWalletPaise: 'reservedWallet',
  inTransitPaise: 'onItsWay',
  bank: 'payment_details',
});

/** PRIV-06 */
export const listPendingErasures = endpoint('listPendingErasures', 'GET /admin/payouts/erasures', {
  permission: 'payouts:read',
  summary:
    'A page of the erased people whose balance or wallet is not 0, with the name and bank details that are stored until it is.',
  query: wireObject({ page: pageNumber, limit: pageLimit }),
  answer: pagedAnswer(pendingErasure),
});
