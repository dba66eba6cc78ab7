import {
  logInToDemo as logInToDemoCall,
  login,
  logout,
  ownProfile,
  setPassword as setPasswordCall,
} from '@wayside/contract/session';
import { loginSecond, prove as proveCall } from '@wayside/contract/two-factor';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireSession } from '../../platform/http/session.ts';
import { logInToDemo } from './demo-login.ts';
import { finishLogIn, logIn, logOut } from './log-in.ts';
import { prove, readOwnProfile, setPassword } from './session.ts';

/** Login, the user's own profile, logout (API-01, API-17, SHIP-06) and one-time links (PRIV-07). */
export const sessionRoutes: FeatureRoutes = [
  route(login, (context, { body, headers }) =>
    logIn(context, { ...body, userAgent: headers['user-agent'], origin: headers.origin }),
  ),
  route(logInToDemoCall, (context, { body, headers }) =>
    logInToDemo(context, { ...body, userAgent: headers['user-agent'] }),
  ),
  route(loginSecond, (context, { body, headers }) =>
    finishLogIn(context, { ...body, userAgent: headers['user-agent'] }),
  ),
  route(ownProfile, async (context) => ({ profile: await readOwnProfile(context, requireSession(context)) })),
  route(setPasswordCall, (context, { body }) => setPassword(context, body)),
  route(proveCall, (context, { body }) => prove(context, requireSession(context), body)),
  route(logout, (context) => logOut(context, requireSession(context))),
];
