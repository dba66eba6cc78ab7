import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListName } from '@wayside/contract/preferences';
import { listViews, type SavedView } from '@wayside/contract/views';
import { call } from './api.ts';
import { isOwnServer } from './config.ts';
import { queryClient } from './query-client.ts';

const KEY = 'wayside_views';
/** The first element of the query keys of row counts; the second is the list's key. */
export const COUNTS_KEY = 'view-counts';
const FRESH_MS = 60_000;
const EMPTY_VIEWS: readonly SavedView[] = [];

/** Query of the saved views of all lists (VIEW-04). The profile response contains the initial views. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }): Promise<readonly SavedView[]> =>
    storeViews((await call(listViews, { signal })).rows),
  staleTime: FRESH_MS,
  refetchOnMount: true,
});

export function adoptViews(views: readonly SavedView[] | null): void {
  if (views !== null) queryClient.setQueryData(viewsQuery.queryKey, storeViews(views));
}

export const reloadViews = (): Promise<void> =>
  queryClient.fetchQuery({ ...viewsQuery, staleTime: 0 }).then(() => undefined);

/** Returns the default view of a list. Until the profile is loaded, it comes from this browser's storage. */
export function defaultView(list: ListName | null): SavedView | undefined {
  if (list === null || !isOwnServer()) return undefined;
  const views = queryClient.getQueryData<readonly SavedView[]>(viewsQuery.queryKey) ?? readStored();
  return views.find((view) => view.list === list && view.isDefault);
}

/** Returns the views of a list in the user's order. */
export function useSavedViews(list: ListName | null): readonly SavedView[] {
  const { data = EMPTY_VIEWS } = useQuery({ ...viewsQuery, enabled: list !== null && isOwnServer() });
  return data.filter((view) => view.list === list);
}

function storeViews(views: readonly SavedView[]): readonly SavedView[] {
  try {
    localStorage.setItem(KEY, JSON.stringify(views));
  } catch {
    // Without storage, the next profile response contains the views.
  }
  return views;
}

function readStored(): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored : EMPTY_VIEWS;
  } catch {
    return EMPTY_VIEWS;
  }
}
