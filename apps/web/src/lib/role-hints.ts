import type { Role } from '@wayside/contract/roles';
import { lookUp } from './look-up.ts';

/** What each role is for (TEAM-01). */
const ROLE_HINTS: Readonly<Record<Role, string>> = {
  owner: 'Everything, the team and integrations included.',
  manager: 'Everything but the team and integrations.',
  finance: 'Payments, payouts, loyalty and exports; reads the rest.',
  support: 'Bookings, users, mechanics and notifications; moves no money.',
  reviewer: 'Mechanics and their documents.',
  viewer: 'Reads; sees no bank or identity data.',
};

export const roleHint = (role: string): string => lookUp(ROLE_HINTS, role) ?? '';
