import { useEffect, useState } from 'react';
import { isTypingTarget } from '../ui/focus.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ShellPart } from './shell-part.tsx';
import { toggleSidebarOrSheet } from './sidebar-state.ts';

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet');
const FindAnything = lazyPart(() => import('./global-search.tsx'), 'FindAnything');

/** A dialog in which something is being typed or decided: to go elsewhere would lose it. */
const BUSY = '[role="alertdialog"], [role="dialog"] form';

/** The keys that work on every screen: Ctrl or Cmd+B for the sidebar (NAV-04, NAV-05), with K to find anything, `?` for the list of keys. */
export function Shortcuts() {
  const [opened, open] = useState<'find' | 'keys' | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const key = event.key.toLowerCase();
      if (isCommand && (key === 'b' || key === 'k')) {
        event.preventDefault();
        const isFree = !document.querySelector(BUSY);
        if (key === 'b') toggleSidebarOrSheet(isFree);
        else if (isFree) open('find');
      }
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTypingTarget(event.target)) open('keys');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = () => open(null);
  return (
    opened && (
      <ShellPart onClose={close}>
        {opened === 'keys' ? <ShortcutSheet onClose={close} /> : <FindAnything onClose={close} />}
      </ShellPart>
    )
  );
}
