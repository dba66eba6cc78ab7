import { queryOptions } from '@tanstack/react-query';
import type { Role } from '@wayside/contract/roles';
import {
  changeRole,
  inviteMember,
  listTeam,
  reactivateMember,
  renewInvitation,
  suspendMember,
} from '@wayside/contract/team';
import { resetTwoFactor } from '@wayside/contract/two-factor';
import { call } from '../../lib/api.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

export const TEAM_KEYS = { list: 'team', one: 'member' } as const;

export const teamQuery = queryOptions({
  queryKey: [TEAM_KEYS.list],
  queryFn: ({ signal }) => call(listTeam, { signal }),
});

export const loadTeam = (cause: LoadCause): Promise<void> => loadForScreen(teamQuery, cause);

export const sendSuspension = (id: string) => call(suspendMember, { params: { id } });

export const sendReactivation = (id: string) => call(reactivateMember, { params: { id } });

export const sendTwoFactorReset = (id: string) => call(resetTwoFactor, { params: { id } });

export const sendInvitationRenewal = (id: string) => call(renewInvitation, { params: { id } });

export const sendRole = (id: string, role: Role) => call(changeRole, { params: { id }, body: { role } });

export const sendInvitation = (body: { name: string; email: string; role: Role }) => call(inviteMember, { body });
