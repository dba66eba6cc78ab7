import type { Role } from '@wayside/contract/roles';
import { type Message, msg, t, verbatim } from '../languages/text.ts';
import { capitalise } from './format.ts';
import { lookUp } from './look-up.ts';

/** Descriptions of the roles (TEAM-01). */
const ROLE_HINTS: Readonly<Record<Role, Message>> = {
  owner: msg('Everything, including the team and integrations.'),
  manager: msg('Everything except the team and integrations.'),
  finance: msg('Handles payments, payouts, loyalty and exports; can view everything else.'),
  support: msg('Works with bookings, users, mechanics and notifications; cannot move money.'),
  reviewer: msg('Mechanics and their documents.'),
  viewer: msg('Can view records, but no bank or identity data.'),
};

export function roleHint(role: string): string {
  const hint = lookUp(ROLE_HINTS, role);
  return hint ? t(hint) : '';
}

const ROLE_NAMES: Readonly<Record<Role, Message>> = {
  owner: msg('Owner | role'),
  manager: msg('Manager'),
  finance: msg('Finance'),
  support: msg('Support'),
  reviewer: msg('Reviewer'),
  viewer: msg('Viewer'),
};

/** Returns the name of a role: "Owner". */
export const roleName = (role: string): string => t(lookUp(ROLE_NAMES, role) ?? verbatim(capitalise(role)));
