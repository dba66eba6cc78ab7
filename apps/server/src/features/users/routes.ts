import * as calls from '@wayside/contract/users';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { actorOf } from '../../http/signed-in.ts';
import { eraseUser } from './erase-user.ts';
import { getUser } from './get-user.ts';
import { listUsers } from './list-users.ts';
import { toggleUserBlock } from './toggle-user-block.ts';

/** Customers (API-04). */
export const userRoutes: FeatureRoutes = (context) => [
  route(calls.listUsers, ({ query }) => listUsers(context, query)),
  route(calls.getUser, async ({ params }) => ({ record: await getUser(context, params.id) })),
  route(calls.toggleUserBlock, ({ params, query, caller }) =>
    toggleUserBlock(context, actorOf(caller), { id: params.id, seen: query.seen }),
  ),
  route(calls.deleteUser, async ({ params, caller }) => {
    await eraseUser(context, actorOf(caller), params.id);
    return {};
  }),
];
