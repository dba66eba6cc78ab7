import type { QueryKey } from '@tanstack/react-query';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import type { Page } from '@wayside/contract/wire/paging';
import { ApiError } from './api-error.ts';
import { queryClient, removeUnusedQueries } from './query-client.ts';

interface WithId {
  readonly id: string;
}

interface ShownList extends Partial<Page<WithId>> {
  readonly rows: WithId[];
}

const NOT_FOUND = 404;
const CONFLICT = 409;

/** The query keys of a kind of record: `[list, …]` and `[one, id]`. */
export interface RecordKeys {
  readonly list: string;
  readonly one: string;
}

/** Updates a record in all lists and details, without a request. */
export function updateCachedRecord<R extends WithId>(keys: RecordKeys, id: string, change: Partial<R>): void {
  const changed = (record: R): R => (record.id === id ? { ...record, ...change } : record);
  queryClient.setQueriesData<Page<R>>(
    { queryKey: [keys.list] },
    (page) => page && { ...page, rows: page.rows.map(changed) },
  );
  queryClient.setQueriesData<R | null>({ queryKey: [keys.one, id] }, (record) => record && changed(record));
}

/** Shows a confirmed change. Repeats requests in progress, because they may return older data. */
export async function updateConfirmedRecord<R extends WithId>(
  keys: RecordKeys,
  id: string,
  change: Partial<R>,
): Promise<void> {
  updateCachedRecord(keys, id, change);
  const runningQueries = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching' })
    .filter(({ queryKey: [kind] }) => kind === keys.list || kind === keys.one);
  for (const { queryKey, state } of runningQueries) {
    // A first load in progress must be cancelled, because the refetch would otherwise join it.
    if (state.data === undefined) await queryClient.cancelQueries({ queryKey, exact: true });
    void queryClient.refetchQueries({ queryKey, exact: true });
  }
}

function limitOf([, query]: QueryKey): number {
  const { limit } = (query ?? {}) as { limit?: number };
  return limit ?? PAGE_SIZE;
}

/** Removes a record from all lists and details, without a call. */
export function removeCachedRecord(keys: RecordKeys, id: string): void {
  // Must come first, because details would otherwise fetch a record that leaves its list.
  queryClient.setQueriesData({ queryKey: [keys.one, id] }, () => null);
  for (const [queryKey, list] of queryClient.getQueriesData<ShownList>({ queryKey: [keys.list] })) {
    const rows = list?.rows.filter((row) => row.id !== id);
    if (!list || !rows || rows.length === list.rows.length) continue;
    const total = list.total === undefined ? undefined : list.total - 1;
    const pages = total === undefined ? {} : { total, pageCount: Math.ceil(total / limitOf(queryKey)) };
    queryClient.setQueryData(queryKey, { ...list, rows, ...pages });
  }
  removeUnusedQueries();
}

/** Invalidates the records after a 409 or 404. */
export async function invalidateIfOutdated(keys: RecordKeys, error: unknown): Promise<void> {
  const isOutdated = error instanceof ApiError && (error.status === CONFLICT || error.status === NOT_FOUND);
  if (isOutdated) await invalidateRecords(keys);
}

/** Refetches the records on the screen and drops the others from the cache. */
export function invalidateRecords(keys: RecordKeys): Promise<unknown> {
  return Promise.all(
    [keys.list, keys.one].map((key) => {
      removeUnusedQueries({ queryKey: [key] });
      return queryClient.invalidateQueries({ queryKey: [key] });
    }),
  );
}
