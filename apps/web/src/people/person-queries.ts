import { queryOptions } from '@tanstack/react-query';
import { type ActivityEntity, listActivity } from '@wayside/contract/activity';
import { call } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { hasExtension } from '../lib/config.ts';
import { NOT_CACHED, queryClient } from '../lib/query-client.ts';

const SHOWN = 5;
const KEY = 'history';

/** The latest deeds on one person (API-17). */
export function historyQuery(entity: ActivityEntity, id: string) {
  const query = { page: 1, limit: SHOWN, entity, entityId: id, actorId: null, action: null };
  return queryOptions({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => call(listActivity, { query, signal }),
    ...NOT_CACHED,
  });
}

/** Loads the histories that are on the screen again, after a deed. */
export const reloadHistory = (): Promise<void> => queryClient.refetchQueries({ queryKey: [KEY], type: 'active' });

const NOT_FOUND = 404;
const BAD_ID = 400;

/** What `read` brings; null where nobody has that id, or the provider gives nobody by their id. */
export async function readPerson<R>(read: () => Promise<{ record: R }>): Promise<R | null> {
  if (!hasExtension('records')) return null;
  try {
    return (await read()).record;
  } catch (error) {
    if (error instanceof ApiError && (error.status === NOT_FOUND || error.status === BAD_ID)) return null;
    throw error;
  }
}

/** Whether a query knows that there is nobody: who was deleted a moment ago is not asked for while the dialog closes. */
export const isGone = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === null;
