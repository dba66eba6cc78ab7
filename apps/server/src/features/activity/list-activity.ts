import type { Activity } from '@wayside/contract/activity';
import type { SortKey } from '@wayside/contract/wire/list-query';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import { dayRange, type ListFilters, type ListShape } from '../../platform/db/list-shape.ts';
import { readPage } from '../../platform/db/read-page.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import type { PageInput } from '../../platform/db/statement-page.ts';
import { activitySelect } from '../../records/activity.ts';

/** The list of activity entries, newest first. */
export const ACTIVITY_LIST: ListShape = {
  name: 'list-activity',
  ...activitySelect,
  orderBy: 'at',
  counter: 'activity',
  statusColumn: 'action',
  searchColumns: [],
  combined: {
    counter: 'activity by record',
    status: 'activity_counter_key',
    columns: ['entity', 'action', 'actor_id'],
  },
};

/** Which entries of the log. */
export interface ActivityFilters {
  readonly entity: string | null;
  readonly entityId: string | null;
  readonly actorId: string | null;
  readonly action: string | null;
  /** Days of the business, both included. */
  readonly from: string | null;
  readonly to: string | null;
  /** Null for newest first (VIEW-02). */
  readonly sort: SortKey<'date'> | null;
}

export interface ListActivityInput extends ActivityFilters, PageInput {}

/** How the list reads the entries under these filters. */
export function activityUnder(input: ActivityFilters): ListFilters {
  const { entity, entityId, actorId, action, from, to, sort } = input;
  const fixedFilters = [
    { column: 'entity', id: entity || null },
    { column: 'entity_id', id: entityId || null },
    { column: 'actor_id', id: actorId },
  ].flatMap(({ column, id }) => (id === null ? [] : [{ column, id }]));
  return {
    status: action ? [action] : null,
    search: null,
    fixedFilters,
    days: dayRange({ from, to }),
    sort,
  };
}

/** A page of the activity log (API-17). */
export const listActivity = ({ database }: AppContext, input: ListActivityInput): Promise<Page<Activity>> =>
  readPage(database, ACTIVITY_LIST, { ...activityUnder(input), page: input.page, limit: input.limit });

/** One entry of the activity log; its id is its position in the chain (API-17). @throws 404 */
export const getActivity = ({ database }: AppContext, id: string): Promise<Activity> =>
  findRecord(database, ACTIVITY_LIST, id, 'activity');

/** How many activity entries there are under each of the filters (VIEW-04). */
export const countActivity = (
  { database }: Pick<AppContext, 'database'>,
  views: readonly ActivityFilters[],
): Promise<number[]> => countRows(database, ACTIVITY_LIST, views.map(activityUnder));
