import { type ErrorComponentProps, Link, useLocation, useRouter } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { failureText } from '../lib/api-error.ts';
import { isScreenMissing } from '../lib/fetch-screen.ts';
import { Button, buttonLook } from '../ui/button.tsx';

/** A screen that failed, inside the shell where there is one: for want of a network (ERR-03), or for an error (NAV-08). */
export function ErrorPage(props: ErrorComponentProps) {
  const { error } = props;
  const [isOffline] = useState(() => isScreenMissing(error) && !navigator.onLine);
  return isOffline ? <NeedsNetwork {...props} /> : <RenderError {...props} />;
}

/** Browsers remember that a module was missing, so that the screen opens in a new page once there is a network. */
function NeedsNetwork({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const open = () => {
    if (navigator.onLine) return location.reload();
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <div role="alert" className="grid min-h-[60dvh] content-center justify-items-center gap-5 text-center">
      <h1 className="max-w-md text-lg font-semibold text-balance">
        This screen needs the network. It opens as soon as you are online.
      </h1>
      <Button icon={<RotateCw className="size-4" />} onClick={open}>
        Try again
      </Button>
    </div>
  );
}

/** Shows the error; the server's words about its own have the request's id (OPER-04). */
function RenderError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => console.error('Unexpected application error', error), [error]);
  const retry = () => {
    if (isScreenMissing(error) && navigator.onLine) {
      location.reload();
      return;
    }
    reset();
    void router.invalidate();
  };
  return (
    <div role="alert" className="grid min-h-[60dvh] content-center justify-items-center gap-5 text-center">
      <div className="grid gap-2">
        <h1 className="text-2xl font-semibold tracking-[-0.015em]">Unexpected Application Error!</h1>
        <p className="max-w-xl wrap-anywhere text-ink-soft">
          {failureText(error, (error instanceof Error && error.message) || 'No reason was given.')}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={<RotateCw className="size-4" />} onClick={retry}>
          Try again
        </Button>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </div>
    </div>
  );
}

/** A page that the administrator's role may not open, inside the shell (TEAM-01). */
export function NoAccess() {
  return (
    <div className="grid min-h-[60dvh] content-center justify-items-center gap-5 text-center">
      <h1 className="text-2xl font-semibold tracking-[-0.015em]">You don't have access to this page</h1>
      <Link to="/dashboard" className={buttonLook('primary')}>
        Go to the dashboard
      </Link>
    </div>
  );
}

/** A path that does not exist, signed in or not; logs the visit (NAV-02). */
export function NotFound() {
  const location = useLocation();
  // The requested path: the location changes before this page is left.
  const [pathname] = useState(location.pathname);
  useEffect(() => console.error('404: there is no page at', pathname), [pathname]);
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div className="grid justify-items-center gap-4 text-center">
        <h1 className="numeric text-[4rem] leading-none font-semibold tracking-[-0.03em] text-ink">404</h1>
        <p className="text-lg text-ink-soft">Oops! Page not found</p>
        <Link to="/" className={buttonLook('primary')}>
          Return to Home
        </Link>
      </div>
    </main>
  );
}
