import { queryOptions } from '@tanstack/react-query';
import { countActivity, getActivity, listActivity } from '@wayside/contract/activity';
import type { SortKey } from '@wayside/contract/wire/list-query';
import { call } from '../../lib/api.ts';
import { readRecord } from '../../lib/read-record.ts';
import type { ListView } from '../../list/list-url.ts';
import { daysOf } from '../../list/periods.ts';
import { countsQuery } from '../../list/view-counts.ts';

type ActivityFilter = 'action' | 'entity' | 'id' | 'actor';

/** The filters of the address as the list and its export take them. */
export function activityFiltersOf(view: ListView<ActivityFilter>) {
  const { action, entity, id: entityId, actor: actorId } = view;
  const sort = view.sort as SortKey<'date'> | null;
  return { action, entity, entityId, actorId, ...daysOf(view), sort };
}

/** A page of the activity entries that match the filters (API-17). */
export function activityQuery(view: ListView<ActivityFilter>) {
  const query = { page: view.page, limit: view.rows, ...activityFiltersOf(view) };
  return queryOptions({
    queryKey: ['activity', query],
    queryFn: ({ signal }) => call(listActivity, { query, signal }),
  });
}

/** The numbers of rows of several views (VIEW-04). */
export const activityCountsQuery = (views: readonly ListView<ActivityFilter>[]) =>
  countsQuery('activity', countActivity, views.map(activityFiltersOf));

/** One row by its position in the chain; null where there is none. */
export function activityRowQuery(id: string) {
  return queryOptions({
    queryKey: ['activity row', id],
    queryFn: ({ signal }) => readRecord(() => call(getActivity, { params: { id }, signal })),
  });
}
