import * as exports from '@wayside/contract/exports';
import * as calls from '@wayside/contract/users';
import { exportRoute } from '../../exports/export-route.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { eraseUser } from './erase-user.ts';
import { exportUsers } from './export-users.ts';
import { getUser } from './get-user.ts';
import { countUsers, listUsers } from './list-users.ts';
import { toggleUserBlock } from './toggle-user-block.ts';

/** Customers (API-04). */
export const userRoutes: FeatureRoutes = [
  route(calls.listUsers, (context, { query }) => listUsers(context, query)),
  route(calls.countUsers, async (context, { body }) => ({ counts: await countUsers(context, body.views) })),
  route(calls.getUser, async (context, { params }) => ({ record: await getUser(context, params) })),
  route(calls.toggleUserBlock, (context, { params, query }) => toggleUserBlock(context, { ...params, ...query })),
  route(calls.deleteUser, (context, { params }) => eraseUser(context, params)),
  exportRoute(exports.exportUsers, exportUsers),
];
