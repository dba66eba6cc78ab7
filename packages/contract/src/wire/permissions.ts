/** All permissions; `roles.ts` maps roles to them. */
export const PERMISSIONS = [
  'records:read',
  'payments:read',
  'payouts:read',
  'money:move',
  'settlements:reconcile',
  'books:reopen',
  'approvals:configure',
  'bank:reveal',
  'aadhaar:reveal',
  'applications:decide',
  'people:block',
  'people:delete',
  'notes:write',
  'roadside:work',
  'roadside:configure',
  'catalogue:change',
  'notifications:manage',
  'lists:export',
  'activity:read',
  'views:share',
  'team:manage',
  'integrations:manage',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The read scopes of a service key, for lists, records and reports (SHIP-05). */
export const READ_SCOPES = [
  'read:bookings',
  'read:users',
  'read:mechanics',
  'read:payments',
  'read:payouts',
  'read:catalogue',
  'read:reports',
] as const;

export type ReadScope = (typeof READ_SCOPES)[number];

/**
 * The access that a call requires (TEAM-01): a permission; `signed-in` if the call concerns only the caller; `public`
 * if it needs no session; `service-key` for programs, whose key has scopes (SYNC-06).
 */
export type Access = Permission | 'signed-in' | 'public' | 'service-key';

export const isPermission = (access: string): access is Permission =>
  (PERMISSIONS as readonly string[]).includes(access);

export const isAccess = (value: string): value is Access =>
  isPermission(value) || value === 'signed-in' || value === 'public' || value === 'service-key';
