import { exportUsers } from '@wayside/contract/exports';
import { countUserJob, startUserJob } from '@wayside/contract/jobs';
import * as calls from '@wayside/contract/users';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { countJob } from '../../platform/jobs/count-job.ts';
import { startJob } from '../../platform/jobs/start-job.ts';
import { listRoutes } from '../../platform/lists/defined-list.ts';
import { eraseUser, getUser, toggleUserBlock, userList } from './users.ts';

/** The input of a bulk job on customers: either the selected rows or the rows that match a search (VIEW-07). */
const toUserJobInput = <T extends { readonly search: string | null }>({ search, ...input }: T) => ({
  ...input,
  list: 'users' as const,
  shape: userList.shape,
  listed: { status: null, search: search || null },
});

/** Routes for customers (API-04). */
export const userRoutes: FeatureRoutes = [
  ...listRoutes(userList, { list: calls.listUsers, count: calls.countUsers, export: exportUsers }),
  route(calls.getUser, async (context, { params }) => ({ record: await getUser(context, params) })),
  route(calls.toggleUserBlock, (context, { params, query }) => toggleUserBlock(context, { ...params, ...query })),
  route(calls.deleteUser, (context, { params }) => eraseUser(context, params)),
  route(countUserJob, (context, { body }) => countJob(context, toUserJobInput(body))),
  route(startUserJob, async (context, { body }) => ({ record: await startJob(context, toUserJobInput(body)) })),
];
