import { ownProfile } from '@wayside/contract/session';
import { t } from '../languages/text.ts';
import { call } from './api.ts';
import { roleName } from './role-hints.ts';
import { adoptIdentity, signedInIdentity } from './session.ts';

/**
 * Reads again what the administrator may do, after a call that their role may no longer make (TEAM-01).
 * @returns the message if somebody has changed the role, else null
 */
export async function refreshPermissions(): Promise<{ title: string; description: string } | null> {
  const before = signedInIdentity()?.permissions?.join();
  const { profile } = await call(ownProfile);
  if (profile === null || !adoptIdentity(profile)) return null;
  const { role, permissions } = profile;
  if (role === null || before === undefined || before === permissions?.join()) return null;
  return {
    title: t('Your role is {role} now', { role: roleName(role) }),
    description: t('The last step was not done. The screen shows what you may do.'),
  };
}
