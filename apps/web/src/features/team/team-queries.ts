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

/** The first elements of the query keys of administrators. */
export const TEAM_KEYS = { list: 'team', one: 'member' } as const;

/** All administrators (TEAM-02). */
export const teamQuery = queryOptions({
  queryKey: [TEAM_KEYS.list],
  queryFn: ({ signal }) => call(listTeam, { signal }),
});

/** Everything on the screen. */
export const loadTeam = (cause: LoadCause): Promise<void> => loadForScreen(teamQuery, cause);

/** Suspends a member (TEAM-02). */
export const sendSuspension = (id: string) => call(suspendMember, { params: { id } });

/** Reactivates a suspended member (TEAM-02). */
export const sendReactivation = (id: string) => call(reactivateMember, { params: { id } });

/** Removes the second factors of a member (TEAM-04). */
export const sendTwoFactorReset = (id: string) => call(resetTwoFactor, { params: { id } });

/** Creates a new invitation link (TEAM-02). */
export const sendInvitationRenewal = (id: string) => call(renewInvitation, { params: { id } });

/** Changes the role of a member (TEAM-02). */
export const sendRole = (id: string, role: Role) => call(changeRole, { params: { id }, body: { role } });

/** Invites an administrator (TEAM-02). */
export const sendInvitation = (body: { name: string; email: string; role: Role }) => call(inviteMember, { body });
