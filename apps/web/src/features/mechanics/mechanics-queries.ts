import { queryOptions } from '@tanstack/react-query';
import { MECHANIC_LIST } from '@wayside/contract/lists';
import {
  countMechanics,
  decideApplication,
  deleteMechanic,
  getMechanic,
  getNextApplication,
  listMechanics,
  type Mechanic,
  toggleMechanicBlock,
  toggleMechanicExpert,
  WAITING_STATUSES,
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
/** The largest page of a provider. */
const MAX_PAGE_SIZE = 100;

interface NextApplication {
  /** Null if no other application waits. */
  readonly mechanicId: string | null;
  /** The number of applications to decide on. */
  readonly waiting: number;
  /** The number of applications that wait for the mechanic, who was asked again (WORK-05). */
  readonly asked: number;
  /** The place of the open one among them; null where the provider does not say it (WORK-05). */
  readonly position: number | null;
}

/**
 * The waiting application after the open one, and the number of waiting applications (MECH-08).
 * @param without those whose decision waits to be sent (WORK-05)
 */
export function nextApplicationQuery(after: string | null, without: readonly string[] = []) {
  return queryOptions({
    queryKey: [APPLICATIONS_KEY, 'next', after, without],
    queryFn: async ({ signal }): Promise<NextApplication> => {
      if (isOwnServer()) return call(getNextApplication, { query: { after, without }, signal });
      const { rows, total } = await listWaiting(signal);
      return { mechanicId: nextInQueue(rows, after), waiting: total, asked: 0, position: null };
    },
  });
}

/** The current state of the reviewed mechanic; null where there is none. */
export function reviewedQuery(id: string) {
  const one = mechanicQuery(id);
  return queryOptions({
    ...one,
    ...(isOwnServer()
      ? {}
      : {
          queryFn: async ({ signal }: { signal: AbortSignal }) => {
            const { rows } = await listWaiting(signal);
            // After the decision the mechanic no longer waits, and the state from before remains.
            return rows.find((mechanic) => mechanic.id === id) ?? queryClient.getQueryData(one.queryKey) ?? null;
          },
        }),
    ...REFETCHED_ALWAYS,
  });
}

/** Invalidates the waiting applications. */
export function invalidateWaiting(): Promise<void> {
  forgetUnseen({ queryKey: [APPLICATIONS_KEY] });
  return queryClient.invalidateQueries({ queryKey: [APPLICATIONS_KEY] });
}

/** The waiting applications of a provider without an endpoint for the next one, the oldest first. */
async function listWaiting(signal: AbortSignal): Promise<{ rows: Mechanic[]; total: number }> {
  const pages = await Promise.all(
    WAITING_STATUSES.map(async (status) => {
      const page = await call(listMechanics, {
        query: { ...MECHANIC_LIST.none, page: 1, limit: MAX_PAGE_SIZE, status: [status] },
        signal,
      });
      // A provider may ignore the filter and send mechanics with other statuses (MECH-08).
      const rows = page.rows.filter((mechanic) => mechanic.status === status);
      return { rows, total: rows.length === page.rows.length ? page.total : rows.length };
    }),
  );
  const rows = pages.flatMap((page) => page.rows);
  rows.sort((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''));
  return { rows, total: pages.reduce((sum, page) => sum + page.total, 0) };
}

function nextInQueue(rows: readonly Mechanic[], after: string | null): string | null {
  const place = rows.findIndex(({ id }) => id === after);
  const next = rows[place + 1] ?? rows[0];
  return next && next.id !== after ? next.id : null;
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
