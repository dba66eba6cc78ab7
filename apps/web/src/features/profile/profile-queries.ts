import { queryOptions } from '@tanstack/react-query';
import { listOwnSessions, readProfile } from '@wayside/contract/profile';
import { call } from '../../lib/api.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

/** One's own account (TEAM-03). */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await call(readProfile, { signal })).record,
});

/** The first elements of the query keys of one's own sessions. */
export const SESSION_KEYS = { list: 'own-sessions', one: 'own-session' } as const;

/** One's own open sessions (TEAM-03). */
export const ownSessionsQuery = queryOptions({
  queryKey: [SESSION_KEYS.list],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
});

/** Everything on the screen. */
export async function loadProfile(cause: LoadCause): Promise<void> {
  await Promise.all([loadForScreen(profileQuery, cause), loadForScreen(ownSessionsQuery, cause)]);
}
