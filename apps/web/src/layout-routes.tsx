import { createRootRoute, createRoute, notFound, Outlet, redirect } from '@tanstack/react-router';
import { CallHost } from './features/calls/call-host.tsx';
import { LoginRoute, SessionGate } from './features/session/login-route.tsx';
import { msg } from './languages/text.ts';
import { isOwnServer } from './lib/config.ts';
import { lazyScreen } from './lib/fetch-screen.ts';
import { SET_PASSWORD_PATH } from './lib/login-location.ts';
import { sessionStatus } from './lib/session.ts';
import { readToken } from './lib/token.ts';
import { NotFound } from './shell/error-pages.tsx';
import { DocumentTitle, Frame } from './shell/frame.tsx';

/** Every page, with its title in the tab. */
export const root = createRootRoute({
  component: () => (
    <>
      <DocumentTitle />
      <Outlet />
    </>
  ),
  notFoundComponent: NotFound,
});

const login = { getParentRoute: () => root, component: LoginRoute, staticData: { title: msg('Login') } };
/** The login (AUTH-01, AUTH-09). */
export const home = createRoute({ ...login, path: '/' });
export const loginAgain = createRoute({ ...login, path: '/login' });

/** The screen behind a one-time link (PRIV-07). */
export const setPassword = createRoute({
  getParentRoute: () => root,
  path: SET_PASSWORD_PATH,
  staticData: { title: msg('Set your password') },
  // Another provider has no such links.
  beforeLoad: () => {
    if (!isOwnServer()) throw notFound();
  },
  component: lazyScreen(() => import('./features/session/set-password-screen.tsx'), 'SetPasswordScreen'),
});

/** All screens that need a session. Without a token no call is made; with one, data and session check run in parallel. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    const canEnter = readToken() !== null && sessionStatus() !== 'unreachable';
    if (!canEnter) throw redirect({ to: '/', replace: true, state: { from: location.href } });
  },
  component: () => (
    <SessionGate>
      <Frame>
        <Outlet />
      </Frame>
      <CallHost />
    </SessionGate>
  ),
});
