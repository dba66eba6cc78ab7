import type { Role } from '@wayside/contract/roles';
import type { Member } from '@wayside/contract/team';
import { capitalised, formatDateTime } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { StatusLabel } from '../../ui/badge.tsx';

/** What each role is for, where one is chosen (TEAM-01). */
const ROLE_HINTS: Readonly<Record<Role, string>> = {
  owner: 'Everything, the team and integrations included.',
  manager: 'Everything but the team and integrations.',
  finance: 'Payments, payouts, loyalty and exports; reads the rest.',
  support: 'Bookings, users, mechanics and notifications; moves no money.',
  reviewer: 'Mechanics and their documents.',
  viewer: 'Reads; sees no bank or identity data.',
};

/** The sentence about a role, under the field that chooses it. */
export const roleHint = (role: string): string => lookUp(ROLE_HINTS, role) ?? '';

/** The name of a member, or the email where there is none. */
export const memberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name?.trim() || email;

const TWO_FACTOR: Readonly<Record<string, string>> = {
  none: 'Not set up',
  totp: 'Authenticator app',
  passkey: 'Passkey',
  both: 'App and passkey',
};

/** The second factor in words. */
export const twoFactorLabel = (twoFactor: string): string =>
  lookUp(TWO_FACTOR, twoFactor) ?? capitalised(twoFactor);

/** The state as a badge. */
export function stateLabel({ state, isInvitationExpired }: Member): StatusLabel {
  if (state === 'active') return { label: 'Active', tone: 'success' };
  if (state === 'suspended') return { label: 'Suspended', tone: 'danger' };
  return isInvitationExpired
    ? { label: 'Invitation expired', tone: 'warning' }
    : { label: 'Invited', tone: 'info' };
}

/** When they were seen, invited or suspended. */
export function stateText(member: Member): string {
  const { state, invitedAt, invitationExpiresAt, isInvitationExpired, suspendedAt } = member;
  if (state === 'suspended') return `Suspended ${formatDateTime(suspendedAt)}`;
  if (state !== 'invited') return `Joined ${formatDateTime(member.createdAt)}`;
  const end = isInvitationExpired ? 'expired' : 'works until';
  return `Invited ${formatDateTime(invitedAt)}, link ${end} ${formatDateTime(invitationExpiresAt)}`;
}
