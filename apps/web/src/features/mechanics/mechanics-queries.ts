import { queryOptions } from '@tanstack/react-query';
import { MECHANIC_LIST } from '@wayside/contract/lists';
import {
  countMechanics,
  decideApplication,
  deleteMechanic,
  getMechanic,
  getNextApplication,
  listMechanics,
  toggleMechanicBlock,
  toggleMechanicExpert,
} from '@wayside/contract/mechanics';
import { getMechanicBalance } from '@wayside/contract/payouts-earnings';
import { call } from '../../lib/api.ts';
import type { InputOf } from '../../lib/changed-fields.ts';
import { isOwnServer } from '../../lib/config.ts';
import {
  forgetUnseen,
  NOT_CACHED,
  queryClient,
  REFETCHED_ALWAYS,
  REFETCHED_ON_OPENING,
} from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { listQueries } from '../../list/list-queries.ts';
import { invalidateHistory } from '../people/person-queries.ts';

/** The list of mechanics (API-06). */
export const mechanics = listQueries(MECHANIC_LIST, {
  key: MECHANIC_KEYS.list,
  list: listMechanics,
  count: countMechanics,
});

/** One mechanic by id; null where there is none, or where the provider has no single records. */
export function mechanicQuery(id: string) {
  return queryOptions({
    queryKey: [MECHANIC_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getMechanic, { params: { id }, signal })),
    ...REFETCHED_ON_OPENING,
  });
}

const APPLICATIONS_KEY = 'applications';

interface NextApplication {
  /** Null if no other application waits. */
  readonly mechanicId: string | null;
  /** The number of applications to decide on. */
  readonly waiting: number;
  /** The number of applications that wait for the mechanic, who was asked again (WORK-05). */
  readonly asked: number;
  /** The place of the open one among them (WORK-05). */
  readonly position: number | null;
}

/**
 * The waiting application after the open one, and the number of waiting applications (MECH-08).
 * @param without those whose decision waits to be sent (WORK-05)
 */
export function nextApplicationQuery(after: string | null, without: readonly string[] = []) {
  return queryOptions({
    queryKey: [APPLICATIONS_KEY, 'next', after, without],
    queryFn: ({ signal }): Promise<NextApplication> =>
      call(getNextApplication, { query: { after, without }, signal }),
  });
}

/** The current state of the reviewed mechanic; null where there is none. */
export const reviewedQuery = (id: string) => queryOptions({ ...mechanicQuery(id), ...REFETCHED_ALWAYS });

/** Invalidates the waiting applications. */
export function invalidateWaiting(): Promise<void> {
  forgetUnseen({ queryKey: [APPLICATIONS_KEY] });
  return queryClient.invalidateQueries({ queryKey: [APPLICATIONS_KEY] });
}

/** Invalidates everything that a decision changes: mechanics, their history and the waiting applications. */
export function invalidateApplications(): Promise<unknown> {
  return Promise.all([invalidateRecords(MECHANIC_KEYS), invalidateHistory(), invalidateWaiting()]);
}

/**
 * Decides on an application (MECH-08).
 * @param isKeptAlive whether the request continues when the page is left
 */
export const sendDecision = (body: InputOf<typeof decideApplication>, isKeptAlive = false) =>
  call(decideApplication, { body, isKeptAlive });

/** The state on the screen: our server rejects the toggle if another administrator has changed it. */
const seenBy = (seen: boolean) => ({ seen: isOwnServer() ? seen : null });

/** Blocks or unblocks a mechanic (MECH-09). */
export const sendBlockToggle = async (id: string, seen: boolean) =>
  (await call(toggleMechanicBlock, { params: { id }, query: seenBy(seen) })).isBlocked;

/** Marks a mechanic as expert or as regular (MECH-10). */
export const sendExpertToggle = async (id: string, seen: boolean) =>
  (await call(toggleMechanicExpert, { params: { id }, query: seenBy(seen) })).isExpert;

/** Deletes a mechanic (MECH-09). */
export const sendMechanicDeletion = (id: string) => call(deleteMechanic, { params: { id } });

/** The open balance of a mechanic (MECH-13). */
export const balanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['mechanic-balance', id],
    queryFn: async ({ signal }) => (await call(getMechanicBalance, { params: { id }, signal })).record,
    ...NOT_CACHED,
  });
