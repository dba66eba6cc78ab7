import { queryOptions } from '@tanstack/react-query';
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  readProfile,
  renameSelf,
} from '@wayside/contract/profile';
import { call } from '../../lib/api.ts';
import type { InputOf } from '../../lib/changed-fields.ts';
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

/** Changes one's own password, which ends all other sessions (TEAM-03). */
export const sendPassword = (body: InputOf<typeof changePassword>) => call(changePassword, { body });

/** Changes one's own name (TEAM-03). */
export const sendName = (name: string) => call(renameSelf, { body: { name } });

/** Ends all own sessions but the present one (TEAM-03). */
export const sendEndOfOthers = () => call(endOtherSessions);

/** Ends an own session (TEAM-03). */
export const sendEndOfSession = (id: string) => call(endOwnSession, { params: { id } });
