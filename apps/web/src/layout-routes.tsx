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

/** The root of all pages; it sets the title of the browser tab. */
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

/** The page that a one-time link opens (PRIV-07). */
export const setPassword = createRoute({
  getParentRoute: () => root,
  path: SET_PASSWORD_PATH,
  staticData: { title: msg('Set your password') },
  // External providers do not have such links.
  beforeLoad: () => {
    if (!isOwnServer()) throw notFound();
  },
  component: lazyScreen(() => import('./features/session/set-password-screen.tsx'), 'SetPasswordScreen'),
});

/**
 * Parent of all screens that need a session. Without a token, no calls are made; with a token, data and session check
 * load in parallel.
 */
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
