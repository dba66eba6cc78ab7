import type { Role } from '@wayside/contract/roles';
import { roleMay } from '@wayside/contract/roles';
import { ownProfile } from '@wayside/contract/session';
import { PERMISSIONS } from '@wayside/contract/wire/permissions';
import { type MockResponse, OWNER, respondWith } from './open-screen.ts';

/** Responds with the profile of a user with a role and its permissions. */
export const asRole = (role: Role): MockResponse =>
  respondWith(ownProfile, {
    profile: { ...OWNER, role, permissions: PERMISSIONS.filter((permission) => roleMay(role, permission)) },
  });
