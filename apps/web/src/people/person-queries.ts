import { queryClient } from '../lib/query-client.ts';

/** The first element of the query keys of people's histories. */
export const HISTORY_KEY = 'history';

/** Loads the histories on the screen again after an action. */
export const reloadHistory = (): Promise<void> =>
  queryClient.refetchQueries({ queryKey: [HISTORY_KEY], type: 'active' });

/** Whether a query knows that the record is gone: the closing dialog must not ask for a person just deleted. */
export const isGone = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === null;
