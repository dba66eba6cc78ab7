import { exportMechanics } from '@wayside/contract/exports';
import { countMechanicJob, startMechanicJob } from '@wayside/contract/jobs';
import type { ApplicationStatus } from '@wayside/contract/mechanics';
import * as calls from '@wayside/contract/mechanics';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { countJob } from '../../platform/jobs/count-job.ts';
import { startJob } from '../../platform/jobs/start-job.ts';
import { listRoutes } from '../../platform/lists/defined-list.ts';
import { getMechanic, mechanicList } from './list-mechanics.ts';
import {
  decideApplication,
  eraseMechanic,
  getNextApplication,
  showAadhaarCard,
  showBankAccount,
  showUpiId,
  toggleMechanicBlock,
  toggleMechanicExpert,
} from './mechanics.ts';

/**
 * Selects the rows of a bulk job over mechanics: the given ids, or the rows that match the filters of the list
 * (VIEW-07).
 */
const toMechanicJobInput = <
  T extends { readonly search: string | null; readonly status: readonly ApplicationStatus[] | null },
>({
  search,
  status,
  ...input
}: T) => ({
  ...input,
  list: 'mechanics' as const,
  shape: mechanicList.shape,
  listed: { status, search: search || null },
});

/** Mechanics and their applications (API-06, API-17). */
export const mechanicRoutes: FeatureRoutes = [
  ...listRoutes(mechanicList, { list: calls.listMechanics, count: calls.countMechanics, export: exportMechanics }),
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
  route(calls.showUpiId, async (context, { params }) => ({ upiId: await showUpiId(context, params.id) })),
  route(calls.showAadhaarCard, async (context, { params }) => ({
    url: await showAadhaarCard(context, params.id),
  })),
  route(countMechanicJob, (context, { body }) => countJob(context, toMechanicJobInput(body))),
  route(startMechanicJob, async (context, { body }) => ({
    record: await startJob(context, toMechanicJobInput(body)),
  })),
];
