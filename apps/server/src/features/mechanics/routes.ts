import * as calls from '@wayside/contract/mechanics';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { actorOf } from '../../http/signed-in.ts';
import { decideApplication } from './decide-application.ts';
import { eraseMechanic } from './erase-mechanic.ts';
import { getMechanic } from './get-mechanic.ts';
import { getNextApplication } from './get-next-application.ts';
import { listMechanics } from './list-mechanics.ts';
import { showAadhaarCard, showBankAccount } from './show-secret.ts';
import { toggleMechanicBlock } from './toggle-mechanic-block.ts';
import { toggleMechanicExpert } from './toggle-mechanic-expert.ts';

/** Mechanics and their applications (API-06, API-17). */
export const mechanicRoutes: FeatureRoutes = (context) => [
  route(calls.listMechanics, ({ query }) => listMechanics(context, query)),
  route(calls.getNextApplication, ({ query }) => getNextApplication(context, query.after)),
  route(calls.getMechanic, async ({ params }) => ({ record: await getMechanic(context, params.id) })),
  route(calls.decideApplication, async ({ body, caller }) => {
    await decideApplication(context, actorOf(caller), body);
    return {};
  }),
  route(calls.toggleMechanicBlock, ({ params, query, caller }) =>
    toggleMechanicBlock(context, actorOf(caller), { id: params.id, seen: query.seen }),
  ),
  route(calls.toggleMechanicExpert, ({ params, query, caller }) =>
    toggleMechanicExpert(context, actorOf(caller), { id: params.id, seen: query.seen }),
  ),
  route(calls.deleteMechanic, async ({ params, caller }) => {
    await eraseMechanic(context, actorOf(caller), params.id);
    return {};
  }),
  route(calls.showBankAccount, async ({ params, caller }) => ({
    accountNumber: await showBankAccount(context, actorOf(caller), params.id),
  })),
  route(calls.showAadhaarCard, async ({ params, caller }) => ({
    url: await showAadhaarCard(context, actorOf(caller), params.id),
  })),
];
