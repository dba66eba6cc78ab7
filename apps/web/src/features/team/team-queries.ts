import { queryOptions } from '@tanstack/react-query';
import type { Role } from '@wayside/contract/roles';
import { inviteMember, listTeam } from '@wayside/contract/team';
import { call } from '../../lib/api.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

export const TEAM_KEYS = { list: 'team', one: 'member' } as const;

export const teamQuery = queryOptions({
  queryKey: [TEAM_KEYS.list],
  queryFn: ({ signal }) => call(listTeam, { signal }),
});

export const loadTeam = (cause: LoadCause): Promise<void> => loadForScreen(teamQuery, cause);

export const sendInvitation = (body: { name: string; email: string; role: Role }) => call(inviteMember, { body });
