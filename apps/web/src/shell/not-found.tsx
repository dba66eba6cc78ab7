import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { buttonLook } from '../ui/button.tsx';

/** Any path that does not exist, signed in or not; the visit is logged (NAV-02). */
export function NotFound() {
  const location = useLocation();
  // The one that was asked for: on the way out the location changes while this page is still there.
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
