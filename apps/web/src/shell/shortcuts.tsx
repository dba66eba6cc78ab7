import { useEffect } from 'react';
import { isShortcut, MENU } from '../ui/focus.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { openGlobalSearch, setOverlay, toggleSidebarOrSheet, useShellStore } from './shell-store.ts';

const loadSearch = () => import('./global-search.tsx');
const GlobalSearch = lazyPart(loadSearch, 'GlobalSearch', ({ typedAhead }) => typedAhead.stop());
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet');

/** A dialog in which somebody types or decides: another screen would lose that. */
const BUSY = '[role="alertdialog"], [role="dialog"] form';

const closeOverlay = () => setOverlay(null);

/** The keys of every screen: Ctrl or Cmd with B for the sidebar (NAV-04, NAV-05), with K for the search, `?` for the list of keys. */
export function Shortcuts() {
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
      // A dialog has keys, too.
      if (event.key === '?' && isShortcut(event, MENU)) setOverlay('keys');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (overlay === 'keys') return <ShortcutSheet onClose={closeOverlay} />;
  return overlay && <GlobalSearch typedAhead={overlay} onClose={closeOverlay} />;
}
