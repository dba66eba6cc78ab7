import { PERMISSIONS, type Permission } from './wire/permissions.ts';

/** The roles of administrators, from full access to read-only access (TEAM-01). */
export const ROLES = ['owner', 'manager', 'finance', 'support', 'reviewer', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

export const isRole = (value: string): value is Role => (ROLES as readonly string[]).includes(value);

interface Rule {
  /** The end of the sentence "Your role may not …". */
  readonly may: string;
  readonly roles: readonly Role[];
}

const MANAGERS = ['owner', 'manager'] as const;

/** The roles that have each permission. The server enforces this table, and docs/roles.md is generated from it. */
export const ROLE_TABLE: Readonly<Record<Permission, Rule>> = {
  'records:read': {
    may: 'read the dashboard, bookings, users, mechanics, the catalogue and the configuration',
    roles: ROLES,
  },
  'payments:read': { may: 'read payments', roles: [...MANAGERS, 'finance', 'support', 'viewer'] },
  'payouts:read': {
    may: 'read payouts, payment runs, the ledger and its closes',
    roles: [...MANAGERS, 'finance', 'viewer'],
  },
  'money:move': {
    may: 'pay mechanics or loyalty, void or refund payments, adjust balances or close days',
    roles: [...MANAGERS, 'finance'],
  },
  'settlements:reconcile': { may: 'reconcile settlements', roles: [...MANAGERS, 'finance'] },
  'books:reopen': { may: 'reopen a closed day', roles: ['owner'] },
  'approvals:configure': { may: 'change which payments need approval', roles: ['owner'] },
  'bank:reveal': { may: 'reveal a bank account', roles: [...MANAGERS, 'finance'] },
  'aadhaar:reveal': { may: 'reveal an Aadhaar card', roles: [...MANAGERS, 'reviewer'] },
  'applications:decide': { may: 'decide on applications or set experts', roles: [...MANAGERS, 'reviewer'] },
  'people:block': { may: 'block or unblock customers and mechanics', roles: [...MANAGERS, 'support'] },
  'people:delete': { may: 'delete customers and mechanics', roles: MANAGERS },
  'notes:write': {
    may: 'write notes on bookings, customers and mechanics, or take calls',
    roles: [...MANAGERS, 'finance', 'support', 'reviewer'],
  },
  'roadside:work': {
    may: 'claim, assign, cancel or hand over emergencies',
    roles: [...MANAGERS, 'support'],
  },
  'roadside:configure': { may: 'set the targets of the roadside desk', roles: MANAGERS },
  'catalogue:change': {
    may: 'change the catalogue, slots, vehicle models or the configuration, or upload images',
    roles: MANAGERS,
  },
  'notifications:manage': { may: 'read or send notifications', roles: [...MANAGERS, 'support'] },
  'lists:export': { may: 'export lists with persons or money', roles: [...MANAGERS, 'finance'] },
  'activity:read': { may: 'read or export the activity log', roles: MANAGERS },
  'views:share': { may: 'save shared views', roles: MANAGERS },
  'team:manage': { may: 'manage the team', roles: ['owner'] },
  'integrations:manage': { may: 'manage integrations', roles: ['owner'] },
};

export const roleMay = (role: Role, permission: Permission): boolean => ROLE_TABLE[permission].roles.includes(role);

/** Returns all permissions of a role. */
export const permissionsOf = (role: Role): Permission[] =>
  PERMISSIONS.filter((permission) => roleMay(role, permission));
