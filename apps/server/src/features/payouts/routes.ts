import * as exports from '@wayside/contract/exports';
import * as payouts from '@wayside/contract/payouts';
import * as earnings from '@wayside/contract/payouts-earnings';
import * as erasures from '@wayside/contract/payouts-erasures';
import * as adjustments from '@wayside/contract/payouts-ledger';
import * as ledger from '@wayside/contract/payouts-ledger';
import * as statements from '@wayside/contract/payouts-ledger';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, ResponseStream, route } from '../../platform/http/route.ts';
import { adjustBalance } from './adjust-balance.ts';
import { listLedger, listLedgerOfMechanic } from './list-ledger.ts';
import {
  createPayout,
  getMechanicBalance,
  listPendingErasures,
  previewPayout,
  summarizePayouts,
} from './payouts.ts';
import { exportStatement, getStatement } from './statement.ts';
import { streamMechanicEarnings } from './stream-mechanic-earnings.ts';

/** Mechanics' earnings and payouts, and their ledger entries (API-07, API-17). */
export const payoutRoutes: FeatureRoutes = [
  route(earnings.listMechanicEarnings, async (context) => new ResponseStream(streamMechanicEarnings(context))),
  route(earnings.summarizePayouts, (context) => summarizePayouts(context)),
  route(earnings.getMechanicBalance, async (context, { params }) => ({
    record: await getMechanicBalance(context, params.id),
  })),
  route(erasures.listPendingErasures, (context, { query }) => listPendingErasures(context, query)),
  route(payouts.createPayout, (context, { body }) => createPayout(context, body)),
  route(payouts.previewPayout, async (context, { params, query }) => ({
    record: await previewPayout(context, { ...query, mechanicId: params.id }),
  })),
  route(adjustments.adjustBalance, (context, { params, body }) =>
    adjustBalance(context, { ...body, mechanicId: params.id }),
  ),
  route(ledger.listLedger, (context, { query }) => listLedger(context, query)),
  route(ledger.listEarningsOfMechanic, (context, { params, query }) =>
    listLedgerOfMechanic(context, { ...query, sum: 'earned', mechanicId: params.id }),
  ),
  route(ledger.listPayoutsOfMechanic, (context, { params, query }) =>
    listLedgerOfMechanic(context, { ...query, sum: 'paidOut', mechanicId: params.id }),
  ),
  route(statements.getStatement, (context, { params, query }) =>
    getStatement(context, { ...query, mechanicId: params.id }),
  ),
  exportRoute(exports.exportStatement, exportStatement),
];
