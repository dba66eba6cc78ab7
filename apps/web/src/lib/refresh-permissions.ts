import { ownProfile } from '@wayside/contract/session';
import { t } from '../languages/text.ts';
import { call } from './api.ts';
import { roleName } from './role-hints.ts';
import { adoptIdentity, signedInIdentity } from './session.ts';

/**
 * Reloads the administrator's permissions after a call was rejected (TEAM-01). @returns a message if the role has
 * changed, otherwise null
 */
export async function refreshPermissions(): Promise<{ title: string; description: string } | null> {
  const before = signedInIdentity()?.permissions?.join();
  const { profile } = await call(ownProfile);
  if (profile === null || !adoptIdentity(profile)) return null;
  const { role, permissions } = profile;
  if (role === null || before === undefined || before === permissions?.join()) return null;
  return {
    title: t('Your role is now {role}', { role: roleName(role) }),
    description: t('The last action was not performed. The screen shows what you can do.'),
  };
}
