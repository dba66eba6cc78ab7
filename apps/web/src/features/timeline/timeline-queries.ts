import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getRecordCounts, getTimeline, type TimelineEntity, type TimelineEntry } from '@wayside/contract/timeline';
import { call } from '../../lib/api.ts';
import { NOT_CACHED } from '../../lib/query-client.ts';
import { COUNTS_KEY, TIMELINE_KEY } from '../people/person-queries.ts';

interface TimelinePage {
  readonly entries: readonly TimelineEntry[];
  /** The cursor of the page after it. */
  readonly next: string | null;
}

/** A page of what happened to a record, newest first (PEOP-02). Not a list to the live stream: entries of different kinds share ids. */
export function timelineQuery(entity: TimelineEntity, id: string, before: string | null) {
  return queryOptions({
    queryKey: [TIMELINE_KEY, id, entity, before],
    queryFn: async ({ signal }): Promise<TimelinePage> => {
      const { rows, next } = await call(getTimeline, { params: { entity, id }, query: { before }, signal });
      return { entries: rows, next };
    },
    placeholderData: keepPreviousData,
    ...NOT_CACHED,
  });
}

/** How many records of each kind a person has (PEOP-01). */
export function recordCountsQuery(entity: 'user' | 'mechanic', id: string) {
  return queryOptions({
    queryKey: [COUNTS_KEY, id, entity],
    queryFn: async ({ signal }) => (await call(getRecordCounts, { params: { entity, id }, signal })).record,
    ...NOT_CACHED,
  });
}
