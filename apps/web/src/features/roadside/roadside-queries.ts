import { queryOptions } from '@tanstack/react-query';
import {
  type Emergency,
  getEmergency,
  keepDesk,
  listEmergencies,
  type RoadsideDesk,
  type RoadsideTargets,
  setShift,
  updateRoadsideTargets,
} from '@wayside/contract/roadside';
import { listEmergencySteps, listNearestMechanics } from '@wayside/contract/roadside-requests';
import { call } from '../../lib/api.ts';
import { type LoadCause, loadForScreen, queryClient, UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { adoptServerTime } from './server-clock.ts';

/**
 * The queue of the desk. The field is not called `rows`, because the live stream would hold back new rows (LIVE-02).
 */
export interface DeskQueue {
  readonly emergencies: readonly Emergency[];
  readonly counts: Readonly<Record<Emergency['state'], number>>;
  readonly targets: RoadsideTargets;
  readonly desks: readonly RoadsideDesk[];
  /** When the queue was requested, by the local clock. */
  readonly requestedAt: number;
}

/** Request timeout, because on a broken network a request may never complete. */
const RESPONSE_TIMEOUT_MS = 10_000;

export const createTimeoutSignal = (): AbortSignal => AbortSignal.timeout(RESPONSE_TIMEOUT_MS);

/** The queue of the desk (ROAD-01). */
export const queueQuery = queryOptions({
  queryKey: ['roadside'],
  queryFn: async ({ signal }): Promise<DeskQueue> => {
    const requestedAt = Date.now();
    const { rows, now, ...rest } = await call(listEmergencies, {
      signal: AbortSignal.any([signal, createTimeoutSignal()]),
    });
    adoptServerTime(now);
    return { emergencies: rows, requestedAt, ...rest };
  },
});

/** Returns when the current queue was requested, by the local clock; 0 before the first request. */
export const queueRequestedAt = (): number => queryClient.getQueryData(queueQuery.queryKey)?.requestedAt ?? 0;

/** Query of an emergency that has left the queue; null if it does not exist. */
export const emergencyQuery = (id: string) =>
  queryOptions({
    queryKey: ['roadside-emergency', id],
    queryFn: ({ signal }) => readRecord(() => call(getEmergency, { params: { id }, signal })),
    ...UNCACHED_OPTIONS,
  });

/**
 * Query of the available and the excluded mechanics (ROAD-04). The fields are not called `rows`, for the same reason
 * as in `DeskQueue`.
 */
export const mechanicsQuery = (id: string) =>
  queryOptions({
    queryKey: ['roadside-mechanics', id],
    queryFn: async ({ signal }) => {
      const { rows, excluded, now } = await call(listNearestMechanics, { params: { id }, signal });
      adoptServerTime(now);
      return { nearest: rows, excluded };
    },
    ...UNCACHED_OPTIONS,
  });

/** Query of the steps of an emergency, oldest first (ROAD-03). */
export const stepsQuery = (id: string) =>
  queryOptions({
    queryKey: ['roadside-steps', id],
    queryFn: async ({ signal }) => ({ steps: (await call(listEmergencySteps, { params: { id }, signal })).rows }),
    ...UNCACHED_OPTIONS,
  });

export const loadRoadside = (cause: LoadCause) => loadForScreen(queueQuery, cause);

export const reloadQueue = () => queryClient.refetchQueries({ queryKey: queueQuery.queryKey });

/** Refetches the queue, unless a refetch is in progress. */
export const refreshQueue = () =>
  queryClient.refetchQueries({ queryKey: queueQuery.queryKey }, { cancelRefetch: false });

/** Refetches the queue and the queries that failed while the server was not responding. */
export const reloadAfterReconnect = () =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: ({ queryKey, state }) => queryKey[0] === queueQuery.queryKey[0] || state.status === 'error',
  });

/** Shows an emergency from a response and refetches the data that depends on it. */
export function updateEmergency(changed: Emergency): void {
  queryClient.setQueryData(queueQuery.queryKey, (queue) => queue && withEmergency(queue, changed));
  queryClient.setQueryData(emergencyQuery(changed.id).queryKey, (shown) => shown && changed);
  void queryClient.refetchQueries({ queryKey: stepsQuery(changed.id).queryKey, type: 'active' });
  void reloadQueue();
}

const withEmergency = (queue: DeskQueue, changed: Emergency): DeskQueue => ({
  ...queue,
  emergencies: queue.emergencies.map((each) => (each.id === changed.id ? changed : each)),
});

interface DeskState {
  /** If null, the setting is unchanged. */
  readonly isMuted: boolean | null;
  readonly isClosing: boolean;
}

/** Reports whether the desk is open or closing, and stores who is on shift (ROAD-02, ROAD-03). */
export async function sendDeskState(state: DeskState): Promise<void> {
  const { desks, now } = await call(keepDesk, {
    body: state,
    ...(state.isClosing ? { isKeptAlive: true } : { signal: createTimeoutSignal() }),
  });
  showDesks(desks, now);
}

/** Starts or ends the shift of the user (DESK-03). */
export async function sendShift(isOnShift: boolean): Promise<void> {
  const { desks, now } = await call(setShift, { body: { isOnShift }, signal: createTimeoutSignal() });
  showDesks(desks, now);
  void reloadQueue();
}

function showDesks(desks: readonly RoadsideDesk[], now: string): void {
  adoptServerTime(now);
  queryClient.setQueryData(queueQuery.queryKey, (queue) => queue && { ...queue, desks });
}

export async function sendTargets(targets: RoadsideTargets): Promise<void> {
  await call(updateRoadsideTargets, { body: targets });
  void reloadQueue();
}
