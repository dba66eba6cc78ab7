import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { useLanguage } from './languages/use-language.ts';
import { onForbidden } from './lib/api.ts';
import { config, isOwnServer } from './lib/config.ts';
import { fetchLikelyScreens } from './lib/fetch-screen.ts';
import { isLoginPath, locationAfterLogin, SET_PASSWORD_PATH } from './lib/login-location.ts';
import { recoverFromMissing, watchMissingModules } from './lib/new-release.ts';
import { waitForProof } from './lib/proof.ts';
import { queryClient } from './lib/query-client.ts';
import { clearPreloaded } from './lib/request.ts';
import { enterSession, type SessionEnd, sessionStatus, signIn, signInToDemo, startSession } from './lib/session.ts';
import { makeRouter } from './routes.tsx';
import { setPartRecovery } from './ui/lazy-part.tsx';
import { preparePrinting } from './ui/printing.ts';
import { dismissToasts, prepareToasts, toast } from './ui/toast.ts';

const LIVE_AFTER_MS = 500;

export const signInFromLogin = signIn;
export const signInToDemoFromLogin = signInToDemo;
export const enterFromLogin = enterSession;

/** Shows the application once its first screen is loaded. */
export async function openApplication(host: HTMLElement): Promise<Root> {
  const router = startRouter();
  await router.load();
  clearPreloaded();
  const root = createRoot(host);
  render(root, router);
  afterFirstPaint(router);
  return root;
}

/** Replaces the login page with the application. */
export function mountApplication(root: Root): void {
  const router = startRouter();
  render(root, router);
  afterFirstPaint(router);
}

/** Loads the modules that the first screen does not need. */
function afterFirstPaint(router: ReturnType<typeof makeRouter>): void {
  const startLive = () =>
    import('./live/start-live.ts').then(({ startLive }) => startLive()).catch(() => undefined);
  if (isOwnServer()) setTimeout(startLive, LIVE_AFTER_MS);
  preparePrinting(config().brand);
  // The search must also open without a network (WORK-03).
  void fetchLikelyScreens(router, [() => import('./shell/global-search.tsx')]);
}

/** Applies the administrator's current permissions and shows a message if the role has changed. */
async function applyRoleChange(): Promise<void> {
  const message = await (await import('./lib/refresh-permissions.ts')).refreshPermissions();
  if (message !== null) toast({ tone: 'info', ...message });
}

function startRouter() {
  const isFreshLogin = isLoginPath(location.pathname) && sessionStatus() === 'signed-in';
  if (isFreshLogin) history.replaceState(null, '', locationAfterLogin());
  const router = makeRouter();

  const leave = (end: SessionEnd) => {
    if (end !== 'unreachable') dismissToasts();
    // Another administrator has signed in.
    if (end === 'replaced') return location.reload();
    const { href, pathname } = router.state.location;
    // The URL contains a one-time link, which needs no session.
    if (pathname === SET_PASSWORD_PATH) return;
    const from = isLoginPath(pathname) ? {} : { from: href };
    if (end === 'expired')
      void router.navigate({ to: '/login', replace: true, state: { ...from, isExpired: true } });
    else if (end === 'logout') void router.navigate({ to: '/', replace: true });
    else if (!isLoginPath(pathname)) void router.navigate({ to: '/', replace: true, state: from });
  };
  setPartRecovery(recoverFromMissing);
  watchMissingModules();
  startSession(leave, location.pathname !== SET_PASSWORD_PATH);
  if (isOwnServer()) onForbidden(() => void applyRoleChange().catch(() => undefined));

  // Toasts and tooltips load at the first interaction.
  const firstSigns = ['pointermove', 'pointerdown', 'keydown'];
  const prepare = () => {
    for (const sign of firstSigns) removeEventListener(sign, prepare);
    prepareToasts(waitForProof);
    import('./ui/tooltip-layer.ts').then(
      (tooltips) => tooltips.startTooltips(),
      () => console.warn('tooltips could not be loaded'),
    );
  };
  for (const sign of firstSigns) addEventListener(sign, prepare, { passive: true });
  return router;
}

/** Loads the location of a history step that came before the router listened. */
function EarlySteps({ router }: { router: ReturnType<typeof makeRouter> }) {
  useEffect(() => {
    if (router.latestLocation.href !== router.state.location.href) void router.load();
  }, [router]);
  return null;
}

/** Shows all screens and renders them again when the language changes (LANG-01). */
function Screens({ router }: { router: ReturnType<typeof makeRouter> }) {
  return <RouterProvider key={useLanguage()} router={router} />;
}

function render(root: Root, router: ReturnType<typeof makeRouter>): void {
  startTransition(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Screens router={router} />
        <EarlySteps router={router} />
      </QueryClientProvider>,
    ),
  );
}
