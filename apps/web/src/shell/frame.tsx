import { useLocation, useMatches } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { areTextsMissing, subscribeToLanguage } from '../languages/language.ts';
import { msg, t } from '../languages/text.ts';
import { config } from '../lib/config.ts';
import { release } from '../lib/new-release.ts';
import { PublicDemoStrip } from '../lib/public-demo-strip.tsx';
import { useMay } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { isShortcut, MENU } from '../ui/focus.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { OfflineNotice } from '../ui/offline-notice.tsx';
import { usePrinting } from '../ui/printing.ts';
import { NoAccess } from './error-pages.tsx';
import { Header } from './header.tsx';
import { mayOpen } from './navigation.ts';
import { openGlobalSearch, setOverlay, toggleSidebarOrSheet, useShellStore } from './shell-store.ts';
import { Sidebar } from './sidebar.tsx';

const loadSearch = () => import('./global-search.tsx');
const GlobalSearch = lazyPart(loadSearch, 'GlobalSearch', ({ typedAhead }) => typedAhead.stop());
const PrintWhenLoaded = lazyPart(() => import('./print-when-loaded.tsx'), 'PrintWhenLoaded');
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet');

/** Selector of a dialog that may have unsaved input. */
const BUSY = '[role="alertdialog"], [role="dialog"] form';

const closeOverlay = () => setOverlay(null);

/**
 * Handles the global shortcuts: Ctrl or Cmd with B toggles the sidebar (NAV-04, NAV-05), Ctrl or Cmd with K opens the
 * search, and `?` lists the keys.
 */
function Shortcuts() {
  const overlay = useShellStore((state) => state.overlay);
  useEffect(() => closeOverlay, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const key = event.key.toLowerCase();
      if (isCommand && (key === 'b' || key === 'k')) {
        event.preventDefault();
        const isFree = !document.querySelector(BUSY);
        if (key === 'b') toggleSidebarOrSheet(isFree);
        else if (isFree) openGlobalSearch();
      }
      if (event.key === '?' && isShortcut(event, MENU)) setOverlay('keys');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (overlay === 'keys') return <ShortcutSheet onClose={closeOverlay} />;
  return overlay && <GlobalSearch typedAhead={overlay} onClose={closeOverlay} />;
}

export function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // The previous screen stays until the next one has loaded.
  const matchedPath = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? pathname });
  const mayDo = useMay();
  const isAllowed = mayOpen(pathname, mayDo) && mayOpen(matchedPath, mayDo);
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink not-focus:sr-only"
      >
        {t('Skip to content')}
      </a>
      <Sidebar />
      <div className="flex min-h-dvh flex-col md:pl-(--sidebar-width) print:pl-0">
        {config().isPublicDemo && <PublicDemoStrip />}
        <Header />
        <OfflineNotice />
        <NewVersionNotice />
        <MissingTextsNotice />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[96rem] flex-1 px-4 pt-4 pb-6 max-md:pt-3 md:px-6 print:p-0"
        >
          {isAllowed ? children : <NoAccess />}
        </main>
      </div>
      <Shortcuts />
      {usePrinting() === 'whole' && <PrintWhenLoaded />}
    </>
  );
}

/** Announces a new release (TOUGH-03). */
function NewVersionNotice() {
  const isOutdated = useSyncExternalStore(release.subscribe, release.isOutdated);
  return (
    <div role="status">
      {isOutdated && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warning-soft px-4 py-1.5 text-warning-text md:px-6">
          {t('A new version is available.')}
          <Button onClick={() => location.reload()}>{t('Reload')}</Button>
        </p>
      )}
    </div>
  );
}

/**
 * Reports that texts are in English because they could not be loaded. The button reloads the page, because browsers
 * remember until the next page load that a file was missing.
 */
function MissingTextsNotice() {
  const isMissing = useSyncExternalStore(subscribeToLanguage, areTextsMissing);
  return (
    <div role="status">
      {isMissing && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warning-soft px-4 py-1.5 text-warning-text md:px-6">
          {t('Some texts could not be loaded and are shown in English.')}
          <Button onClick={() => location.reload()}>{t('Try again')}</Button>
        </p>
      )}
    </div>
  );
}

/** Sets the title of the tab from the route: "Bookings · Wayside" (NAV-01). */
export function DocumentTitle() {
  const titles = useMatches({ select: (matches) => matches.map((match) => match.staticData.title) });
  const title = t(titles.findLast(Boolean) ?? msg('Page not found'));
  useEffect(() => {
    document.title = `${title} · ${config().brand}`;
  }, [title]);
  return null;
}
