import * as calls from '@wayside/contract/team';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { changeRole, disconnectMember, reactivateMember, suspendMember } from './change-team.ts';
import { inviteMember, renewInvitation } from './invite-member.ts';
import { listTeam } from './list-team.ts';

/** The team: invitations, roles, suspensions and reactivations of administrators (TEAM-02). */
export const teamRoutes: FeatureRoutes = [
  route(calls.listTeam, (context) => listTeam(context, context.actor.id)),
  route(calls.inviteMember, (context, { body }) => inviteMember(context, body)),
  route(calls.renewInvitation, (context, { params }) => renewInvitation(context, params)),
  route(calls.changeRole, async (context, { params, body }) => ({
    record: await changeRole(context, { ...params, ...body }),
  })),
  route(calls.suspendMember, async (context, { params }) => ({ record: await suspendMember(context, params) })),
  route(calls.reactivateMember, async (context, { params }) => ({
    record: await reactivateMember(context, params),
  })),
  route(calls.disconnectMember, (context, { params }) => disconnectMember(context, params)),
];
