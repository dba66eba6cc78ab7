import { permissionsOf } from '@wayside/contract/roles';
import {
  login,
  logout,
  ownProfile,
  prove as proveCall,
  setPassword as setPasswordCall,
} from '@wayside/contract/session';
import type { Session } from '../../context.ts';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { signedIn } from '../../http/session.ts';
import { logIn, logOut } from './log-in.ts';
import { prove } from './prove.ts';
import { setPassword } from './set-password.ts';

const withPermissions = (admin: Session['admin']) => ({ ...admin, permissions: permissionsOf(admin.role) });

/** Login, own profile, logout (API-01, API-17) and one-time links (PRIV-07). */
export const sessionRoutes: FeatureRoutes = [
  route(login, (context, { body, headers }) => logIn(context, { ...body, userAgent: headers['user-agent'] })),
  route(ownProfile, async (context) => ({ profile: withPermissions(signedIn(context).admin) })),
  route(setPasswordCall, (context, { body }) => setPassword(context, body)),
  route(proveCall, (context, { body }) => prove(context, signedIn(context), body)),
  route(logout, (context) => logOut(context, signedIn(context))),
];
