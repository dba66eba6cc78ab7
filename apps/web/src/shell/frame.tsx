import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Header } from './header.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';

/** What surrounds every screen behind the login: skip link, sidebar, header, main area. */
export function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    // A new screen starts at its top for the keyboard and for a screen reader, too.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink not-focus:sr-only"
      >
        Skip to content
      </a>
      <Sidebar />
      <div className="flex min-h-dvh flex-col md:pl-(--sidebar-width)">
        <Header />
        <OfflineNotice />
        <main ref={main} id="main" tabIndex={-1} className="mx-auto w-full max-w-[96rem] flex-1 px-4 py-6 md:px-6">
          {children}
        </main>
      </div>
      <Shortcuts />
    </>
  );
}
