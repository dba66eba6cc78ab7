import { ownProfile } from '@wayside/contract/session';
import { toast } from '../ui/toast.ts';
import { call } from './api.ts';
import { capitalised } from './format.ts';
import { adoptIdentity, signedInIdentity } from './session.ts';

/** Reads again what the administrator may do, and says so where somebody has changed their role meanwhile (TEAM-01). */
export async function refreshPermissions(): Promise<void> {
  const before = signedInIdentity()?.permissions?.join();
  const { profile } = await call(ownProfile);
  if (profile === null || !adoptIdentity(profile)) return;
  const { role, permissions } = profile;
  if (role === null || before === undefined || before === permissions?.join()) return;
  const title = `Your role is ${capitalised(role)} now`;
  toast({ tone: 'info', title, description: 'The last step was not done. The screen shows what you may do.' });
}
