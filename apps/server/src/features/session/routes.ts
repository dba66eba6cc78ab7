import { login, logout, ownProfile } from '@wayside/contract/session';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { signedIn } from '../../http/signed-in.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';

/** Login, own profile and logout (API-01, API-17). */
export const sessionRoutes: FeatureRoutes = (context) => [
  route(login, ({ body, caller }) => logIn(context, body, caller.address)),
  route(ownProfile, async ({ caller }) => ({ profile: signedIn(caller).admin })),
  route(logout, async ({ caller }) => {
    await logOut(context, signedIn(caller));
    return {};
  }),
];
