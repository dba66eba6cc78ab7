import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/mechanics';
import { exportRoute } from '../../exports/export-route.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { decideApplication } from './decide-application.ts';
import { eraseMechanic } from './erase-mechanic.ts';
import { exportMechanics } from './export-mechanics.ts';
import { getNextApplication } from './get-next-application.ts';
import { countMechanics, getMechanic, listMechanics } from './list-mechanics.ts';
import { showAadhaarCard, showBankAccount } from './show-secret.ts';
import { toggleMechanicBlock, toggleMechanicExpert } from './toggle-mechanic.ts';

/** Mechanics and their applications (API-06, API-17). */
export const mechanicRoutes: FeatureRoutes = [
  route(calls.listMechanics, (context, { query }) => listMechanics(context, query)),
  route(calls.countMechanics, async (context, { body }) => ({ counts: await countMechanics(context, body.views) })),
  route(calls.getNextApplication, (context, { query }) => getNextApplication(context, query)),
  route(calls.getMechanic, async (context, { params }) => ({ record: await getMechanic(context, params.id) })),
  route(calls.decideApplication, (context, { body }) => decideApplication(context, body)),
  route(calls.toggleMechanicBlock, (context, { params, query }) =>
    toggleMechanicBlock(context, { id: params.id, seen: query.seen }),
  ),
  route(calls.toggleMechanicExpert, (context, { params, query }) =>
    toggleMechanicExpert(context, { id: params.id, seen: query.seen }),
  ),
  route(calls.deleteMechanic, (context, { params }) => eraseMechanic(context, params.id)),
  route(calls.showBankAccount, async (context, { params }) => ({
    accountNumber: await showBankAccount(context, params.id),
  })),
  route(calls.showAadhaarCard, async (context, { params }) => ({
    url: await showAadhaarCard(context, params.id),
  })),
  exportRoute(exports.exportMechanics, exportMechanics),
];
