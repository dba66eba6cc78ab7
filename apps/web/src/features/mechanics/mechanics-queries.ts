import { queryOptions } from '@tanstack/react-query';
import { MECHANIC_LIST } from '@wayside/contract/lists';
import {
  countMechanics,
  decideApplication,
  getMechanic,
  getNextApplication,
  listMechanics,
  toggleMechanicBlock,
  toggleMechanicExpert,
} from '@wayside/contract/mechanics';
import { getMechanicBalance } from '@wayside/contract/payouts-earnings';
import { call } from '../../lib/api.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import type { InputOf } from '../../lib/changed-fields.ts';
import { isOwnServer } from '../../lib/config.ts';
import {
  queryClient,
  REFETCH_ALWAYS,
  REFETCH_ON_OPEN,
  removeUnusedQueries,
  UNCACHED_OPTIONS,
} from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';
import { invalidateHistory } from '../people/person-queries.ts';

export const mechanics = listQueries(MECHANIC_LIST, {
  key: MECHANIC_KEYS.list,
  list: listMechanics,
  count: countMechanics,
});

/** Query of one mechanic. Null if the mechanic does not exist or the provider cannot return single records. */
export function mechanicQuery(id: string) {
  return queryOptions({
    queryKey: [MECHANIC_KEYS.one, id],
    queryFn: ({ signal }) => readRecord(() => call(getMechanic, { params: { id }, signal })),
    ...REFETCH_ON_OPEN,
  });
}

const APPLICATIONS_KEY = 'applications';

interface NextApplication {
  /** Null if no other application is pending. */
  readonly mechanicId: string | null;
  readonly waiting: number;
  /** The number of applications that wait for the mechanic's next step (WORK-05). */
  readonly asked: number;
  /** The position of the open application (WORK-05). */
  readonly position: number | null;
}

/**
 * Query of the pending application that follows the open one (MECH-08).
 * @param without applications with a decision that has not been sent yet (WORK-05)
 */
export function nextApplicationQuery(after: string | null, without: readonly string[] = []) {
  return queryOptions({
    queryKey: [APPLICATIONS_KEY, 'next', after, without],
    queryFn: ({ signal }): Promise<NextApplication> =>
      call(getNextApplication, { query: { after, without }, signal }),
  });
}

/** Query of the mechanic under review; it always refetches. */
export const freshMechanicQuery = (id: string) => queryOptions({ ...mechanicQuery(id), ...REFETCH_ALWAYS });

export function invalidateWaiting(): Promise<void> {
  removeUnusedQueries({ queryKey: [APPLICATIONS_KEY] });
  return queryClient.invalidateQueries({ queryKey: [APPLICATIONS_KEY] });
}

/** Invalidates the data that a decision changes: mechanics, their history and the pending applications. */
export function invalidateApplications(): Promise<unknown> {
  return Promise.all([invalidateRecords(MECHANIC_KEYS), invalidateHistory(), invalidateWaiting()]);
}

/**
 * Sends the decision on an application (MECH-08).
 * @param isKeptAlive whether the request continues after the user leaves the page
 */
export const sendDecision = (body: InputOf<typeof decideApplication>, isKeptAlive = false) =>
  call(decideApplication, { body, isKeptAlive });

/** Returns the value that the user saw, so that our server can reject the toggle if another user has changed it. */
const seenBy = (seen: boolean) => ({ seen: isOwnServer() ? seen : null });

export const sendBlockToggle = async (id: string, seen: boolean) =>
  (await call(toggleMechanicBlock, { params: { id }, query: seenBy(seen) })).isBlocked;

export const sendExpertToggle = async (id: string, seen: boolean) =>
  (await call(toggleMechanicExpert, { params: { id }, query: seenBy(seen) })).isExpert;

export const balanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['mechanic-balance', id],
    queryFn: async ({ signal }) => (await call(getMechanicBalance, { params: { id }, signal })).record,
    ...UNCACHED_OPTIONS,
  });
