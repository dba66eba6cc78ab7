import { queryOptions } from '@tanstack/react-query';
import { type ActivityEntity, listActivity } from '@wayside/contract/activity';
import { call } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';

const SHOWN = 5;
const KEY = 'history';

/** The latest deeds on one person (API-17). */
export function historyQuery(entity: ActivityEntity, id: string) {
  const query = { page: 1, limit: SHOWN, entity, entityId: id, actorId: null, action: null };
  return queryOptions({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => call(listActivity, { query, signal }),
    // Forgotten with the dialog: what was done since stands in it when it opens again.
    gcTime: 0,
  });
}

/** Loads the histories that are on the screen again, after a deed. */
export const reloadHistory = (): Promise<void> => queryClient.refetchQueries({ queryKey: [KEY], type: 'active' });
