import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { fetchLikelyScreens } from './lib/fetch-screen.ts';
import { afterLogin, isLoginPath } from './lib/login-location.ts';
import { queryClient } from './lib/query-client.ts';
import { forgetAhead } from './lib/request.ts';
import { type SessionEnd, sessionStatus, signIn, startSession } from './lib/session.ts';
import { makeRouter } from './routes.tsx';
import { prepareToasts } from './ui/toast.ts';

/** For the bare login, which has no session of its own. */
export const signInFromLogin = signIn;

/**
 * Shows the application where no login was before it: once its first screen is there, so that what is drawn first is
 * that screen, and not a ring in place of the page's own.
 */
export async function openApplication(host: HTMLElement): Promise<void> {
  const router = startRouter();
  await router.load();
  forgetAhead();
  render(createRoot(host), router);
  void fetchLikelyScreens(router);
}

/** Shows the application in place of the bare login. */
export function mountApplication(root: Root): void {
  const router = startRouter();
  render(root, router);
  void fetchLikelyScreens(router);
}

/** Everything but the screens: router, queries, session. */
function startRouter() {
  const isFreshLogin = isLoginPath(location.pathname) && sessionStatus() === 'signed-in';
  if (isFreshLogin) history.replaceState(null, '', afterLogin());
  const router = makeRouter();

  const leave = (end: SessionEnd) => {
    const { href, pathname } = router.state.location;
    const from = isLoginPath(pathname) ? {} : { from: href };
    if (end === 'expired')
      void router.navigate({ to: '/login', replace: true, state: { ...from, isExpired: true } });
    else if (end === 'logout') void router.navigate({ to: '/', replace: true });
    // On the login already: its notice changes, its remembered location stays.
    else if (!isLoginPath(pathname)) void router.navigate({ to: '/', replace: true, state: from });
  };
  startSession(leave);

  // What is only needed once somebody acts does not compete with the first screen.
  const firstSigns = ['pointermove', 'pointerdown', 'keydown'];
  const prepare = () => {
    for (const sign of firstSigns) removeEventListener(sign, prepare);
    prepareToasts();
    import('./ui/tooltip-layer.ts').then(
      (tooltips) => tooltips.startTooltips(),
      () => console.warn('tooltips could not be loaded'),
    );
  };
  for (const sign of firstSigns) addEventListener(sign, prepare, { passive: true });
  return router;
}

/** The router listens once it is drawn: takes a step back before that, which would leave a screen under another's address. */
function EarlySteps({ router }: { router: ReturnType<typeof makeRouter> }) {
  useEffect(() => {
    if (router.latestLocation.href !== router.state.location.href) void router.load();
  }, [router]);
  return null;
}

function render(root: Root, router: ReturnType<typeof makeRouter>): void {
  // In slices: the browser answers whoever scrolls or types meanwhile.
  startTransition(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <EarlySteps router={router} />
      </QueryClientProvider>,
    ),
  );
}
