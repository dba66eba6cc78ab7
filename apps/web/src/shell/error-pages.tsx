import { type ErrorComponentProps, Link, useLocation, useRouter } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../languages/text.ts';
import { failureText } from '../lib/api-error.ts';
import { isScreenMissing } from '../lib/fetch-screen.ts';
import { type MissingModule, recoverFromMissing } from '../lib/new-release.ts';
import { Button, buttonClassName } from '../ui/button.tsx';
import { CentredSpinner } from '../ui/loading.tsx';

const PAGE = 'grid min-h-[60dvh] content-center justify-items-center gap-5 text-center';
const TITLE = 'max-w-xl text-2xl font-semibold tracking-[-0.015em] text-balance';

const reload = () => location.reload();

/**
 * Page shown in place of a screen that failed, either because there is no network (ERR-03) or because of an error
 * (NAV-08, OPER-04).
 */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = isScreenMissing(error);
  const [isOffline] = useState(() => isMissing && !navigator.onLine);
  const cause = useMissingCause(isMissing && !isOffline ? error : null);
  useEffect(() => {
    if (!isOffline) return console.error('Unexpected application error', error);
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [error, isOffline]);
  // Browsers remember until the next page load that a module was missing.
  const retry = () => {
    if (isMissing && navigator.onLine) return reload();
    reset();
    void router.invalidate();
  };
  if (cause === 'unknown' || cause === 'reloading') return <CentredSpinner label={t('Loading')} />;
  if (cause === 'outdated')
    return (
      <div role="alert" className={PAGE}>
        <h1 className={TITLE}>{t('A new version is available.')}</h1>
        <Button variant="primary" icon={<RotateCw className="size-4" />} onClick={reload}>
          {t('Reload')}
        </Button>
      </div>
    );
  const message = isMissing
    ? t('The code of this screen could not be loaded. Check the connection, then try again.')
    : failureText(error, (error instanceof Error && error.message) || t('No reason was given.'));
  return (
    <div role="alert" className={PAGE}>
      <div className="grid gap-2">
        <h1 className={TITLE}>
          {isOffline
            ? t('You are offline. This screen opens when you are back online.')
            : t('Unexpected Application Error!')}
        </h1>
        {!isOffline && <p className="max-w-xl wrap-anywhere text-ink-soft">{message}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={<RotateCw className="size-4" />} onClick={retry}>
          {t('Try again')}
        </Button>
        {!isOffline && <Button onClick={reload}>{t('Reload the page')}</Button>}
      </div>
    </div>
  );
}

/**
 * Returns why the code of a screen is missing (TOUGH-03): null if it is not missing, `unknown` until the cause is
 * known.
 */
function useMissingCause(error: unknown): MissingModule | 'unknown' | null {
  const [cause, setCause] = useState<MissingModule | null>(null);
  useEffect(() => {
    if (error === null) return;
    const missing = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    void recoverFromMissing(missing).then(setCause);
  }, [error]);
  return error === null ? null : (cause ?? 'unknown');
}

/** Page inside the shell for an address that the administrator's role may not open (TEAM-01). */
export function NoAccess() {
  return (
    <div className={PAGE}>
      <h1 className={TITLE}>{t("You don't have access to this page")}</h1>
      <Link to="/dashboard" className={buttonClassName('primary')}>
        {t('Go to the dashboard')}
      </Link>
    </div>
  );
}

/** Page for a path that does not exist, with or without a session; logs the visit (NAV-02). */
export function NotFound() {
  const location = useLocation();
  // Stores the requested path, because the location changes before the user leaves this page.
  const [pathname] = useState(location.pathname);
  useEffect(() => console.error('404: there is no page at', pathname), [pathname]);
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div className="grid justify-items-center gap-4 text-center">
        <h1 className="numeric text-[4rem] leading-none font-semibold tracking-[-0.03em] text-ink">404</h1>
        <p className="text-lg text-ink-soft">{t('Oops! Page not found')}</p>
        <Link to="/" className={buttonClassName('primary')}>
          {t('Return to Home')}
        </Link>
      </div>
    </main>
  );
}
