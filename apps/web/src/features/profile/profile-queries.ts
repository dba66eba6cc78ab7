import { queryOptions } from '@tanstack/react-query';
import { changePassword, listOwnSessions, readProfile } from '@wayside/contract/profile';
import { call } from '../../lib/api.ts';
import type { InputOf } from '../../lib/changed-fields.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await call(readProfile, { signal })).record,
});

export const SESSION_KEYS = { list: 'own-sessions', one: 'own-session' } as const;

export const ownSessionsQuery = queryOptions({
  queryKey: [SESSION_KEYS.list],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
});

export async function loadProfile(cause: LoadCause): Promise<void> {
  await Promise.all([loadForScreen(profileQuery, cause), loadForScreen(ownSessionsQuery, cause)]);
}

export const sendPassword = (body: InputOf<typeof changePassword>) => call(changePassword, { body });
