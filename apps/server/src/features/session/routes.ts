import { login, logout, ownProfile, setPassword as setPasswordCall } from '@wayside/contract/session';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { signedIn } from '../../http/session.ts';
import { logIn, logOut } from './log-in.ts';
import { setPassword } from './set-password.ts';

/** Login, own profile, logout (API-01, API-17) and one-time links (PRIV-07). */
export const sessionRoutes: FeatureRoutes = [
  route(login, (context, { body }) => logIn(context, body)),
  route(ownProfile, async (context) => ({ profile: signedIn(context).admin })),
  route(setPasswordCall, (context, { body }) => setPassword(context, body)),
  route(logout, (context) => logOut(context, signedIn(context))),
];
