import { ApiError } from '../lib/api-error.ts';
import { hasExtension } from '../lib/config.ts';
import { queryClient } from '../lib/query-client.ts';

/** The first element of the query keys of people's histories. */
export const HISTORY_KEY = 'history';

/** Loads the histories on the screen again after an action. */
export const reloadHistory = (): Promise<void> =>
  queryClient.refetchQueries({ queryKey: [HISTORY_KEY], type: 'active' });

const NOT_FOUND_STATUSES = [400, 404];

/** The record that `read` returns; null where there is none, or where the provider has no single records. */
export async function readRecord<R>(read: () => Promise<{ record: R }>): Promise<R | null> {
  if (!hasExtension('records')) return null;
  try {
    return (await read()).record;
  } catch (error) {
    if (error instanceof ApiError && NOT_FOUND_STATUSES.includes(error.status)) return null;
    throw error;
  }
}

/** Whether a query knows that the record is gone: the closing dialog must not ask for a person just deleted. */
export const isGone = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === null;
