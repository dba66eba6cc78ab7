import { lazy, Suspense, useEffect, useState } from 'react';
import { isTypingTarget } from '../ui/is-typing-target.ts';
import { toggleSidebar } from './sidebar-state.ts';

const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
);

/** The keys that work on every screen: Ctrl or Cmd+B for the sidebar (NAV-04), `?` for the list of keys. */
export function Shortcuts() {
  const [isSheetOpen, setSheetOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (isCommand && event.key.toLowerCase() === 'b') {
        event.preventDefault();
        toggleSidebar();
      }
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTypingTarget(event.target))
        setSheetOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    isSheetOpen && (
      <Suspense fallback={null}>
        <ShortcutSheet onClose={() => setSheetOpen(false)} />
      </Suspense>
    )
  );
}
