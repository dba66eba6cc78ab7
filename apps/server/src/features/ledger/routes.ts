import * as calls from '@wayside/contract/ledger';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { listLedger } from './list-ledger.ts';
import { listOfMechanic } from './list-of-mechanic.ts';

/** The ledger: the rows behind each figure (API-17). */
export const ledgerRoutes: FeatureRoutes = [
  route(calls.listLedger, (context, { query }) => listLedger(context, query)),
  route(calls.listEarningsOfMechanic, (context, { params, query }) =>
    listOfMechanic(context, 'earned', { ...query, mechanicId: params.id }),
  ),
  route(calls.listPayoutsOfMechanic, (context, { params, query }) =>
    listOfMechanic(context, 'paidOut', { ...query, mechanicId: params.id }),
  ),
];
