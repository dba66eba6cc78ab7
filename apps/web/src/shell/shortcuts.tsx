import { useEffect, useEffectEvent, useState } from 'react';
import { isShortcut, MENU } from '../ui/focus.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { setSearchOpener } from './search-opening.ts';
import { toggleSidebarOrSheet } from './sidebar-state.ts';

const loadSearch = () => import('./global-search.tsx');
const GlobalSearch = lazyPart(loadSearch, 'GlobalSearch', ({ typedAhead }) => typedAhead.stop());
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet');

/** A dialog in which somebody types or decides: another screen would lose that. */
const BUSY = '[role="alertdialog"], [role="dialog"] form';

/** The keys of every screen: Ctrl or Cmd with B for the sidebar (NAV-04, NAV-05), with K for the search, `?` for the list of keys. */
export function Shortcuts() {
  const [overlay, setOverlay] = useState<TypedAhead | 'keys' | null>(null);
  const close = () => setOverlay(null);
  const openSearch = useEffectEvent(() => {
    if (overlay !== null && overlay !== 'keys') return;
    setOverlay(collectKeys(close));
  });
  useEffect(() => (overlay === null || overlay === 'keys' ? undefined : overlay.stop), [overlay]);
  useEffect(() => setSearchOpener(() => openSearch()), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const key = event.key.toLowerCase();
      if (isCommand && (key === 'b' || key === 'k')) {
        event.preventDefault();
        const isFree = !document.querySelector(BUSY);
        if (key === 'b') toggleSidebarOrSheet(isFree);
        else if (isFree) openSearch();
      }
      // A dialog has keys, too.
      if (event.key === '?' && isShortcut(event, MENU)) setOverlay('keys');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (overlay === 'keys') return <ShortcutSheet onClose={close} />;
  return overlay && <GlobalSearch typedAhead={overlay} onClose={close} />;
}

/** The keys that are pressed while the code of the search is loading. */
export interface TypedAhead {
  text: string;
  isEntered: boolean;
  readonly stop: () => void;
}

function collectKeys(onEscape: () => void): TypedAhead {
  const collect = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') typed.isEntered = true;
    else if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1);
    else if (event.key.length === 1) typed.text += event.key;
    else if (event.key === 'Escape') {
      typed.stop();
      onEscape();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () => document.removeEventListener('keydown', collect, { capture: true });
  const typed: TypedAhead = { text: '', isEntered: false, stop };
  document.addEventListener('keydown', collect, { capture: true });
  return typed;
}
