import { bankDetails } from './mechanics.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { maybe, oneOf, recordId, text } from './wire/fields.ts';
import { rupees, signedRupees } from './wire/money.ts';
import { pagedResponse, pageLimit, pageNumber } from './wire/paging.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('payouts');

const fields = {
  kind: oneOf(['user', 'mechanic']),
  id: recordId,
  /** Stored until nothing is owed. Null if the name was unknown or if the money arrived after the erasure. */
  name: maybe(text),
  /** Applies only to mechanics. */
  balancePaise: signedRupees,
  walletPaise: signedRupees,
  /** The parts of the balance and of the wallet that are reserved for requested payouts (TEAM-06, OWN-08). */
  reservedBalancePaise: rupees,
  reservedWalletPaise: rupees,
  /** The part of the balance that is in payment runs (BANK-01). */
  inTransitPaise: rupees,
  bank: maybe(bankDetails),
};

/** An erased person with an open balance, and the data that is retained to pay it (PRIV-06). */
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
  response: pagedResponse(pendingErasure),
});
