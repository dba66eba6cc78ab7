import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import type { MenuEntry } from './menu-entry.ts';

const loadPanel = () => import('./menu-panel.tsx');
const MenuPanel = lazy(() => loadPanel().then((module) => ({ default: module.MenuPanel })));

export interface MenuButtonProps {
  /** What the menu is about; the button's name. */
  label: string;
  icon: ReactNode;
  entries: readonly MenuEntry[];
  className?: string;
}

/** A button that opens a menu. The menu's code comes when a pointer or the focus approaches. */
export function MenuButton({ label, icon, entries, className }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const prepare = () => void loadPanel();
  return (
    <span className="relative inline-grid">
      <IconButton
        ref={button}
        label={label}
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
        {...(className ? { className } : {})}
      />
      {open && (
        <Suspense fallback={null}>
          <MenuPanel
            label={label}
            entries={entries}
            onClose={() => setOpen(false)}
            onClosed={() => button.current?.focus()}
          />
        </Suspense>
      )}
    </span>
  );
}
