import { queryOptions } from '@tanstack/react-query';
import { type ActivityEntity, listActivity } from '@wayside/contract/activity';
import { call } from '../../lib/api.ts';
import { NOT_CACHED } from '../../lib/query-client.ts';
import { HISTORY_KEY } from './person-queries.ts';

const SHOWN_ENTRIES = 5;

/** The latest activity entries about one person (API-17). */
export function historyQuery(entity: ActivityEntity, id: string) {
  const query = {
    page: 1,
    limit: SHOWN_ENTRIES,
    entity,
    entityId: id,
    actorId: null,
    action: null,
    from: null,
    to: null,
    sort: null,
  };
  return queryOptions({
    queryKey: [HISTORY_KEY, query],
    queryFn: ({ signal }) => call(listActivity, { query, signal }),
    ...NOT_CACHED,
  });
}
